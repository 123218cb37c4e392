import { createHmac } from "node:crypto";
import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { createOwnCounts } from "#server/limits/own-call-counts.ts";
import { failureAnswer } from "#server/http/calls/mount.ts";
import type { AppEnv } from "#server/feature.ts";
import { builtInContent } from "../domain/built-in-content.ts";
import type { ContentService } from "./content-service.ts";
import { mountContentWebhook } from "./content-webhook.ts";

const secret = "a-secret-of-the-tests";
const now = new Date("2026-11-21T12:00:00Z");

function createApp() {
  let refreshes = 0;
  const content: ContentService = {
    current: () => ({
      content: builtInContent({ ownerName: "R", headline: "h" }),
      version: "v1",
      asOf: "2026-11-21T12:00:00.000Z",
      isStale: false,
      source: "wordpress",
      problems: [],
    }),
    refresh() {
      refreshes += 1;
      return Promise.resolve();
    },
    onChange: () => () => undefined,
  };
  const app = new Hono<AppEnv>();
  app.onError((error, c) => failureAnswer(c, error));
  mountContentWebhook(app, { secret, content, ...around() });
  return { app, refreshes: () => refreshes };
}

function around() {
  return {
    now: () => now,
    counts: createOwnCounts(() => now.getTime()),
    limiter: { take: () => Promise.resolve(), allows: () => Promise.resolve(true) },
  };
}

function sign(body: string, key = secret): string {
  return `sha256=${createHmac("sha256", key).update(body).digest("hex")}`;
}

function call(app: Hono<AppEnv>, body: string, signature: string | null) {
  const headers: Record<string, string> = signature === null ? {} : { "x-folio-signature": signature };
  return app.request("/api/ContentWebhook", { method: "POST", body, headers });
}

describe("the content webhook", () => {
  it("refreshes at once for a signed, recent body", async () => {
    const { app, refreshes } = createApp();
    for (const timestamp of [
      "2026-11-21T11:56:00Z",
      "2026-11-21T13:03:00+01:00",
      now.getTime() / 1000 + 200,
    ]) {
      const body = JSON.stringify({ timestamp, post: 5 });
      const response = await call(app, body, sign(body));
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({
        success: true,
        data: { version: "v1", isStale: false, isDone: true },
      });
    }
    expect(refreshes()).toBe(3);
  });

  it("accepts each signed body once, whatever the spelling of its signature", async () => {
    const { app, refreshes } = createApp();
    const body = JSON.stringify({ timestamp: now.toISOString() });
    expect((await call(app, body, sign(body))).status).toBe(200);
    for (const signature of [sign(body), ` ${sign(body)} `, sign(body).toUpperCase().replace("SHA", "sha")]) {
      const again = await call(app, body, signature);
      expect(again.status).toBe(409);
      expect(await again.json()).toMatchObject({
        errors: { timestamp: [expect.stringContaining("already received")] },
      });
    }
    const next = JSON.stringify({ timestamp: now.toISOString(), post: 6 });
    expect((await call(app, next, sign(next))).status).toBe(200);
    expect(refreshes()).toBe(2);
  });

  const fresh = JSON.stringify({ timestamp: now.toISOString() });
  const old = JSON.stringify({ timestamp: "2026-11-21T11:54:00Z" });
  const early = JSON.stringify({ timestamp: "2026-11-21T12:06:00Z" });
  it.each([
    ["no signature", fresh, null],
    ["a signature of another body", fresh, sign(old)],
    ["a signature with another secret", fresh, sign(fresh, "another-secret-altogether")],
    ["a signature of the wrong length", fresh, "sha256=abcd"],
    ["another algorithm", fresh, sign(fresh).replace("sha256", "sha1")],
    ["a timestamp that is too old", old, sign(old)],
    ["a timestamp in the future", early, sign(early)],
    ["a body without a timestamp", "{}", sign("{}")],
    ["a body that isn't JSON", "hello", sign("hello")],
    ["no body", "", sign("")],
  ])("rejects %s", async (_what, body, signature) => {
    const { app, refreshes } = createApp();
    const response = await call(app, body, signature);
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ success: false, statusCode: 401, data: null });
    expect(refreshes()).toBe(0);
  });

  it("doesn't read an endless body", async () => {
    const { app } = createApp();
    const body = "x".repeat(70_000);
    expect((await call(app, body, sign(body))).status).toBe(413);
  });

  it("doesn't exist without a secret, and accepts only POST", async () => {
    const { app } = createApp();
    expect((await createAppWithoutSecret().request("/api/ContentWebhook", { method: "POST" })).status).toBe(
      404,
    );
    const get = await app.request("/api/ContentWebhook");
    expect([get.status, get.headers.get("allow")]).toEqual([405, "POST"]);
  });
});

function createAppWithoutSecret(): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const { refresh, current, onChange } = unusedService;
  mountContentWebhook(app, { secret: undefined, content: { refresh, current, onChange }, ...around() });
  return app;
}

const unusedService: ContentService = {
  current() {
    throw new Error("not asked");
  },
  refresh: () => Promise.reject(new Error("not asked")),
  onChange: () => () => undefined,
};
