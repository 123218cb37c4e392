import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { createTestUser, liveTestSettings } from "../support/factories/auth-factory.ts";
import { createFakeMicrosoft } from "../support/stand-ins/fake-microsoft.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { siteConfig } from "#site-config";
import {
  brokenForms,
  end,
  file,
  formType,
  junkBodies,
  junkForms,
  junkQueries,
  part,
} from "../support/fuzz/contract-junk.ts";
import { isFullRun } from "../support/night.ts";
import { createTestApp, type TestApp } from "../support/test-app.ts";
import { useTestDatabase } from "../support/test-database.ts";
import { contracts } from "#server/contracts.ts";
import { createFeatures } from "#server/features.ts";
import { maxFormFileBytes, maxJsonBodyBytes } from "#server/http/request-body.ts";

/**
 * Rules for every call of the HTTP contract (docs/reference/http-api.md, "Envelope"), generated from the contracts so that a
 * new endpoint is tested automatically.
 */

type Row = { name: string; endpoint: Endpoint };

const rows: Row[] = Object.entries(contracts).flatMap(([feature, contract]) =>
  Object.entries(contract).map(([name, endpoint]) => ({ name: `${feature}.${name}`, endpoint })),
);
const guarded = rows.filter(({ endpoint }) => endpoint.auth !== "public");
const members = rows.filter(({ endpoint }) => ["member", "finance", "owner"].includes(endpoint.auth));
const gets = rows.filter(({ endpoint }) => endpoint.method === "GET");
const posts = rows.filter(({ endpoint }) => endpoint.method === "POST");
const jsonPosts = posts.filter(({ endpoint }) => endpoint.body === "json");
const formPosts = posts.filter(({ endpoint }) => endpoint.body === "multipart");

/**
 * Returns one endpoint of each kind by day, all at night; everything before the handlers (bodies, content types, cookies,
 * origins) only depends on the kind.
 */
function oneOfEachKind(all: Row[]): Row[] {
  if (isFullRun) return all;
  const kinds = new Map<string, Row>();
  for (const row of all) {
    const { method, auth, body, bare, etag, limit } = row.endpoint;
    const kind = [method, auth, body, bare, etag, limit].join(" ");
    if (!kinds.has(kind)) kinds.set(kind, row);
  }
  return [...kinds.values()];
}

const origin = "http://localhost:3000";
const failureSchema = z.strictObject({
  success: z.literal(false),
  statusCode: z.int(),
  data: z.unknown(),
  errors: z.record(z.string().min(1), z.array(z.string().min(1)).min(1)),
  errorMessage: z.string().optional(),
});

// Emptying every table between thousands of calls whose answers don't depend on rows would take most of the time.
const database = useTestDatabase({ emptyBefore: "all" });
let app: TestApp;
/** Cookies of the owner, who is a member, and of someone who only signed in. */
let member: string;
let stranger: string;

beforeAll(async () => {
  const microsoft = await createFakeMicrosoft(liveTestSettings.ENTRA_CLIENT_ID);
  app = createTestApp(database(), {
    environment: { ...liveTestSettings, PUBLIC_URL: origin },
    fetch: microsoft.fetch,
  });
});
beforeEach(async () => {
  app.logged.length = 0;
  member ??= (await createTestUser(database(), { mode: "live", isOwner: true })).cookie;
  stranger ??= (await createTestUser(database(), { mode: "live", member: false })).cookie;
});

type Call = {
  query?: string;
  body?: BodyInit | null;
  cookie?: string | null;
  method?: string;
  /** Null omits a header that a well-behaved client sends. */
  headers?: Record<string, string | null>;
};

/** Calls an endpoint like our own client, signed in as a member, with the test's changes. */
function call(
  { endpoint }: Row,
  { query = "", body, cookie = member, method, headers = {} }: Call = {},
): Promise<Response> {
  const isPost = endpoint.method === "POST";
  const usual: Record<string, string | null> = {
    cookie,
    ...(isPost ? { "content-type": "application/json", "x-tenant": siteConfig.tenant, origin } : {}),
    ...headers,
  };
  return app.request(`${endpoint.path}${query}`, {
    method: method ?? endpoint.method,
    headers: Object.entries(usual).filter((entry): entry is [string, string] => entry[1] !== null),
    ...(isPost && method === undefined ? { body: body === undefined ? "{}" : body } : {}),
  });
}

/** Expects a failure in the exact envelope; returns its errors. */
async function expectFailure(response: Response, statusCode: number): Promise<Record<string, string[]>> {
  const failure = failureSchema.parse(await response.json());
  expect({ status: response.status, statusCode: failure.statusCode }).toEqual({
    status: statusCode,
    statusCode,
  });
  expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(response.headers.get("content-type")).toMatch(/^application\/json\b/);
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  return failure.errors;
}

/** Expects no failure of ours for any input, and a refusal to name the problem of each field. */
async function expectSaneAnswer(response: Response): Promise<void> {
  expect(response.status).toBeLessThan(500);
  if (response.status >= 400) await expectFailure(response, response.status);
  expect(app.logged.filter(({ level }) => level === "error")).toEqual([]);
}

describe("the contracts", () => {
  it("are listed in the order of the server's features", () => {
    const { features } = createFeatures(app.kernel, {
      selfOrigin: () => origin,
      internalOrigin: () => origin,
    });
    expect(Object.entries(contracts)).toEqual(features.map(({ name, contract }) => [name, contract]));
  });

  it("name no call twice", () => {
    const calls = rows.map(({ endpoint }) => `${endpoint.method} ${endpoint.path.toLowerCase()}`);
    expect(calls.toSorted()).toEqual([...new Set(calls)].toSorted());
  });

  it("match the API document", async () => {
    const document = z
      .object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })
      .parse(await (await app.request("/api/openapi.json")).json());
    for (const { endpoint } of rows) {
      expect(document.paths[endpoint.path]).toHaveProperty(endpoint.method.toLowerCase());
    }
  });
});

describe.each(guarded)("$name", (row) => {
  it("answers 401 without a session", async () => {
    expect(await expectFailure(await call(row, { cookie: null }), 401)).toEqual({
      SIGN_IN_REQUIRED: ["Sign in to continue."],
    });
  });
});

describe.each(oneOfEachKind(guarded))("$name", (row) => {
  it.each([
    "folio=",
    "folio=%FF%FE",
    "folio=a.b.c",
    `folio=${"x".repeat(43)}`,
    ";;;==",
    `folio=${"\\u0000".repeat(20)}`,
  ])("answers 401 to the cookie %j", async (cookie) => {
    await expectFailure(await call(row, { cookie }), 401);
  });
});

describe.each(members)("$name", (row) => {
  it("answers 403 to someone who isn't on the owner's list", async () => {
    expect(await expectFailure(await call(row, { cookie: stranger }), 403)).toEqual({
      ACCESS_DENIED: ["Access Denied"],
    });
  });

  it("lets a member in", async () => {
    expect([401, 403]).not.toContain((await call(row)).status);
  });
});

describe.each(rows.filter(({ endpoint }) => ["own", "finance"].includes(endpoint.auth)))("$name", (row) => {
  it("requires a new sign-in after 12 idle hours", async () => {
    const halfADayAgo = () => new Date(Date.now() - 12 * 60 * 60_000);
    const { cookie } = await createTestUser(database(), { mode: "live", now: halfADayAgo });
    expect(await expectFailure(await call(row, { cookie }), 401)).toEqual({
      SIGN_IN_REQUIRED: ["You’ve been away for a while. Sign in again to continue."],
    });
  });
});

describe.each(oneOfEachKind(gets))("$name", (row) => {
  it.each(junkQueries)("survives %s in the query", async (_case, query) => {
    await expectSaneAnswer(await call(row, { query }));
  });

  it("answers 400 to a repeated query key", async () => {
    expect(await expectFailure(await call(row, { query: "?page=1&page=2" }), 400)).toEqual({
      page: ["Use this only once."],
    });
  });

  it("reports a repeated key without a name", async () => {
    expect(await expectFailure(await call(row, { query: "?=1&=2" }), 400)).toEqual({
      query: ["Use this only once."],
    });
  });

  it("answers 400 to another tenant", async () => {
    const response = await call(row, { headers: { "x-tenant": "somebody-else" } });
    expect(Object.keys(await expectFailure(response, 400))).toEqual(["tenant"]);
  });
});

describe.each(gets)("$name", (row) => {
  it("has its Cache-Control and a request id", async () => {
    const response = await call(row);
    expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(response.headers.get("cache-control")).toBe(response.ok ? row.endpoint.cacheControl : "no-store");
  });
});

describe.each(gets.filter(({ endpoint }) => endpoint.etag))("$name", (row) => {
  it("answers 304 to its ETag", async () => {
    const etag = (await call(row)).headers.get("etag") ?? "";
    expect(etag).not.toBe("");
    const again = await call(row, { headers: { "if-none-match": etag } });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe("");
  });
});

describe.each(oneOfEachKind(jsonPosts))("$name", (row) => {
  it.each(junkBodies)("survives %s as a body", async (_case, body) => {
    await expectSaneAnswer(await call(row, { body }));
  });

  it.each([
    ["cut short", '{"a":'],
    ["not JSON at all", "name=value"],
    ["two values", "{}{}"],
    ["NaN", '{"a":NaN}'],
  ])("answers 400 to a body that is %s", async (_case, body) => {
    expect(await expectFailure(await call(row, { body }), 400)).toEqual({
      body: ["The body isn’t valid JSON."],
    });
  });

  it("answers 400 to invalid UTF-8", async () => {
    const body = new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]);
    await expectFailure(await call(row, { body }), 400);
  });

  it.each(["text/plain", "application/x-www-form-urlencoded", "application/xml", "json", ""])(
    "answers 415 to the content type %j",
    async (contentType) => {
      const response = await call(row, { body: "{}", headers: { "content-type": contentType } });
      expect(Object.keys(await expectFailure(response, 415))).toEqual(["content-type"]);
    },
  );

  it("answers 413 to a body over the limit, announced or not", async () => {
    const body = JSON.stringify({ name: "x".repeat(maxJsonBodyBytes) });
    expect(Object.keys(await expectFailure(await call(row, { body }), 413))).toEqual(["body"]);
    const response = await call(row, {
      body: "{}",
      headers: { "content-length": String(maxJsonBodyBytes + 1) },
    });
    await expectFailure(response, 413);
  });

  it("treats an empty body as {}", async () => {
    const empty = await call(row, { body: null, headers: { "content-type": null } });
    expect(empty.status).toBe((await call(row, { body: "{}" })).status);
  });
});

describe.each(formPosts)("$name", (row) => {
  it.each(junkForms)("survives %s in a form", async (_case, body) => {
    const response = await call(row, { body, headers: { "content-type": formType } });
    await expectSaneAnswer(response);
    expect(response.status).toBe(400);
  });

  it.each(brokenForms)("answers 400 to a form that is %s", async (_case, contentType, body) => {
    const response = await call(row, { body, headers: { "content-type": contentType } });
    expect(Object.keys(await expectFailure(response, 400))).toEqual(["body"]);
  });

  it.each(["application/json", "text/plain", "application/x-www-form-urlencoded", "multipart/mixed", ""])(
    "answers 415 to the content type %j",
    async (contentType) => {
      const response = await call(row, {
        body: part(file, "a") + end,
        headers: { "content-type": contentType },
      });
      expect(Object.keys(await expectFailure(response, 415))).toEqual(["content-type"]);
    },
  );

  it("answers 413 to files over the limit, announced or not", async () => {
    const headers = { "content-type": formType };
    const body = part(file, "x".repeat(maxFormFileBytes + 1)) + end;
    expect(Object.keys(await expectFailure(await call(row, { body, headers }), 413))).toEqual(["body"]);
    const announced = { ...headers, "content-length": String(2 * maxFormFileBytes) };
    await expectFailure(await call(row, { body: part(file, "a") + end, headers: announced }), 413);
  });

  it("treats an empty body as a form without fields", async () => {
    const response = await call(row, { body: null, headers: { "content-type": null } });
    expect(Object.keys(await expectFailure(response, 400))).not.toEqual([]);
  });
});

describe.each(posts)("$name", (row) => {
  it("answers 400 to a body that isn't JSON or a form", async () => {
    const headers = { "content-type": row.endpoint.body === "json" ? "application/json" : formType };
    expect(Object.keys(await expectFailure(await call(row, { body: "{", headers }), 400))).toEqual(["body"]);
  });
});

describe.each(oneOfEachKind(posts))("$name", (row) => {
  it.each([null, "", "somebody-else"])("answers 400 to the tenant %j", async (tenant) => {
    const response = await call(row, { headers: { "x-tenant": tenant } });
    expect(Object.keys(await expectFailure(response, 400))).toEqual(["tenant"]);
  });

  it.each(["https://evil.example", "null", `${origin}.evil.example`, "http://localhost:3001"])(
    "answers 403 to the origin %s",
    async (foreign) => {
      await expectFailure(await call(row, { headers: { origin: foreign } }), 403);
    },
  );

  it("answers 403 to cross-site requests", async () => {
    await expectFailure(await call(row, { headers: { "sec-fetch-site": "cross-site" } }), 403);
  });
});

describe.each(oneOfEachKind(rows))("$name", (row) => {
  const methods = rows
    .filter(({ endpoint }) => endpoint.path === row.endpoint.path)
    .map(({ endpoint }) => endpoint.method);
  const others = ["GET", "POST", "PUT", "PATCH", "DELETE"].filter(
    (method) => !methods.some((known) => known === method),
  );

  it.each(others)("answers 405 to %s with Allow", async (method) => {
    const response = await call(row, { method });
    await expectFailure(response, 405);
    const allowed = (response.headers.get("allow") ?? "").split(", ");
    expect(allowed.filter((name) => name !== "HEAD").toSorted()).toEqual(methods.toSorted());
    expect(allowed.includes("HEAD")).toBe(methods.includes("GET"));
  });
});

describe("unknown paths", () => {
  it.each([
    ["GET", "/api/Nothing"],
    ["POST", "/api/Nothing"],
    ["DELETE", "/api/Nothing/at/all"],
    ["GET", "/api/"],
    ["GET", "/api/..%2fsecret-key"],
    ["GET", "/api/WordPressContent/x"],
    ["GET", "/.auth/nothing"],
    ["GET", "/api/%FF"],
  ])("%s %s answers 404 in the envelope", async (method, path) => {
    expect(await expectFailure(await app.request(path, { method }), 404)).toEqual({
      NOT_FOUND: ["Not found"],
    });
  });
});
