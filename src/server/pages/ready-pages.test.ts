import { brotliDecompressSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { emptyPageData } from "../../../tests/support/empty-page-data.ts";
import { listenTo, type SocketSite } from "../../../tests/support/socket-site.ts";
import { createTestApp, type TestApp } from "../../../tests/support/test-app.ts";
import { useTestDatabase } from "../../../tests/support/test-database.ts";
import type { PageRenderer } from "./page-renderer.ts";

/** Pages answered before the framework must be indistinguishable except in speed. (page-privacy.test.ts covers privacy.) */

const database = useTestDatabase();
let site: TestApp;
let socket: SocketSite;
let renderings: number;
let nowMs: number;
/** Counts calls of the framework. */
let framework: { mock: { calls: unknown[] } };

const countingRenderer: PageRenderer = {
  findRoute: async (pathname) => ({ handle: {}, modules: [], isUnknown: pathname !== "/about" }),
  render: async ({ request }) => {
    renderings += 1;
    const body = `Rendering ${renderings}. ${"Long enough to be worth compressing. ".repeat(50)}`;
    const status = request.url.endsWith("/nothing") ? 404 : 200;
    return { kind: "page", status, head: "", body, data: emptyPageData, failure: null };
  },
  assetsOf: () => ({ scripts: [], styles: [], preloads: [] }),
};

async function openSite(environment: Record<string, string> = {}): Promise<void> {
  site = createTestApp(database(), { renderer: countingRenderer, now: () => new Date(nowMs), environment });
  framework = vi.spyOn(site.app, "fetch");
  socket = await listenTo(site.listener);
}

beforeEach(async () => {
  renderings = 0;
  nowMs = Date.now();
  await openSite();
});
afterEach(() => socket.close());

const host = "localhost:3000";

function ask(
  headers: Record<string, string> = {},
  init: { method?: string; body?: string; path?: string } = {},
) {
  const { path = "/about", ...rest } = init;
  return socket.request(path, { headers: { host, ...headers }, ...rest });
}

/** Returns what an answer contains, except for what differs each time. */
async function told(response: Response) {
  const headers = Object.fromEntries(response.headers);
  expect(headers["x-request-id"]).toMatch(/^[\da-f-]{36}$/);
  const { "x-request-id": _id, date: _date, ...same } = headers;
  return {
    status: response.status,
    headers: same,
    body: Buffer.from(await response.arrayBuffer()).toString("hex"),
  };
}

const asFramework = () => framework.mock.calls.length;

describe("a cached page", () => {
  it.each([
    ["brotli", { "accept-encoding": "gzip, br" }],
    ["gzip", { "accept-encoding": "gzip" }],
    ["as it is", {}],
  ])("matches the framework's answer byte by byte: %s", async (_name, headers) => {
    const first = await told(await ask(headers));
    expect(asFramework()).toBe(1);
    const second = await told(await ask(headers));
    expect(asFramework()).toBe(1);
    expect(second).toEqual(first);
    expect(second.headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "public, max-age=0, must-revalidate",
      "x-frame-options": "DENY",
      "content-security-policy": expect.stringContaining("default-src 'none'"),
    });
  });

  it("is kept separately for each encoding", async () => {
    await ask({ "accept-encoding": "br" });
    const plain = await (await ask()).text();
    const packed = Buffer.from(await (await ask({ "accept-encoding": "br" })).arrayBuffer());
    expect(brotliDecompressSync(packed).toString()).toBe(plain);
    expect(asFramework()).toBe(2);
  });

  it("is answered 304 to its own ETag only", async () => {
    const { headers } = await ask();
    const etag = headers.get("etag") ?? "";
    const known = { "if-none-match": `"other", W/${etag}` };
    const first = await told(await ask(known));
    const second = await told(await ask(known));
    expect(asFramework()).toBe(2);
    expect(second).toEqual(first);
    expect(second).toMatchObject({ status: 304, body: "", headers: { etag } });
    expect((await ask({ "if-none-match": '"other"' })).status).toBe(200);
    expect(asFramework()).toBe(2);
  });

  it("has a request id, a log line and metrics for each request", async () => {
    const ids = [];
    const lines = () => site.logged.filter(({ msg }) => msg === "request");
    for (let count = 1; count <= 5; count += 1) {
      ids.push((await ask()).headers.get("x-request-id"));
      // It's logged once its answer has been sent.
      await expect.poll(() => lines().length).toBe(count);
    }
    expect(new Set(ids).size).toBe(5);
    expect(lines().map(({ requestId }) => requestId)).toEqual(ids);
    for (const line of lines()) expect(line).toMatchObject({ method: "GET", path: "/about", status: 200 });
    const measured = await site.kernel.metrics.registry.metrics();
    expect(measured).toContain('folio_http_requests_total{method="GET",route="(page)",status="200"} 5');
    expect(measured).toContain('folio_http_request_seconds_count{method="GET",route="(page)"} 5');
    expect(measured).toContain('folio_page_cache_total{result="hit"} 4');
  });

  it("is dropped when content changes", async () => {
    await ask();
    site.kernel.publicPagesChanged();
    expect(await (await ask()).text()).toContain("Rendering 2.");
    expect(await (await ask()).text()).toContain("Rendering 2.");
  });

  it("is revalidated after a minute like any cached page", async () => {
    await ask();
    nowMs += 61_000;
    expect(await (await ask()).text()).toContain("Rendering 1.");
    await expect.poll(async () => (await ask()).text()).toContain("Rendering 2.");
  });
});

describe("the framework answers", () => {
  beforeEach(async () => {
    await ask();
    await ask();
    expect(asFramework()).toBe(1);
  });

  it("for every other method", async () => {
    const head = await ask({}, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    expect((await ask({}, { method: "POST", body: "{}" })).status).toBe(405);
    expect((await ask({}, { method: "OPTIONS" })).status).toBe(405);
    expect(asFramework()).toBe(4);
  });

  it("for a request with a body", async () => {
    expect((await ask({ "content-length": "2" }, { body: "{}" })).status).toBe(200);
    expect((await ask({ "transfer-encoding": "chunked" }, { body: "{}" })).status).toBe(200);
    expect(asFramework()).toBe(3);
  });

  it("for another host, another spelling, and an address with a query", async () => {
    expect((await ask({ host: "evil.example" })).status).toBe(421);
    expect((await ask({ host: "LOCALHOST:3000" })).status).toBe(200);
    expect((await ask({}, { path: "/about?utm_source=x" })).status).toBe(200);
    expect(asFramework()).toBe(4);
  });

  it.each(["x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "forwarded", "x-real-ip"])(
    "for requests through a proxy while the sandbox sign-in is in use: %s",
    async (name) => {
      expect((await ask({ [name]: "203.0.113.9" })).status).toBe(403);
    },
  );

  it("for an unknown address, each time", async () => {
    for (let count = 0; count < 3; count += 1) expect((await ask({}, { path: "/nothing" })).status).toBe(404);
    expect(asFramework()).toBe(4);
  });
});

it("a proxy's headers change nothing with a real sign-in", async () => {
  await socket.close();
  await openSite({
    ENTRA_CLIENT_ID: "id",
    ENTRA_CLIENT_SECRET: "secret",
    PUBLIC_URL: "https://site.example",
    HOST: "0.0.0.0",
  });
  const headers = { host: "site.example", "x-forwarded-for": "203.0.113.9", "x-forwarded-proto": "https" };
  const first = await told(await ask(headers));
  expect(await told(await ask({ ...headers, "x-forwarded-for": "198.51.100.7" }))).toEqual(first);
  expect(first.headers["strict-transport-security"]).toContain("max-age=31536000");
  expect(asFramework()).toBe(1);
});
