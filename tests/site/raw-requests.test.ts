import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { siteConfig } from "#site-config";
import { serveRaw, statusesOf, type RawSite } from "../support/raw-http.ts";
import { createTestApp, type TestApp } from "../support/test-app.ts";
import { useTestDatabase } from "../support/test-database.ts";

/** Requests that no client library sends, malformed between requests, in header names and in paths. */

const database = useTestDatabase({ emptyBefore: "all" });
let site: TestApp;
let raw: RawSite;

beforeEach(async () => {
  site = createTestApp(database());
  raw = await serveRaw(site.listener);
});

afterEach(() => raw.stop());

function ask(line: string, headers: string[] = [], body = ""): Promise<string> {
  const own = headers.some((header) => /^host:/i.test(header)) ? [] : ["Host: localhost"];
  return raw.send([line, ...own, "Connection: close", ...headers, "", body].join("\r\n"));
}

const post = ["Content-Type: application/json", `x-tenant: ${siteConfig.tenant}`];
const smuggled = "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n";

describe("a request with an ambiguous length", () => {
  it.each([
    ["Content-Length and Transfer-Encoding", ["Content-Length: 4", "Transfer-Encoding: chunked"]],
    ["two lengths", ["Content-Length: 4", "Content-Length: 44"]],
    ["a length with a sign", ["Content-Length: +4"]],
    ["a length in hexadecimal", ["Content-Length: 0x4"]],
    ["a list of lengths", ["Content-Length: 4, 4"]],
    ["a coding that is not known", ["Transfer-Encoding: xchunked"]],
    ["chunked twice", ["Transfer-Encoding: chunked, chunked, identity"]],
    ["a space before the colon", ["Content-Length : 4"]],
    ["a folded header", ["X-A: b\r\n Transfer-Encoding: chunked"]],
    ["a bare line feed", ["X-A: b\nTransfer-Encoding: chunked"]],
    ["a NUL in a header", ["X-A: b\u0000c"]],
  ])("is refused, and what follows isn't treated as a request: %s", async (_case, headers) => {
    const answer = await raw.send(
      [
        "POST /api/GetUsers HTTP/1.1",
        "Host: localhost",
        ...post,
        ...headers,
        "",
        `0\r\n\r\n${smuggled}`,
      ].join("\r\n"),
    );
    expect(statusesOf(answer).filter((status) => status !== "400")).toEqual([]);
    expect(answer).not.toContain("folio_http_requests_total");
  });

  it("in chunks is read to its end, followed by the next request", async () => {
    const head = [
      "POST /api/PlaidWebhook HTTP/1.1",
      "Host: localhost",
      ...post,
      "Transfer-Encoding: chunked",
    ];
    const answer = await raw.send(
      `${head.join("\r\n")}\r\n\r\n2\r\n{}\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
    );
    expect(statusesOf(answer)).toEqual(["401", "200"]);
  });
});

describe("a request line", () => {
  it.each([
    ["TRACE", ["404", "405"]],
    ["CONNECT", ["400"]],
    ["PROPFIND", ["405"]],
    ["NONSENSE", ["400"]],
  ])("with the method %s is refused", async (method, allowed) => {
    const answer = await ask(`${method} /api/WordPressContent HTTP/1.1`, ["X-Secret: echo-me"]);
    const [status = "400"] = statusesOf(answer);
    expect(allowed).toContain(status);
    expect(answer).not.toContain("echo-me");
  });

  it("with another site's URL gets nothing of ours", async () => {
    const answer = await ask("GET http://evil.example/healthz HTTP/1.1", ["Host: evil.example"]);
    expect(["400", "421"]).toContain(statusesOf(answer)[0] ?? "400");
  });

  it.each([["no Host", "GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n"]])(
    "with %s is refused",
    async (_case, bytes) => {
      expect(statusesOf(await raw.send(bytes))).toEqual(["400"]);
    },
  );

  it("of a megabyte is refused, and the server keeps working", async () => {
    const answer = await ask(`GET /${"a".repeat(1_000_000)} HTTP/1.1`);
    expect(statusesOf(answer).filter((status) => status !== "431" && status !== "414")).toEqual([]);
    expect(statusesOf(await ask("GET /healthz HTTP/1.1"))).toEqual(["200"]);
  });

  it("with a megabyte of headers is refused, and the server keeps working", async () => {
    const answer = await ask("GET /healthz HTTP/1.1", [`X-Long: ${"a".repeat(1_000_000)}`]);
    expect(statusesOf(answer).filter((status) => status !== "431")).toEqual([]);
    expect(statusesOf(await ask("GET /healthz HTTP/1.1"))).toEqual(["200"]);
  });
});

describe("a path outside the folder of files", () => {
  it.each([
    "/assets/../../package.json",
    "/assets/%2e%2e/%2e%2e/package.json",
    "/assets/..%2f..%2fpackage.json",
    "/assets/..%5c..%5cpackage.json",
    String.raw`/assets/..\..\package.json`,
    "/assets/....//....//package.json",
    "/assets/%252e%252e%252fpackage.json",
    "/assets/..%00/package.json",
    "/assets/%c0%ae%c0%ae/package.json",
    "/assets//etc/passwd",
    "/assets/C:%5cwindows",
    "/favicon.svg/../../package.json",
    "/favicon.svg%00.html",
    "/.git/config",
    "/.env",
    "/package.json",
    "/src/server/main.ts",
    "/assets/",
  ])("finds nothing: %s", async (path) => {
    const answer = await ask(`GET ${path} HTTP/1.1`);
    expect(["400", "404"]).toContain(statusesOf(answer)[0]);
    expect(answer).not.toMatch(/"dependencies"|root:|<svg/);
  });

  it("although the file itself is found", async () => {
    expect(await ask("GET /favicon.svg HTTP/1.1")).toContain("<svg");
  });
});

describe("responses can't be split", () => {
  it.each([
    ["/.auth/login/aad?post_login_redirect_uri=%0d%0aSet-Cookie:%20evil=1%0d%0a%0d%0a<script>"],
    ["/.auth/logout?post_logout_redirect_uri=/%0d%0aSet-Cookie:%20evil=1"],
    ["//a%0d%0aSet-Cookie:%20evil=1"],
    ["/posts%0d%0aSet-Cookie:%20evil=1"],
    ["/api/GitHubRepo?name=%0d%0aSet-Cookie:%20evil=1"],
  ])("by an address: %s", async (path) => {
    const answer = await ask(`GET ${path} HTTP/1.1`);
    expect(statusesOf(answer)).toHaveLength(1);
    expect(answer).not.toMatch(/^set-cookie: *evil/im);
  });
});

describe("the log", () => {
  it.each([
    ["percent-coded line ends", "/a%0d%0a%7B%22level%22:%22error%22%7D"],
    ["quotes and braces", '/a","level":"error","x":{"'],
    ["escape sequences", "/a%1b[2J%1b]0;owned%07"],
    ["a terminal control character", "/a%c2%9b2J%e2%80%a8"],
  ])("has one line for a request with %s in its path", async (_case, path) => {
    await ask(`GET ${path} HTTP/1.1`, ['User-Agent: x","level":"error']);
    const requests = site.logged.filter(({ msg }) => msg === "request");
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({ level: "info", method: "GET" });
    // Undoes JSON's escapes of these characters; others would appear unescaped in the line.
    expect(String(requests[0]?.["path"])).not.toMatch(/[\u007f-\u009f\u2028\u2029]/);
    expect(site.logged.filter(({ level }) => level === "error")).toEqual([]);
  });
});

describe("a compressed body", () => {
  it("isn't decompressed, so a small one can't become a large one", async () => {
    const bomb = gzipSync(JSON.stringify({ a: "x".repeat(50_000_000) }));
    const before = process.memoryUsage.rss();
    const response = await site.request("/api/PlaidWebhook", {
      method: "POST",
      body: new Uint8Array(bomb),
      headers: { "content-type": "application/json", "content-encoding": "gzip" },
    });
    expect([400, 401]).toContain(response.status);
    const call = await site.request("/api/EndOtherSessions", {
      method: "POST",
      body: new Uint8Array(bomb),
      headers: {
        "content-type": "application/json",
        "content-encoding": "gzip",
        "x-tenant": siteConfig.tenant,
        origin: "http://localhost:3000",
      },
    });
    expect(call.status).toBe(401);
    expect(process.memoryUsage.rss() - before).toBeLessThan(30_000_000);
  });
});
