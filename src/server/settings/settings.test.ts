import { describe, expect, it } from "vitest";
import { isLoopbackHost, readSettings, SettingsError } from "./settings.ts";

function problemsOf(environment: Record<string, string>): string[] {
  try {
    readSettings(environment);
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
  return [];
}

const live = {
  ENTRA_CLIENT_ID: "id",
  ENTRA_CLIENT_SECRET: "secret",
  PUBLIC_URL: "https://site.example",
  HOST: "0.0.0.0",
};
const tenant = "0f9f3b9e-0c9a-4b52-8f3e-0d5a5d3c9a11";

describe("settings", () => {
  it("can all be unset: everything is sandboxed, embedded and on loopback", () => {
    const settings = readSettings({});
    expect(settings).toMatchObject({
      PORT: 3000,
      HOST: "127.0.0.1",
      content: "files",
      loopbackOnly: true,
      modes: {
        entra: "sandbox",
        github: "sandbox",
        congress: "sandbox",
        plaid: "sandbox",
        simplefin: "sandbox",
      },
      bankMode: "sandbox",
    });
  });

  it("treat an empty value as unset, as in .env.example", () => {
    expect(readSettings({ PORT: "", DATABASE_URL: "  ", SECRET_KEY: "" }).PORT).toBe(3000);
  });

  it("report every malformed one at once", () => {
    const problems = problemsOf({
      PORT: "eighty",
      PUBLIC_URL: "ftp://x",
      SECRET_KEY: "short",
      DATABASE_URL: "mysql://x",
      FOLIO_DEMO: "maybe",
      LOG_LEVEL: "loud",
      GITHUB_OWNER: "-no-",
      METRICS_TOKEN: "x",
    });
    for (const name of [
      "PORT",
      "PUBLIC_URL",
      "SECRET_KEY",
      "DATABASE_URL",
      "FOLIO_DEMO",
      "LOG_LEVEL",
      "METRICS_TOKEN",
    ]) {
      expect(
        problems.filter((problem) => problem.startsWith(`${name} `)),
        name,
      ).toHaveLength(1);
    }
  });

  it("report contradictions beside malformed ones, except those about a malformed one", () => {
    expect(problemsOf({ PORT: "99999", TRUST_PROXY: "x" })).toEqual([
      "PORT must be a whole number from 0 to 65535.",
      'TRUST_PROXY contains "x", which is neither an IP address nor a range such as 10.0.0.0/8.',
    ]);
    expect(problemsOf({ HOST: "0.0.0.0", PUBLIC_URL: "ftp://x", PLAID_SECRET: "s" })).toEqual([
      "PUBLIC_URL is not an http(s) URL.",
      "PLAID_CLIENT_ID is missing. PLAID_SECRET is set, and they are needed together.",
    ]);
  });

  it.each([
    [{ PORT: "70000" }, "PORT must be a whole number from 0 to 65535."],
    [{ PORT: "3000.5" }, "PORT must be a whole number from 0 to 65535."],
    [
      { PUBLIC_URL: "http://127.0.0.1:3000/path" },
      "PUBLIC_URL must be an origin such as https://example.com, without a path.",
    ],
  ])("%j is refused with its reason", (environment, problem) => {
    expect(problemsOf(environment)).toEqual([problem]);
  });

  it.each([
    ["an id without its secret", { ENTRA_CLIENT_ID: "id" }, "ENTRA_CLIENT_SECRET is missing"],
    ["a secret without its id", { GITHUB_CLIENT_SECRET: "s" }, "GITHUB_CLIENT_ID is missing"],
    ["Postgres without a shared key", { DATABASE_URL: "postgres://h/d" }, "SECRET_KEY is missing"],
    ["no sign-in but the sandbox beyond loopback", { HOST: "0.0.0.0" }, "PUBLIC_URL is missing"],
    ["passkeys in the clear", { PUBLIC_URL: "http://x.example" }, "PUBLIC_URL must be https"],
    ["passkeys of an address", { PUBLIC_URL: "https://192.0.2.7" }, "PUBLIC_URL must have a host name"],
    [
      "passkeys of an IPv6 address",
      { PUBLIC_URL: "https://[2001:db8::1]" },
      "PUBLIC_URL must have a host name",
    ],
    [
      "live banks with the sandbox sign-in",
      { PLAID_CLIENT_ID: "i", PLAID_SECRET: "s" },
      "Live Plaid never runs",
    ],
    [
      "live banks in a demo",
      { FOLIO_DEMO: "1", PLAID_CLIENT_ID: "i", PLAID_SECRET: "s" },
      "Live Plaid never runs",
    ],
    ["a demo with real people", { ...live, FOLIO_DEMO: "1" }, "FOLIO_DEMO can't be combined with"],
    ["a public host without its address", { ...live, PUBLIC_URL: "" }, "PUBLIC_URL is missing"],
    ["live sign-in in the clear", { ...live, PUBLIC_URL: "http://site.example" }, "PUBLIC_URL must be https"],
    [
      "a proxy that is no address",
      { TRUST_PROXY: "10.0.0.0/8, proxy.internal" },
      'TRUST_PROXY contains "proxy.internal"',
    ],
    ["a proxy range that is no range", { TRUST_PROXY: "10.0.0.0/99" }, 'TRUST_PROXY contains "10.0.0.0/99"'],
    [
      "a bare address with many tenants",
      { ...live, ALLOWED_USERS: "me@x.example" },
      "ALLOWED_USERS contains",
    ],
    ["a bare domain with many tenants", { ...live, ALLOWED_USERS: "@x.example" }, "ALLOWED_USERS contains"],
    ["a name that is no address", { ...live, ALLOWED_USERS: "robin" }, "ALLOWED_USERS contains"],
  ])("are refused when contradictory: %s", (_case, environment, problem) => {
    expect(problemsOf(environment).filter((line) => line.includes(problem))).toHaveLength(1);
  });

  it.each([
    ["scoped to a tenant", { ALLOWED_USERS: `${tenant}/me@x.example, ${tenant}/@y.example ${tenant}` }],
    [
      "scoped to an issuer",
      { ENTRA_AUTHORITY: "https://id.example", ALLOWED_USERS: "https://id.example/me@x.example" },
    ],
    ["bare, with one fixed tenant", { ENTRA_TENANT: tenant, ALLOWED_USERS: "me@x.example,@x.example" }],
  ])("accept people %s", (_case, environment) => {
    expect(problemsOf({ ...live, ...environment })).toEqual([]);
  });

  it.each([
    ["a public name", { PUBLIC_URL: "https://x.example" }, "live", "x.example"],
    [
      "a public name on every address",
      { HOST: "0.0.0.0", PUBLIC_URL: "https://x.example" },
      "live",
      "x.example",
    ],
    [
      "loopback, where the sandbox stays until the first passkey",
      { PUBLIC_URL: "http://localhost:3000" },
      "sandbox",
      "localhost",
    ],
    [
      "loopback with live banks",
      { PUBLIC_URL: "http://localhost:3000", PLAID_CLIENT_ID: "i", PLAID_SECRET: "s" },
      "live",
      "localhost",
    ],
    ["a provider beside them", live, "live", "site.example"],
    ["a provider alone, without PUBLIC_URL", { ...live, HOST: "", PUBLIC_URL: "" }, "live", null],
    ["a loopback address, which can have none", { PUBLIC_URL: "http://127.0.0.1:3000" }, "sandbox", null],
    ["nothing set", {}, "sandbox", null],
    ["a demo, which has none", { FOLIO_DEMO: "1", PUBLIC_URL: "https://demo.example" }, "sandbox", null],
  ])("choose passkeys and sign-in for %s", (_case, environment, entra, passkeyHost) => {
    const settings = readSettings(environment);
    expect({ entra: settings.modes.entra, passkeyHost: settings.passkeyHost }).toEqual({
      entra,
      passkeyHost,
    });
  });

  it("allow a public demo with the sandbox sign-in", () => {
    expect(problemsOf({ FOLIO_DEMO: "1", HOST: "0.0.0.0", PUBLIC_URL: "https://demo.example" })).toEqual([]);
  });
});

describe("isLoopbackHost", () => {
  it.each(["localhost", "127.0.0.1", "127.9.9.9", "::1", "[::1]", "folio.localhost"])(
    "%s is this machine",
    (name) => {
      expect(isLoopbackHost(name)).toBe(true);
    },
  );

  it.each(["0.0.0.0", "localhost.evil.example", "127.0.0.1.evil.example", "10.0.0.1", "", "1270.0.0.1"])(
    "%s is not",
    (name) => {
      expect(isLoopbackHost(name)).toBe(false);
    },
  );
});
