import { createHash } from "node:crypto";
import { importJWK, jwtVerify, type JWK } from "jose";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  linkBank,
  openTestSandbox,
  testOrigin,
  type TestSandbox,
} from "../../../../../tests/support/stand-ins/sandbox-bank.ts";
import type { WebhookCode } from "./webhook-bodies.ts";

const webhook = `${testOrigin}/api/PlaidWebhook`;
const minuteMs = 60_000;

const bodyShape = z.looseObject({ webhook_type: z.string(), webhook_code: z.string(), item_id: z.string() });

type Delivery = { url: string; text: string; signature: string; body: z.infer<typeof bodyShape> };

/** Opens a sandbox whose webhooks are collected in a list; `answer` returns their status, or throws. */
function openListening(
  options: Parameters<typeof openTestSandbox>[0] = {},
  answer: () => number = () => 200,
): TestSandbox & { deliveries: Delivery[] } {
  const deliveries: Delivery[] = [];
  const sandbox = openTestSandbox({
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const text = await request.text();
      const signature = request.headers.get("plaid-verification") ?? "";
      deliveries.push({ url: request.url, text, signature, body: bodyShape.parse(JSON.parse(text)) });
      const status = answer();
      if (status === 0) throw new TypeError("nobody listens");
      return new Response(null, { status });
    },
    ...options,
  });
  return { ...sandbox, deliveries };
}

function codesOf(deliveries: Delivery[]): string[] {
  return deliveries.map(({ body }) => body.webhook_code);
}

async function tick({ control }: TestSandbox): Promise<void> {
  control.tick();
  await control.settled();
}

/** Verifies a token like a receiver, with the key its header names. */
async function verify({ call, control }: TestSandbox, token: string) {
  const [head = ""] = token.split(".");
  const header = z
    .object({ alg: z.string(), kid: z.string(), typ: z.string() })
    .parse(JSON.parse(Buffer.from(head, "base64url").toString()));
  const { body } = await call("/webhook_verification_key/get", { key_id: header.kid });
  const key = z.looseObject({ kty: z.string(), expired_at: z.number().nullable() }).parse(body["key"]);
  const { payload } = await jwtVerify(token, await importJWK(key as JWK, "ES256"), {
    currentDate: control.now(),
    algorithms: ["ES256"],
  });
  return { header, key, payload };
}

describe("a webhook", () => {
  it("is signed over the sent body with a key from Plaid's API", async () => {
    const sandbox = openListening();
    const { itemId } = await linkBank(sandbox, { webhook });
    sandbox.control.fire(itemId, "SYNC_UPDATES_AVAILABLE");
    await sandbox.control.settled();
    const [delivery] = sandbox.deliveries;
    expect(delivery?.url).toBe(webhook);
    const { header, payload, key } = await verify(sandbox, delivery?.signature ?? "");
    expect(header).toMatchObject({ alg: "ES256", typ: "JWT" });
    expect(key.expired_at).toBeNull();
    expect(payload).toEqual({
      iat: Math.floor(sandbox.control.now().getTime() / 1000),
      request_body_sha256: createHash("sha256")
        .update(delivery?.text ?? "")
        .digest("hex"),
    });
  });

  it("is signed with a new key after a rotation, and the old one is marked as expired", async () => {
    const sandbox = openListening();
    const { itemId } = await linkBank(sandbox, { webhook });
    const body = sandbox.control.webhookBody(itemId, "DEFAULT_UPDATE");
    const before = await sandbox.control.signWebhook(body);
    sandbox.control.rotateWebhookKey();
    const after = await sandbox.control.signWebhook(body);
    const [old, fresh] = [before, after].map(({ headers }) => headers["plaid-verification"] ?? "");
    const checked = [await verify(sandbox, old ?? ""), await verify(sandbox, fresh ?? "")];
    expect(checked[0]?.header.kid).not.toBe(checked[1]?.header.kid);
    expect(checked.map(({ key }) => key.expired_at)).toEqual([sandbox.control.now().getTime() / 1000, null]);
    const late = await sandbox.control.signWebhook(body, { generation: 0, issuedAt: new Date(0) });
    expect((await verify(sandbox, late.headers["plaid-verification"] ?? "")).payload.iat).toBe(0);
  });

  it("can be verified by a second sandbox with the same secret", async () => {
    const first = openListening();
    const { itemId } = await linkBank(first, { webhook });
    const { headers } = await first.control.signWebhook(first.control.webhookBody(itemId, "ERROR"));
    await expect(verify(openListening(), headers["plaid-verification"] ?? "")).resolves.toBeDefined();
    await expect(
      verify(openListening({ secret: "another" }), headers["plaid-verification"] ?? ""),
    ).rejects.toThrow();
  });

  it("has no key for an unused id", async () => {
    const { call } = openListening();
    expect((await call("/webhook_verification_key/get", { key_id: "nothing" })).body).toMatchObject({
      error_code: "INVALID_WEBHOOK_VERIFICATION_KEY_ID",
    });
  });

  it("goes only to the site, whatever address an Item has", async () => {
    const sandbox = openListening();
    const { itemId } = await linkBank(sandbox, { webhook: "http://169.254.1.1/inner" });
    expect(sandbox.control.fire(itemId, "ERROR")).toBe(false);
    await sandbox.control.settled();
    expect(sandbox.deliveries).toEqual([]);
    const allowed = openListening({ webhookOrigins: () => ["https://hooks.example"] });
    const other = await linkBank(allowed, { webhook: "https://hooks.example/plaid" });
    expect(allowed.control.fire(other.itemId, "ERROR")).toBe(true);
  });

  it.each([503, 0])("answered with %i is retried with growing pauses, then dropped", async (status) => {
    const sandbox = openListening({}, () => status);
    const { itemId } = await linkBank(sandbox, { webhook, behavior: "empty" });
    await tick(sandbox);
    sandbox.deliveries.splice(0);
    sandbox.control.fire(itemId, "ERROR");
    await sandbox.control.settled();
    for (const [minutes, expected] of [
      [0, 1],
      [10, 2],
      [10, 3],
      [10, 4],
      [600, 4],
    ] as const) {
      sandbox.control.advance(minutes * minuteMs);
      await tick(sandbox);
      const errors = sandbox.deliveries.filter(({ body }) => body.webhook_code === "ERROR");
      expect(errors).toHaveLength(expected);
      // Each attempt is signed again.
      await verify(sandbox, errors.at(-1)?.signature ?? "");
    }
  });

  it.each<[WebhookCode, string, Record<string, unknown>]>([
    [
      "SYNC_UPDATES_AVAILABLE",
      "TRANSACTIONS",
      { initial_update_complete: true, historical_update_complete: true },
    ],
    ["INITIAL_UPDATE", "TRANSACTIONS", { new_transactions: 0, error: null }],
    ["HISTORICAL_UPDATE", "TRANSACTIONS", { new_transactions: 0 }],
    ["DEFAULT_UPDATE", "TRANSACTIONS", { new_transactions: 1 }],
    ["TRANSACTIONS_REMOVED", "TRANSACTIONS", { removed_transactions: [] }],
    ["ERROR", "ITEM", { error: expect.objectContaining({ error_code: "ITEM_LOGIN_REQUIRED" }) }],
    ["PENDING_EXPIRATION", "ITEM", { consent_expiration_time: "2026-11-28T17:00:00.000Z" }],
    ["PENDING_DISCONNECT", "ITEM", { disconnect_time: "2026-11-28T17:00:00.000Z" }],
    ["LOGIN_REPAIRED", "ITEM", {}],
    ["NEW_ACCOUNTS_AVAILABLE", "ITEM", { error: null }],
    ["USER_PERMISSION_REVOKED", "ITEM", { error: expect.objectContaining({ error_type: "ITEM_ERROR" }) }],
    ["USER_ACCOUNT_REVOKED", "ITEM", { account_id: expect.stringMatching(/^\w{37}$/) }],
    ["WEBHOOK_UPDATE_ACKNOWLEDGED", "ITEM", { new_webhook_url: webhook }],
  ])("%s of %s matches Plaid's", async (code, type, fields) => {
    const sandbox = openListening();
    const { itemId } = await linkBank(sandbox, { webhook, behavior: "empty" });
    expect(sandbox.control.webhookBody(itemId, code)).toMatchObject({
      webhook_type: type,
      webhook_code: code,
      item_id: itemId,
      environment: "sandbox",
      ...fields,
    });
  });
});

describe("webhooks on demand", () => {
  it("are fired by Plaid's own call", async () => {
    const sandbox = openListening();
    const { accessToken: access_token } = await linkBank(sandbox, { webhook });
    const codes = [
      "DEFAULT_UPDATE",
      "NEW_ACCOUNTS_AVAILABLE",
      "USER_PERMISSION_REVOKED",
      "USER_ACCOUNT_REVOKED",
      "PENDING_DISCONNECT",
      "LOGIN_REPAIRED",
      "SYNC_UPDATES_AVAILABLE",
    ];
    for (const webhook_code of codes) {
      expect(await sandbox.call("/sandbox/item/fire_webhook", { access_token, webhook_code })).toMatchObject({
        status: 200,
        body: { webhook_fired: true },
      });
    }
    await sandbox.control.settled();
    expect(codesOf(sandbox.deliveries).toSorted()).toEqual(codes.toSorted());
  });

  it("are refused for products the Item lacks, and for an Item without an address", async () => {
    const sandbox = openListening();
    const { accessToken: access_token } = await linkBank(sandbox);
    const fire = async (body: object) =>
      (await sandbox.call("/sandbox/item/fire_webhook", { access_token, ...body })).body;
    expect(await fire({ webhook_code: "PRODUCT_READY", webhook_type: "ASSETS" })).toMatchObject({
      error_code: "SANDBOX_PRODUCT_NOT_ENABLED",
    });
    expect(await fire({ webhook_code: "DEFAULT_UPDATE" })).toMatchObject({
      error_code: "SANDBOX_WEBHOOK_INVALID",
    });
    expect(await fire({ webhook_code: "ANYTHING" })).toMatchObject({ error_code: "INVALID_FIELD" });
  });

  it("follow a login reset and a new address", async () => {
    const sandbox = openListening();
    const { accessToken: access_token } = await linkBank(sandbox);
    const path = "/item/webhook/update";
    await sandbox.call(path, { access_token, webhook });
    // As from Plaid, the order of webhooks sent close together isn't promised.
    await sandbox.control.settled();
    expect((await sandbox.call("/sandbox/item/reset_login", { access_token })).body).toMatchObject({
      reset_login: true,
    });
    await sandbox.control.settled();
    expect(codesOf(sandbox.deliveries)).toEqual(["WEBHOOK_UPDATE_ACKNOWLEDGED", "ERROR"]);
    expect((await sandbox.call("/accounts/get", { access_token })).body).toMatchObject({
      error_code: "ITEM_LOGIN_REQUIRED",
    });
    expect((await sandbox.call("/item/get", { access_token })).body).toMatchObject({
      status: { last_webhook: { code_sent: "ERROR" } },
    });
  });
});

describe("webhooks by the clock", () => {
  const timing = { initialUpdateMs: 2_000, historicalUpdateMs: 10_000, troubleAfterMs: 60_000 };

  it("announce the first month and the rest, once each", async () => {
    const sandbox = openListening({ timing });
    await linkBank(sandbox, { webhook });
    await tick(sandbox);
    expect(sandbox.deliveries).toEqual([]);
    for (const [afterMs, codes] of [
      [2_000, ["INITIAL_UPDATE"]],
      [8_000, ["INITIAL_UPDATE", "HISTORICAL_UPDATE"]],
      [90_000, ["INITIAL_UPDATE", "HISTORICAL_UPDATE"]],
    ] as const) {
      sandbox.control.advance(afterMs);
      await tick(sandbox);
      await tick(sandbox);
      expect(codesOf(sandbox.deliveries)).toEqual(codes);
    }
  });

  it("announce new rows only after a sync, and only unread ones", async () => {
    const sandbox = openListening();
    const { itemId, accessToken: access_token } = await linkBank(sandbox, { webhook, days: 10 });
    const isAnnounced = async () => {
      sandbox.deliveries.splice(0);
      await tick(sandbox);
      return codesOf(sandbox.deliveries).includes("SYNC_UPDATES_AVAILABLE");
    };
    expect(await isAnnounced()).toBe(false);
    await sandbox.call("/transactions/sync", { access_token, count: 500 });
    expect(await isAnnounced()).toBe(false);
    sandbox.control.addRow(itemId, { minor: -5 });
    expect(await isAnnounced()).toBe(true);
    expect(await isAnnounced()).toBe(false);
    sandbox.control.advance(3 * 24 * 60 * minuteMs);
    expect(await isAnnounced()).toBe(true);
    sandbox.control.requireLogin(itemId);
    sandbox.control.advance(3 * 24 * 60 * minuteMs);
    expect(await isAnnounced()).toBe(false);
    sandbox.control.repair(itemId);
    sandbox.control.advance(24 * 60 * minuteMs);
    expect(await isAnnounced()).toBe(true);
    await sandbox.call("/item/remove", { access_token });
    sandbox.control.advance(24 * 60 * minuteMs);
    expect(await isAnnounced()).toBe(false);
  });

  it.each([
    [{ bank: "repair" }, "ERROR"],
    [{ bank: "down" }, "SYNC_UPDATES_AVAILABLE"],
    [{ behavior: "expiring" }, "PENDING_EXPIRATION"],
    [{ behavior: "revoked" }, "USER_PERMISSION_REVOKED"],
    [{ behavior: "new-accounts" }, "NEW_ACCOUNTS_AVAILABLE"],
  ] as const)("announce the problem of %j with %s", async (choice, code) => {
    const sandbox = openListening({ timing });
    await linkBank(sandbox, { webhook, ...choice });
    sandbox.control.advance(59_000);
    await tick(sandbox);
    sandbox.deliveries.splice(0);
    sandbox.control.advance(1_000);
    await tick(sandbox);
    expect(codesOf(sandbox.deliveries)).toEqual([code]);
  });

  it("are sent automatically in a started sandbox", async () => {
    const sandbox = openListening({ now: () => new Date() });
    sandbox.control.start();
    const { itemId } = await linkBank(sandbox, { webhook, behavior: "empty" });
    // Each is sent separately, so on a busy machine the second may arrive first.
    await expect
      .poll(() => codesOf(sandbox.deliveries).toSorted())
      .toEqual(["HISTORICAL_UPDATE", "INITIAL_UPDATE"]);
    expect(sandbox.control.itemIds()).toEqual([itemId]);
  });
});
