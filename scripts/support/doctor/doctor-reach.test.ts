import { describe, expect, it } from "vitest";
import { readSettings } from "#server/settings/settings.ts";
import { checkAddress, checkSandboxes } from "./doctor-reach.ts";
import { messageOf } from "./doctor-report.ts";

const signIn = { ENTRA_CLIENT_ID: "id", ENTRA_CLIENT_SECRET: "secret" };

describe("sandboxes in use", () => {
  it("are each listed with the setting that turns them live", () => {
    expect(checkSandboxes(readSettings({}))).toEqual({
      name: "Sandbox",
      state: "warn",
      message: "in use for Sign-in, GitHub, Congress, Banks: the data they show isn't yours",
      details: [
        "Sign-in: set PUBLIC_URL to go live",
        "GitHub: set GITHUB_OWNER to go live",
        "Congress: set CONGRESS_API_KEY to go live",
        "Banks: set SIMPLEFIN_URL or PLAID_CLIENT_ID to go live",
      ],
    });
  });

  it.each([
    [{ PUBLIC_URL: "http://localhost:3000" }, "goes live with the owner's first passkey"],
    [
      { PUBLIC_URL: "http://127.0.0.1:3000" },
      "give PUBLIC_URL a host name to go live, because passkeys need one",
    ],
    [{ FOLIO_DEMO: "1", PUBLIC_URL: "https://demo.example" }, "unset FOLIO_DEMO to go live"],
  ])("say of the sign-in with %o what is left to do", (environment, words) => {
    expect(checkSandboxes(readSettings(environment)).details?.[0]).toBe(`Sign-in: ${words}`);
  });

  it("are fewer with each live service, down to none", () => {
    const almost = { ...signIn, GITHUB_OWNER: "wren", CONGRESS_API_KEY: "key" };
    expect(checkSandboxes(readSettings(almost)).message).toBe(
      "in use for Banks: the data it shows isn't yours",
    );
    const all = { ...almost, PLAID_CLIENT_ID: "id", PLAID_SECRET: "secret" };
    expect(checkSandboxes(readSettings(all))).toMatchObject({ state: "ok" });
  });
});

describe("the site's address", () => {
  it.each([
    [{}, "ok: http://localhost:3000; on this machine only, because PUBLIC_URL is unset"],
    [{ PUBLIC_URL: "http://localhost:3000" }, "ok: http://localhost:3000"],
    [
      { PUBLIC_URL: "https://folio.example", TRUST_PROXY: "127.0.0.1 10.0.0.0/8", ...signIn },
      "ok: https://folio.example, behind 127.0.0.1, 10.0.0.0/8",
    ],
    [
      { PUBLIC_URL: "https://folio.example", ...signIn },
      "warn: https://folio.example, but TRUST_PROXY is unset, so all visitors have the proxy's address and share one rate limit",
    ],
    [
      { PUBLIC_URL: "http://folio.example", FOLIO_DEMO: "1" },
      "warn: http://folio.example isn't encrypted; put a proxy with a certificate in front of it",
    ],
  ])("with %o", (environment, words) => {
    const { state, message } = checkAddress(readSettings(environment));
    expect(`${state}: ${message}`).toBe(words);
  });
});

describe("an error's text", () => {
  const refused = Object.assign(new Error(""), { code: "ECONNREFUSED" });
  const cyclic = new Error("round");
  cyclic.cause = new Error("and round", { cause: cyclic });

  it.each([
    [new Error("cannot be reached", { cause: refused }), "cannot be reached (ECONNREFUSED)"],
    [
      new Error("it was not read: a gave no answer.", {
        cause: new Error("a gave no answer", { cause: new Error("aborted") }),
      }),
      "it was not read: a gave no answer. (aborted)",
    ],
    [new Error("one", { cause: "two" }), "one (two)"],
    [cyclic, "round (and round)"],
    ["text", "text"],
  ])("includes each message once: %s", (error, words) => {
    expect(messageOf(error)).toBe(words);
  });
});
