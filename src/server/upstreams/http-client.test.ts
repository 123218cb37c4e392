import type { RequestListener } from "node:http";
import { gzipSync } from "node:zlib";
import { freePort } from "../../../tests/support/ports.ts";
import { serve as serveOrigin } from "../../../tests/support/stand-ins/http-stand-in.ts";
import { describe, expect, it } from "vitest";
import { failureOf } from "../../../tests/support/failure-of.ts";
import { HttpFailure } from "#shared/http/http-failure.ts";
import { createHttpClient, readRetryAfter, type HttpRequest } from "./http-client.ts";
import { createLogger } from "../log.ts";
import { createMetrics } from "../metrics.ts";

const serve = async (listener: RequestListener) => `${await serveOrigin(listener)}/path?api_key=hidden`;

const metrics = createMetrics({ processMetrics: false });
const client = createHttpClient({
  fetch,
  log: createLogger({ level: "silent" }),
  metrics,
  userAgent: "Folio test",
  upstream: "tested",
  random: () => 0,
});

function ask(url: string, more: Partial<HttpRequest> = {}): HttpRequest {
  return { url, timeoutMs: 2_000, maxBytes: 10_000, retries: 0, ...more };
}

const errorOf = (work: Promise<unknown>) => failureOf(HttpFailure, work);

describe("the HTTP client", () => {
  it("reads JSON and sends its user agent", async () => {
    const url = await serve((request, response) => {
      response.setHeader("x-total", "7");
      response.end(JSON.stringify({ agent: request.headers["user-agent"], accept: request.headers.accept }));
    });
    const answer = await client.requestJson(ask(url));
    expect(answer.json).toEqual({ agent: "Folio test", accept: "application/json" });
    expect(answer.headers.get("x-total")).toBe("7");
  });

  it("times out on a hanging server", async () => {
    let knocks = 0;
    const url = await serve(() => void (knocks += 1));
    const began = Date.now();
    const failure = await errorOf(client.request(ask(url, { timeoutMs: 100, retries: 3 })));
    expect(failure.kind).toBe("timeout");
    expect(Date.now() - began).toBeLessThan(1_500);
    expect(knocks, "timeouts aren't retried").toBe(1);
  });

  it("applies the same time limit to a body that never ends", async () => {
    const url = await serve((_request, response) => {
      const timer = setInterval(() => response.write("x"), 20);
      response.on("close", () => clearInterval(timer));
    });
    expect((await errorOf(client.request(ask(url, { timeoutMs: 150 })))).kind).toBe("timeout");
  });

  it("stops reading a body over the limit", async () => {
    const url = await serve((_request, response) => response.end("x".repeat(50_000)));
    const failure = await errorOf(client.request(ask(url, { maxBytes: 1_000 })));
    expect(failure.kind).toBe("too-large");
  });

  it("applies the limit to the decompressed body", async () => {
    const packed = gzipSync("x".repeat(5_000_000));
    expect(packed.byteLength).toBeLessThan(10_000);
    const url = await serve((_request, response) =>
      response.writeHead(200, { "content-encoding": "gzip" }).end(packed),
    );
    expect((await errorOf(client.request(ask(url)))).kind).toBe("too-large");
  });

  it("retries after a reset connection and succeeds", async () => {
    let calls = 0;
    const url = await serve((request, response) => {
      calls += 1;
      if (calls < 3) request.socket.destroy();
      else response.end("fine");
    });
    expect((await client.request(ask(url, { retries: 2 }))).text).toBe("fine");
    expect(calls).toBe(3);
  });

  it("reports a refused connection as a network failure, without the query in its message", async () => {
    const url = `http://127.0.0.1:${await freePort()}/path?api_key=hidden`;
    const failure = await errorOf(client.request(ask(url, { retries: 1 })));
    expect(failure.kind).toBe("network");
    expect(failure.message).not.toContain("hidden");
  });

  it("doesn't retry a 500 or a 400, and returns their body", async () => {
    let calls = 0;
    const url = await serve((_request, response) => {
      calls += 1;
      response.statusCode = 500;
      response.end('{"code":"broken"}');
    });
    const failure = await errorOf(client.requestJson(ask(url, { retries: 3 })));
    expect([failure.kind, failure.statusCode, failure.body]).toEqual(["status", 500, '{"code":"broken"}']);
    expect(calls).toBe(1);
  });

  it("retries 429, 502, 503 and 504 up to the limit", async () => {
    for (const status of [429, 502, 503, 504]) {
      let calls = 0;
      const url = await serve((_request, response) => {
        calls += 1;
        response.statusCode = status;
        response.end();
      });
      expect((await errorOf(client.request(ask(url, { retries: 1 })))).statusCode).toBe(status);
      expect(calls).toBe(2);
    }
  });

  it("retries only the statuses its caller names", async () => {
    let calls = 0;
    const url = await serve((_request, response) => {
      calls += 1;
      response.statusCode = calls === 1 ? 502 : 429;
      response.end();
    });
    const failure = await errorOf(client.request(ask(url, { retries: 5, retriedStatuses: new Set([502]) })));
    expect([failure.statusCode, calls]).toEqual([429, 2]);
  });

  it("returns the headers of a failure", async () => {
    const url = await serve((_request, response) => {
      response.writeHead(403, { "x-ratelimit-remaining": "0" });
      response.end();
    });
    const failure = await errorOf(client.request(ask(url)));
    expect(failure.headers?.get("X-RateLimit-Remaining")).toBe("0");
  });

  it("follows redirects within an origin, or leaves them to the caller on request", async () => {
    const url = await serve((request, response) => {
      if (request.url === "/new") response.end(`moved here with ${String(request.headers["x-api-key"])}`);
      else response.writeHead(301, { location: "/new" }).end();
    });
    const headers = { "x-api-key": "k" };
    expect((await client.request(ask(url, { headers }))).text).toBe("moved here with k");
    const failure = await errorOf(client.request(ask(url, { redirect: "manual" })));
    expect([failure.kind, failure.statusCode, failure.headers?.get("location")]).toEqual([
      "status",
      301,
      "/new",
    ]);
  });

  it.each([301, 302, 303, 307, 308])(
    "sends no header, key or body to another origin after a %i",
    async (status) => {
      let knocks = 0;
      const elsewhere = await serve((_request, response) => {
        knocks += 1;
        response.end("{}");
      });
      const url = await serve((_request, response) =>
        response.writeHead(status, { location: elsewhere }).end(),
      );
      for (const method of ["GET", "HEAD", "POST"] as const) {
        const body = method === "POST" ? { body: "secret=1" } : {};
        const headers = { "x-api-key": "k", authorization: "Bearer k" };
        const failure = await errorOf(client.request(ask(url, { method, headers, retries: 2, ...body })));
        expect([failure.kind, failure.statusCode]).toEqual(["redirect", status]);
        expect(failure.message).toContain(`redirects to ${new URL(elsewhere).origin}`);
        expect(failure.message).not.toContain("hidden");
      }
      expect(knocks).toBe(0);
    },
  );

  it("follows a few redirects, but none of a POST or without a location", async () => {
    let asked = 0;
    const url = await serve((_request, response) => {
      asked += 1;
      response.writeHead(302, { location: `/${asked}` }).end();
    });
    expect((await errorOf(client.request(ask(url)))).message).toContain("too many times");
    expect(asked).toBe(4);
    const post = await errorOf(client.request(ask(url, { method: "POST", body: "x" })));
    expect([post.kind, asked]).toEqual(["redirect", 5]);
    for (const location of ["http://[", "http://user:pass@127.0.0.1/", "javascript:alert(1)"]) {
      const bad = await serve((_request, response) => response.writeHead(302, { location }).end());
      expect((await errorOf(client.request(ask(bad)))).kind).toBe("redirect");
    }
  });

  it("waits as long as Retry-After asks", async () => {
    const times: number[] = [];
    const url = await serve((_request, response) => {
      times.push(Date.now());
      response.statusCode = times.length === 1 ? 503 : 200;
      response.setHeader("retry-after", "1");
      response.end();
    });
    await client.request(ask(url, { retries: 1 }));
    expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(990);
  });

  it("returns a Retry-After beyond the limit to the caller at once", async () => {
    const url = await serve((_request, response) => {
      response.statusCode = 429;
      response.setHeader("retry-after", "3600");
      response.end();
    });
    const failure = await errorOf(client.request(ask(url, { retries: 5 })));
    expect(failure.retryAfterSeconds).toBe(3600);
  });

  it("reports HTML received instead of JSON", async () => {
    const url = await serve((_request, response) => response.end("<!doctype html><title>Log in</title>"));
    const failure = await errorOf(client.requestJson(ask(url)));
    expect(failure.kind).toBe("not-json");
    expect(failure.message).toContain("HTML");
  });

  it("stops at once when its caller aborts, even between two attempts", async () => {
    const hanging = await serve(() => undefined);
    const first = errorOf(
      client.request(ask(hanging, { signal: AbortSignal.timeout(50), timeoutMs: 5_000 })),
    );
    expect((await first).kind).toBe("aborted");
    const busy = await serve((_request, response) => {
      response.statusCode = 503;
      response.setHeader("retry-after", "9");
      response.end();
    });
    const second = errorOf(client.request(ask(busy, { signal: AbortSignal.timeout(80), retries: 2 })));
    expect((await second).kind).toBe("aborted");
  });

  it("counts attempts by outcome", async () => {
    const url = await serve((_request, response) => response.end("{}"));
    await client.requestJson(ask(url));
    const text = await metrics.registry.getSingleMetricAsString("folio_upstream_calls_total");
    expect(text).toMatch(/upstream="tested",outcome="ok"/);
    expect(text).toMatch(/upstream="tested",outcome="status-503"/);
  });
});

describe("Retry-After", () => {
  it("is parsed as seconds or a date; anything else is ignored", () => {
    expect(readRetryAfter("12", 0)).toBe(12);
    expect(readRetryAfter("Thu, 01 Jan 1970 00:00:30 GMT", 0)).toBe(30);
    expect(readRetryAfter("Thu, 01 Jan 1970 00:00:30 GMT", 60_000)).toBe(0);
    expect(readRetryAfter("soon", 0)).toBeNull();
    expect(readRetryAfter(null, 0)).toBeNull();
  });
});
