import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestUser } from "../../../tests/support/factories/auth-factory.ts";
import { emptyPageData } from "../../../tests/support/empty-page-data.ts";
import { listenTo, type SocketSite } from "../../../tests/support/socket-site.ts";
import { createTestApp, type TestApp } from "../../../tests/support/test-app.ts";
import { useTestDatabase } from "../../../tests/support/test-database.ts";
import type { PageRenderer } from "./page-renderer.ts";

/** The page cache and the layer before it must never leak one visitor's data to another. */

const database = useTestDatabase();
let site: TestApp;
let cookie: string;
let renderings: number;

/**
 * Renders a page that shows everything its rendering was given: the address, the settings, and the caller according to the
 * calls.
 */
const tellingRenderer: PageRenderer = {
  findRoute: async (pathname) => ({
    handle: pathname === "/listed" ? { query: ["page"] } : {},
    modules: [],
    isUnknown: !["/listed", "/about"].includes(pathname),
  }),
  render: async ({ request, config, apiFetch }) => {
    renderings += 1;
    const me = await (await apiFetch("/.auth/me", { headers: request.headers })).text();
    const told = [request.url, JSON.stringify([...request.headers]), JSON.stringify(config), me];
    return { kind: "page", status: 200, head: "", body: told.join("\n"), data: emptyPageData, failure: null };
  },
  assetsOf: () => ({ scripts: [], styles: [], preloads: [] }),
};

const live = {
  ENTRA_CLIENT_ID: "id",
  ENTRA_CLIENT_SECRET: "secret",
  PUBLIC_URL: "https://site.example",
  HOST: "0.0.0.0",
};

beforeEach(async () => {
  renderings = 0;
  site = createTestApp(database(), { renderer: tellingRenderer });
  cookie = (await createTestUser(database(), { userDetails: "avery@lanternfish-works.example" })).cookie;
});

type Ask = (path: string, headers?: Record<string, string>, on?: TestApp) => Promise<Response>;

const sockets = new Map<TestApp, SocketSite>();
afterEach(async () => {
  for (const socket of sockets.values()) await socket.close();
  sockets.clear();
});

const inProcess: Ask = (path, headers = {}, on = site) => on.request(path, { headers });

/** Asks for a page that was requested before, which the layer before the framework answers. */
const again: Ask = async (path, headers = {}, on = site) => {
  const socket = sockets.get(on) ?? (await listenTo(on.listener));
  sockets.set(on, socket);
  const host = on === site ? "localhost:3000" : "site.example";
  await socket.request(path, { headers: { host, ...headers } });
  return socket.request(path, { headers: { host, ...headers } });
};

describe.each([
  ["from the cache", inProcess],
  ["that is ready before the framework", again],
])("a page %s", (_name, ask) => {
  const bodyOf = async (...asked: Parameters<Ask>) => (await ask(...asked)).text();

  it("is the same for signed-in and anonymous visitors", async () => {
    const signedIn = await bodyOf("/about", { cookie });
    expect(signedIn).toContain('{"clientPrincipal":null}');
    expect(signedIn).not.toContain("lanternfish");
    expect(await bodyOf("/about")).toBe(signedIn);
    expect(renderings).toBe(1);
  });

  it("sets no cookie, is cacheable and has the right Vary header", async () => {
    const { headers } = await ask("/about", { cookie });
    expect(headers.get("set-cookie")).toBeNull();
    expect(headers.get("cache-control")).toBe("public, max-age=0, must-revalidate");
    expect(headers.get("vary")).toBe("accept-encoding");
  });

  it.each([
    ["x-original-url", "/metrics"],
    ["x-rewrite-url", "/metrics"],
    ["x-http-method-override", "POST"],
    ["x-forwarded-prefix", "/evil"],
    ["x-host", "evil.example"],
    ["accept-language", "evil"],
    ["accept", "application/evil"],
    ["user-agent", "evil"],
    ["referer", "https://evil.example/"],
    ["origin", "https://evil.example"],
    ["authorization", "Bearer evil"],
    ["x-tenant", "evil"],
    ["range", "bytes=0-3"],
  ])("doesn't depend on the header %s", async (name, value) => {
    const first = await bodyOf("/about", { [name]: value });
    expect(first).not.toContain("evil");
    expect(await bodyOf("/about")).toBe(first);
    expect(renderings).toBe(1);
  });

  it.each(["x-forwarded-host", "x-forwarded-proto", "x-forwarded-for", "forwarded", "x-real-ip"])(
    "doesn't take the site's address from %s",
    async (name) => {
      const deployed = createTestApp(database(), {
        environment: live,
        origin: "https://site.example",
        renderer: tellingRenderer,
      });
      const first = await bodyOf("/about", { [name]: "evil.example" }, deployed);
      expect(first).not.toContain("evil");
      expect(first).toContain("https://site.example");
      expect(await bodyOf("/about", {}, deployed)).toBe(first);
    },
  );

  it("depends only on its route's query parameters, in any order", async () => {
    const plain = await bodyOf("/listed?page=2");
    expect(await bodyOf("/listed?evil=1&page=2&utm_source=evil")).toBe(plain);
    expect(await bodyOf("/listed?page=2&page=evil")).toBe(plain);
    expect(plain).not.toContain("evil");
    expect(renderings).toBe(1);
    expect(await bodyOf("/listed?page=3")).not.toBe(plain);
  });

  it.each([
    "/about;evil=1",
    "/about%2e",
    "/about%00",
    "/about.css",
    "/about/evil.js",
    "/ABOUT",
    "/%61bout%3fevil",
    "/api%2f..%2fabout",
  ])("isn't served at %s as well", async (path) => {
    const unknown = await bodyOf("/no-such-page");
    expect(await bodyOf(path)).toBe(unknown);
    expect(await bodyOf("/about")).not.toBe(unknown);
  });

  it("is compressed only as the browser accepts", async () => {
    for (const [asked, given] of [
      ["br", "br"],
      ["gzip", "gzip"],
      ["identity", null],
      ["br;q=0, gzip;q=0", null],
    ] as const) {
      const { headers } = await ask("/about", { "accept-encoding": asked });
      expect(headers.get("content-encoding")).toBe(given);
    }
    expect(renderings).toBe(1);
  });
});

describe("responses to signed-in calls", () => {
  it.each(["/.auth/me", "/api/GetUsers", "/api/GetBudgets", "/api/GetOverview"])(
    "are never cached: %s",
    async (path) => {
      const response = await site.request(path, { headers: { cookie } });
      expect(response.status).toBe(200);
      expect(response.headers.get("cache-control")).toBe("no-store");
    },
  );

  it("aren't served at addresses that look like files", async () => {
    for (const path of [
      "/api/GetUsers/x.css",
      "/api/GetUsers;x.css",
      "/.auth/me/x.js",
      "/api/GetUsers%2fx.png",
    ]) {
      const response = await site.request(path, { headers: { cookie } });
      expect([path, response.status]).toEqual([path, 404]);
      expect(await response.text()).not.toContain("lanternfish");
    }
  });
});

describe("another site in a visitor's browser", () => {
  it.each(["https://evil.example", "null", "http://localhost:3000.evil.example", "http://localhost:3001"])(
    "can't read any response: %s",
    async (origin) => {
      for (const path of ["/.auth/me", "/api/GetBudgets", "/api/WordPressContent", "/about", "/feed.xml"]) {
        const { headers } = await site.request(path, { headers: { cookie, origin } });
        expect([path, headers.get("access-control-allow-origin")]).toEqual([path, null]);
        expect(headers.get("access-control-allow-credentials")).toBeNull();
        expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
      }
    },
  );

  it("is refused every preflight, so it can't send the tenant header or JSON", async () => {
    for (const path of [
      "/api/SaveBudget",
      "/api/EndOtherSessions",
      "/.auth/me",
      "/about",
      "/api/PlaidWebhook",
    ]) {
      const response = await site.request(path, {
        method: "OPTIONS",
        headers: {
          origin: "https://evil.example",
          "access-control-request-method": "POST",
          "access-control-request-headers": "x-tenant, content-type",
        },
      });
      expect([path, response.status]).toEqual([path, 405]);
      for (const name of ["origin", "headers", "methods"])
        expect(response.headers.get(`access-control-allow-${name}`)).toBeNull();
    }
  });
});

describe("a method override in a header or field", () => {
  it("is ignored", async () => {
    const headers = { cookie, "x-http-method-override": "POST", "x-method-override": "POST" };
    expect((await site.request("/api/EndOtherSessions?_method=POST", { headers })).status).toBe(405);
  });
});
