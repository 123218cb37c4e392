import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createTestUser } from "../../../tests/support/factories/auth-factory.ts";
import { defineGet } from "#shared/endpoint.ts";
import { upstreamFailed } from "#shared/errors.ts";
import { createTestApp } from "../../../tests/support/test-app.ts";
import { useTestDatabase } from "../../../tests/support/test-database.ts";
import type { Database } from "../database/db.ts";
import { defineFeature } from "../feature.ts";

const database = useTestDatabase();

const liveSignIn = {
  ENTRA_CLIENT_ID: "id",
  ENTRA_CLIENT_SECRET: "secret",
  PUBLIC_URL: "https://site.example",
  HOST: "0.0.0.0",
};

describe("every answer", () => {
  it("has a request id and the security headers", async () => {
    const site = createTestApp(database());
    const ids = new Set<string | null>();
    for (const path of [
      "/healthz",
      "/api/WordPressContent",
      "/api/nope",
      "/sitemap.xml",
      "/assets/none.js",
    ]) {
      const { headers } = await site.request(path);
      ids.add(headers.get("x-request-id"));
      expect(headers.get("content-security-policy"), path).toContain("default-src 'none'");
      expect(headers.get("content-security-policy"), path).not.toMatch(/script-src[^;]*unsafe/);
      expect(headers.get("x-content-type-options"), path).toBe("nosniff");
      expect(headers.get("referrer-policy"), path).toBe("strict-origin-when-cross-origin");
      expect(headers.get("strict-transport-security"), path).toBeNull();
    }
    expect(ids.size).toBe(5);
    expect(ids.has(null)).toBe(false);
  });

  it("sends Strict-Transport-Security if the site uses https", async () => {
    const site = createTestApp(database(), { environment: liveSignIn, origin: "https://site.example" });
    const { headers } = await site.request("/healthz");
    expect(headers.get("strict-transport-security")).toBe("max-age=31536000; includeSubDomains");
  });

  it("logs one line with method, path and status, and no secrets", async () => {
    const site = createTestApp(database());
    await site.request("/api/nope?code=abc&state=def", { headers: { cookie: "folio=c2VjcmV0LXRva2Vu" } });
    const lines = site.logged.filter((line) => line["msg"] === "request");
    expect(lines).toEqual([expect.objectContaining({ method: "GET", path: "/api/nope", status: 404 })]);
    expect(JSON.stringify(site.logged)).not.toContain("c2VjcmV0");
  });
});

describe("the Host header", () => {
  it.each(["evil.example", "127.0.0.1.evil.example", "[::bad", "", "localhost@evil.example"])(
    "%s is refused with 421",
    async (host) => {
      const response = await createTestApp(database()).request("/api/WordPressContent", {
        headers: { host },
      });
      expect(response.status).toBe(421);
      expect(await response.json()).toMatchObject({ success: false, errors: { host: [expect.any(String)] } });
    },
  );

  it("must be the public one, except for health checks", async () => {
    const site = createTestApp(database(), { environment: liveSignIn, origin: "https://site.example" });
    expect((await site.request("/robots.txt", { headers: { host: "10.0.0.7:3000" } })).status).toBe(421);
    expect((await site.request("/healthz", { headers: { host: "10.0.0.7:3000" } })).status).toBe(200);
  });

  it("never ends up in a link", async () => {
    const site = createTestApp(database(), { environment: liveSignIn, origin: "https://site.example" });
    expect(await (await site.request("/robots.txt")).text()).toContain(
      "Sitemap: https://site.example/sitemap.xml",
    );
  });
});

describe("a refused request", () => {
  it("is logged and counted in the metrics too", async () => {
    const site = createTestApp(database());
    await site.request("/about", { headers: { host: "evil.example" } });
    expect(site.logged.filter((line) => line["msg"] === "request")).toEqual([
      expect.objectContaining({ path: "/about", status: 421 }),
    ]);
    const metrics = await (await site.request("/metrics")).text();
    expect(metrics).toContain('folio_http_requests_total{method="GET",route="(refused)",status="421"} 1');
  });
});

describe("other methods", () => {
  it.each(["/.auth/login/aad", "/.auth/logout", "/api/openapi.json", "/api/docs", "/api/WordPressContent"])(
    "of %s are answered 405 with Allow",
    async (path) => {
      const response = await createTestApp(database()).request(path, { method: "DELETE" });
      expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
      expect(await response.json()).toMatchObject({ success: false, errors: { method: ["Use GET."] } });
    },
  );
});

describe("a session that can't be looked up", () => {
  it("leaves the visitor anonymous and answers 503 to calls that need a session", async () => {
    const unreachable: Database["unsafeDb"] = new Proxy(database().unsafeDb, {
      get() {
        throw new Error("the database is away");
      },
    });
    const site = createTestApp({ ...database(), unsafeDb: unreachable });
    const cookie = `folio=${"a".repeat(43)}`;
    expect(await (await site.request("/.auth/me", { headers: { cookie } })).json()).toEqual({
      clientPrincipal: null,
    });
    const refused = await site.request("/api/GetUsers", { headers: { cookie } });
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
    expect((await site.request("/api/GetUsers")).status).toBe(401);
  });
});

describe("the sandbox sign-in", () => {
  it.each(["x-forwarded-for", "forwarded", "x-forwarded-host", "x-real-ip"])(
    "refuses requests through a proxy (%s)",
    async (name) => {
      const response = await createTestApp(database()).request("/healthz", {
        headers: { [name]: "for=1.2.3.4" },
      });
      expect(response.status).toBe(403);
    },
  );

  it("allows a public demo behind a proxy", async () => {
    const site = createTestApp(database(), {
      environment: { FOLIO_DEMO: "1", HOST: "0.0.0.0", PUBLIC_URL: "https://demo.example" },
      origin: "https://demo.example",
    });
    expect((await site.request("/healthz", { headers: { "x-forwarded-for": "1.2.3.4" } })).status).toBe(200);
  });

  it("can be reached by the site at its internal address, which gives access to nothing else", async () => {
    const site = createTestApp(database(), {
      environment: { FOLIO_DEMO: "1", HOST: "0.0.0.0", PUBLIC_URL: "https://demo.example" },
      origin: "https://demo.example",
    });
    const headers = { host: "127.0.0.1:3000" };
    // 404: there is no sandbox in this test; a refused Host would be 421.
    expect((await site.request("/sandbox/github/users/anybody", { headers })).status).toBe(404);
    expect((await site.request("/.auth/me", { headers })).status).toBe(421);
    const stranger = { host: "sandbox.example" };
    expect((await site.request("/sandbox/github/users/anybody", { headers: stranger })).status).toBe(421);
  });
});

describe("operation", () => {
  it("is healthy, and ready once the database answers", async () => {
    const site = createTestApp(database());
    expect(await (await site.request("/healthz")).json()).toEqual({ status: "ok" });
    expect(await (await site.request("/readyz")).json()).toMatchObject({ status: "ready" });
  });

  it("isn't ready without its database, and logs why", async () => {
    const lost = { ...database(), ping: () => Promise.reject(new Error("gone")) };
    const site = createTestApp(lost);
    expect((await site.request("/readyz")).status).toBe(503);
    expect((await site.request("/healthz")).status).toBe(200);
    expect(site.logged.some((line) => line["msg"] === "Can't reach the database.")).toBe(true);
  });

  it("serves metrics on loopback, by route pattern", async () => {
    const site = createTestApp(database());
    await site.request("/api/WordPressContent");
    await site.request("/api/made-up-by-a-stranger");
    const text = await (await site.request("/metrics")).text();
    expect(text).toContain(
      'folio_http_requests_total{method="GET",route="/api/WordPressContent",status="200"} 1',
    );
    expect(text).not.toContain("made-up");
  });

  it("requires a token for metrics elsewhere", async () => {
    const environment = { ...liveSignIn, METRICS_TOKEN: "0123456789abcdef" };
    const site = createTestApp(database(), { environment, origin: "https://site.example" });
    const withToken = (token: string) =>
      site.request("/metrics", { headers: { authorization: `Bearer ${token}` } });
    expect((await site.request("/metrics")).status).toBe(403);
    expect((await withToken("0123456789abcdeX")).status).toBe(403);
    expect((await withToken("0123456789abcdef")).status).toBe(200);
    const withoutSetting = createTestApp(database(), {
      environment: liveSignIn,
      origin: "https://site.example",
    });
    expect((await withoutSetting.request("/metrics")).status).toBe(403);
  });
});

describe("for machines", () => {
  it("the sitemap lists the public pages with absolute URLs", async () => {
    const site = createTestApp(database());
    await site.start();
    const xml = await (await site.request("/sitemap.xml")).text();
    await site.stop();
    for (const path of ["/", "/about", "/posts", "/post/"])
      expect(xml).toContain(`<loc>http://localhost:3000${path}`);
    expect(xml).not.toContain("/users");
    expect(xml).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<urlset /);
  });

  it("robots.txt disallows calls, sign-in and sandboxes", async () => {
    const text = await (await createTestApp(database()).request("/robots.txt")).text();
    for (const path of ["/api/", "/.auth/", "/sandbox/"]) expect(text).toContain(`Disallow: ${path}`);
  });

  it("the OpenAPI document lists every call, and the reader page shows them without scripts", async () => {
    const site = createTestApp(database());
    const document = (await (await site.request("/api/openapi.json")).json()) as Record<
      string,
      Record<string, unknown>
    >;
    expect(document["openapi"]).toBe("3.1.0");
    const operations = Object.entries(document["paths"] ?? {}).flatMap(([path, methods]) =>
      Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(operations).toEqual(
      expect.arrayContaining(["GET /api/WordPressContent", "GET /.auth/me", "POST /api/EndOtherSessions"]),
    );
    expect(operations).toContain("POST /api/ContentWebhook");
    const page = await site.request("/api/docs");
    const html = await page.text();
    for (const operation of operations) expect(html).toContain(`<code>${operation}</code>`);
    expect(html).not.toContain("<script");
    expect(html.replaceAll(/<pre.*?<\/pre>/gs, "")).not.toContain("`");
    expect(html).toContain("<code>summary=true</code>");
    expect(page.headers.get("content-security-policy")).toMatch(
      /^default-src 'none'; style-src 'sha256-[^;]+; img-src 'self';/,
    );
  });
});

describe("limits", () => {
  it("a caller over the limit gets 429 with Retry-After; others don't", async () => {
    const site = createTestApp(database(), {
      environment: { ...liveSignIn, TRUST_PROXY: "127.0.0.1", READS_PER_MINUTE: "3" },
      origin: "https://site.example",
    });
    const from = (address: string) =>
      site.request("/api/WordPressContent", { headers: { "x-forwarded-for": address } });
    for (let call = 0; call < 3; call += 1) expect((await from("203.0.113.1")).status).toBe(200);
    const refused = await from("203.0.113.1");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({
      success: false,
      errors: { RATE_LIMIT: ["Rate limit exceeded"] },
    });
    expect((await from("203.0.113.2")).status).toBe(200);
  });

  it.each([
    ["every address of an IPv6 /64", "2001:db8:1:2::1", "2001:DB8:1:2:ffff::7", "2001:db8:1:3::1"],
    ["an IPv4 address, also inside IPv6,", "203.0.113.1", "::ffff:203.0.113.1", "::ffff:203.0.113.2"],
  ])("count %s as one caller, webhooks included", async (_what, one, same, another) => {
    const site = createTestApp(database(), {
      environment: {
        ...liveSignIn,
        TRUST_PROXY: "127.0.0.1",
        READS_PER_MINUTE: "1",
        WRITES_PER_MINUTE: "1",
        CONTENT_WEBHOOK_SECRET: "the-secret-of-this-test",
      },
      origin: "https://site.example",
    });
    const asks = async (path: string, method: string) => {
      const statuses: number[] = [];
      for (const address of [one, same, another]) {
        const headers = { "x-forwarded-for": address };
        statuses.push((await site.request(path, { method, headers })).status);
      }
      return statuses;
    };
    expect(await asks("/api/WordPressContent", "GET")).toEqual([200, 429, 200]);
    expect(await asks("/api/PlaidWebhook", "POST")).toEqual([401, 429, 401]);
    expect(await asks("/api/ContentWebhook", "POST")).toEqual([401, 429, 401]);
  });

  it("apply to all sessions of a person together", async () => {
    const site = createTestApp(database(), { environment: { READS_PER_MINUTE: "2" } });
    const objectId = randomUUID();
    const here = await createTestUser(database(), { objectId });
    const there = await createTestUser(database(), { objectId });
    const other = await createTestUser(database());
    const statuses: number[] = [];
    for (const { cookie } of [here, there, there, other])
      statuses.push((await site.request("/api/GetProducts", { headers: { cookie } })).status);
    expect(statuses).toEqual([200, 200, 429, 200]);
  });

  it("sign-in attempts are limited too, with an error page for the person", async () => {
    const site = createTestApp(database(), { environment: { WRITES_PER_MINUTE: "1" } });
    const targets: (string | null)[] = [];
    for (let call = 0; call < 31; call += 1) {
      targets.push((await site.request("/.auth/login/aad", { redirect: "manual" })).headers.get("location"));
    }
    expect(targets.filter((target) => target === "/sign-in?problem=too-many")).toEqual(targets.slice(30));
  });
});

const endpoint = defineGet("/api/Probe", "public", {
  summary: "A call of this test",
  input: z.object({ how: z.enum(["throws", "lies", "upstream", "database"]) }),
  output: z.object({ count: z.int() }),
});

const probe = defineFeature({
  name: "probe",
  contract: { probe: endpoint },
  handlers: {
    probe: ({ how }) => {
      if (how === "throws") throw new Error("secret reason");
      if (how === "database")
        throw new Error("Failed query", { cause: Object.assign(new Error("x"), { code: "57P01" }) });
      if (how === "upstream")
        throw upstreamFailed("The other side is down.", { statusCode: 503, retryAfterSeconds: 9 });
      return { count: 1.5 };
    },
  },
});

describe("a failing handler", () => {
  it.each(["throws", "lies"])(
    "that %s answers 500 with the request id; only the log has the cause",
    async (how) => {
      const site = createTestApp(database(), { features: [probe] });
      const response = await site.request(`/api/Probe?how=${how}`);
      expect(response.status).toBe(500);
      const text = await response.text();
      expect(text).toContain(response.headers.get("x-request-id"));
      expect(text).not.toMatch(/secret reason|contract|stack/);
      expect(JSON.stringify(site.logged)).toMatch(
        how === "throws" ? /secret reason/ : /violates its contract/,
      );
    },
  );

  it("that met a failing upstream says so, with Retry-After", async () => {
    const response = await createTestApp(database(), { features: [probe] }).request(
      "/api/Probe?how=upstream",
    );
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "9"]);
    expect(await response.json()).toMatchObject({ errors: { UPSTREAM: ["The other side is down."] } });
  });

  it("without the database answers 503 with Retry-After instead of 500", async () => {
    const response = await createTestApp(database(), { features: [probe] }).request(
      "/api/Probe?how=database",
    );
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await response.text()).not.toContain("Failed query");
  });

  it("is never called with invalid input", async () => {
    const response = await createTestApp(database(), { features: [probe] }).request("/api/Probe?how=other");
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: { how: [expect.any(String)] } });
  });
});
