import { describe, expect, it } from "vitest";
import { createTestApp } from "../../../tests/support/test-app.ts";
import { useTestDatabase } from "../../../tests/support/test-database.ts";
import type { PageRenderer } from "../pages/page-renderer.ts";

const database = useTestDatabase();

const liveSignIn = {
  ENTRA_CLIENT_ID: "id",
  ENTRA_CLIENT_SECRET: "secret",
  PUBLIC_URL: "https://site.example",
  HOST: "0.0.0.0",
};
const livePlaid = { ...liveSignIn, PLAID_CLIENT_ID: "id", PLAID_SECRET: "secret" };

/** Renders signed-in shells without a client build. */
const renderer: PageRenderer = {
  findRoute: () =>
    Promise.resolve({ handle: { signedIn: true }, modules: [], status: 200, isUnknown: false }),
  render: () => Promise.reject(new Error("a shell isn't rendered")),
  assetsOf: () => ({ scripts: [], styles: [], preloads: [] }),
};

async function documentOf(path: string, environment: Record<string, string>) {
  const site = createTestApp(database(), { environment, origin: "https://site.example", renderer });
  const response = await site.request(path);
  expect(response.status).toBe(200);
  const policy = response.headers.get("content-security-policy") ?? "";
  const directives = new Map(
    policy.split("; ").map((directive) => {
      const [name = "", ...sources] = directive.split(" ");
      return [name, sources] as const;
    }),
  );
  return { headers: response.headers, policy, directives, html: await response.text() };
}

const mark = '<meta name="folio-plaid-link" content="allowed">';

describe("the page on which Plaid's dialog opens", () => {
  it.each(["/accounts", "/accounts/", "/accounts?oauth_state_id=a1b2"])(
    "%s allows Plaid's script, frame and calls when Plaid is live, and declares it",
    async (path) => {
      const { directives, headers, html } = await documentOf(path, { ...livePlaid, PLAID_ENV: "production" });
      expect(directives.get("script-src")).toContain(
        "https://cdn.plaid.com/link/v2/stable/link-initialize.js",
      );
      expect(directives.get("frame-src")).toEqual(["https://cdn.plaid.com"]);
      expect(directives.get("connect-src")).toEqual(["'self'", "https://production.plaid.com"]);
      expect(directives.get("style-src-elem")).toEqual(["'self'", "'unsafe-inline'"]);
      expect(headers.get("cross-origin-opener-policy")).toBe("same-origin-allow-popups");
      expect(html).toContain(mark);
    },
  );

  it("runs no inline scripts and can't be framed", async () => {
    const { directives, headers } = await documentOf("/accounts", livePlaid);
    expect(directives.get("script-src")?.join(" ")).not.toMatch(/unsafe|https:\s|\*/);
    expect(directives.get("frame-ancestors")).toEqual(["'none'"]);
    expect(directives.get("default-src")).toEqual(["'none'"]);
    expect(headers.get("x-frame-options")).toBe("DENY");
  });

  it("allows the Plaid environment of the keys", async () => {
    const { directives } = await documentOf("/accounts", { ...livePlaid, PLAID_ENV: "sandbox" });
    expect(directives.get("connect-src")).toEqual(["'self'", "https://sandbox.plaid.com"]);
  });
});

describe("every other page", () => {
  it.each([
    ["/spending", livePlaid],
    ["/accounts/7", livePlaid],
    ["/account/7/income", livePlaid],
    ["/accounts", liveSignIn],
  ])("%s doesn't allow Plaid", async (path, environment) => {
    const { policy, headers, html } = await documentOf(path, environment);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain("plaid");
    expect(policy).not.toMatch(/style-src-elem[^;]*unsafe/);
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
    expect(html).not.toContain("plaid");
  });
});
