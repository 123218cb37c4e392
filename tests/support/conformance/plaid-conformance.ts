import type { BankTransaction } from "#shared/bank-rows.ts";
import { setTimeout as pause } from "node:timers/promises";
import { beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { PlaidError } from "#upstreams/plaid/plaid-errors.ts";
import type { PlaidBank, SyncPage } from "#upstreams/plaid/plaid-types.ts";

export type PlaidUnderTest = {
  baseUrl: string;
  keys: { clientId: string; secret: string };
  /** Our own client. */
  bank: PlaidBank;
  /** A bank that accepts any login, with two years of purchases and income. */
  institutionId: string;
};

type Answer = { status: number; json: Record<string, unknown> };
type Ask = (path: string, body: object) => Promise<Answer>;

const object = z.record(z.string(), z.unknown());
const failureSchema = z.object({
  error_type: z.string().regex(/^[A-Z_]+$/),
  error_code: z.string().regex(/^[A-Z_]+$/),
  error_message: z.string().min(1),
  display_message: z.string().nullable(),
  request_id: z.string().min(1),
});

/** Time within which a bank must have its first rows. */
const readyWithinMs = 90_000;

// Saved before the test guards replace it, because this suite may call a live service.
const outsideFetch = globalThis.fetch;

/**
 * Checks what our client relies on, always against the sandbox, and against Plaid's own Sandbox environment if its keys are
 * given.
 */
export function plaidConformance(target: () => PlaidUnderTest): void {
  async function ask(path: string, body: object): Promise<Answer> {
    const { baseUrl, keys } = target();
    const response = await outsideFetch(`${baseUrl}${path}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "plaid-client-id": keys.clientId,
        "plaid-secret": keys.secret,
        "plaid-version": "2020-09-14",
      },
      body: JSON.stringify(body),
    });
    return { status: response.status, json: object.parse(await response.json()) };
  }

  async function publicToken(): Promise<string> {
    const { json } = await ask("/sandbox/public_token/create", {
      institution_id: target().institutionId,
      initial_products: ["transactions"],
      options: { transactions: { days_requested: 730 } },
    });
    return z.string().parse(json["public_token"]);
  }

  linking(target, ask, publicToken);
  reading(target, publicToken);
  endings(target, ask, publicToken);
  refusals(target, ask);
}

type Step = { target: () => PlaidUnderTest; publicToken: () => Promise<string> };

async function link({ target, publicToken }: Step): Promise<{ itemId: string; accessToken: string }> {
  return target().bank.exchangePublicToken(await publicToken());
}

async function errorOf(promise: Promise<unknown>): Promise<PlaidError> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(PlaidError);
  return z.instanceof(PlaidError).parse(error);
}

function linking(target: () => PlaidUnderTest, ask: Ask, publicToken: () => Promise<string>): void {
  const request = { userRef: "conformance", webhookUrl: null, redirectUri: null };

  it("creates a link token valid for hours", async () => {
    const { linkToken, expiration } = await target().bank.createLinkToken(request);
    expect(linkToken).toMatch(/^link-(sandbox|production)-/);
    expect(Date.parse(expiration)).toBeGreaterThan(Date.now() + 3_600_000);
  });

  it("exchanges a public token for an Item once", async () => {
    const token = await publicToken();
    expect(token).toMatch(/^public-(sandbox|production)-/);
    const { itemId, accessToken } = await target().bank.exchangePublicToken(token);
    expect([itemId.length > 0, accessToken.startsWith("access-")]).toEqual([true, true]);
    expect(await errorOf(target().bank.exchangePublicToken(token))).toMatchObject({
      errorCode: "INVALID_PUBLIC_TOKEN",
      kind: "user-action",
    });
    await target().bank.removeItem(accessToken);
  });

  it("creates a link token for repairing an Item, without products", async () => {
    const { accessToken } = await link({ target, publicToken });
    for (const selectAccounts of [false, true]) {
      const { linkToken } = await target().bank.createLinkToken({
        ...request,
        update: { accessToken, selectAccounts },
      });
      expect(linkToken).toMatch(/^link-/);
    }
    await target().bank.removeItem(accessToken);
  });

  it("returns the bank", async () => {
    const { institutionId, bank } = target();
    const { name, color } = await bank.getInstitution(institutionId);
    expect(name.length).toBeGreaterThan(2);
    expect(color ?? "#000000").toMatch(/^#[\da-f]{6}$/);
    const { json } = await ask("/institutions/get_by_id", {
      institution_id: institutionId,
      country_codes: ["US"],
    });
    expect(json["institution"]).toMatchObject({ institution_id: institutionId, name, country_codes: ["US"] });
  });
}

/** Reads every page from a cursor on, restarting there if the list changes. */
async function readAll(
  bank: PlaidBank,
  accessToken: string,
  cursor: string | null,
): Promise<{ pages: SyncPage[]; cursor: string }> {
  const pages: SyncPage[] = [];
  const endMs = Date.now() + readyWithinMs;
  for (let at = cursor; ;) {
    const page = await bank.syncPage(accessToken, at);
    if (page.nextCursor === "") {
      expect([page.added, page.modified, page.removed, page.hasMore]).toEqual([[], [], [], false]);
      if (Date.now() > endMs) throw new Error("the bank is not ready in time");
      await pause(1_000);
      continue;
    }
    pages.push(page);
    at = page.nextCursor;
    if (!page.hasMore) return { pages, cursor: at };
  }
}

function reading(target: () => PlaidUnderTest, publicToken: () => Promise<string>): void {
  let item = { itemId: "", accessToken: "" };
  let rows: BankTransaction[] = [];
  let last = "";
  beforeAll(async () => {
    item = await link({ target, publicToken });
    const { pages, cursor } = await readAll(target().bank, item.accessToken, null);
    rows = pages.flatMap(({ added }) => added);
    last = cursor;
  }, readyWithinMs + 30_000);

  it("returns an Item without an error", async () => {
    const read = await target().bank.getItem(item.accessToken);
    expect(read).toMatchObject({ itemId: item.itemId, institutionId: target().institutionId, error: null });
    expect(Date.parse(read.lastSuccessfulUpdate ?? "")).toBeLessThanOrEqual(Date.now() + 60_000);
  });

  it("lists accounts with balances", async () => {
    const accounts = await target().bank.getAccounts(item.accessToken);
    const checking = accounts.find(({ subtype }) => subtype === "checking");
    expect(checking?.currentBalance).toEqual(expect.any(Number));
    for (const account of accounts) {
      expect(account.mask ?? "00").toMatch(/^[\da-z]{2,4}$/i);
      expect(account.isoCurrencyCode).toMatch(/^[A-Z]{3}$/);
    }
    expect(new Set(accounts.map(({ providerAccountId }) => providerAccountId)).size).toBe(accounts.length);
  });

  it("lists each row once, with a known account and a valid date", () => {
    expect(rows.length).toBeGreaterThan(10);
    expect(new Set(rows.map(({ providerTransactionId }) => providerTransactionId)).size).toBe(rows.length);
    for (const { date, authorizedDate, rawAmount } of rows) {
      expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(authorizedDate ?? date).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(rawAmount).toMatch(/^-?\d+(\.\d+)?$/);
    }
  });

  it("has positive income and negative purchases after conversion", () => {
    const of = (category: string) => rows.filter(({ bankCategory }) => bankCategory === category);
    const [income, meals] = [of("INCOME"), of("FOOD_AND_DRINK")];
    expect([income.length > 0, meals.length > 0]).toEqual([true, true]);
    for (const { amount, rawAmount } of income)
      expect([amount > 0, rawAmount.startsWith("-")]).toEqual([true, true]);
    expect(meals.filter(({ amount }) => amount < 0).length).toBeGreaterThan(meals.length / 2);
  });

  it("repeats no row after the last page", async () => {
    const page = await target().bank.syncPage(item.accessToken, last);
    const known = new Set(rows.map(({ providerTransactionId }) => providerTransactionId));
    expect(page.hasMore).toBe(false);
    expect(page.added.filter(({ providerTransactionId }) => known.has(providerTransactionId))).toEqual([]);
  });

  it("includes the accounts of a page's rows", async () => {
    const page = await target().bank.syncPage(item.accessToken, null);
    const accounts = new Set(page.accounts.map(({ providerAccountId }) => providerAccountId));
    expect(page.added.length).toBeGreaterThan(0);
    for (const { providerAccountId } of page.added) expect(accounts).toContain(providerAccountId);
  });
}

function endings(target: () => PlaidUnderTest, ask: Ask, publicToken: () => Promise<string>): void {
  it(
    "refuses to read an expired login, and sets the Item's error",
    async () => {
      const { accessToken } = await link({ target, publicToken });
      await readAll(target().bank, accessToken, null);
      const { json } = await ask("/sandbox/item/reset_login", { access_token: accessToken });
      expect(json["reset_login"]).toBe(true);
      for (const call of [
        target().bank.getAccounts(accessToken),
        target().bank.syncPage(accessToken, null),
      ]) {
        expect(await errorOf(call)).toMatchObject({ errorCode: "ITEM_LOGIN_REQUIRED", kind: "user-action" });
      }
      expect((await target().bank.getItem(accessToken)).error).toMatchObject({
        type: "ITEM_ERROR",
        code: "ITEM_LOGIN_REQUIRED",
      });
      await target().bank.removeItem(accessToken);
    },
    readyWithinMs,
  );

  it("accepts a new webhook address", async () => {
    const { accessToken, itemId } = await link({ target, publicToken });
    await target().bank.updateWebhook(accessToken, "https://ledger.example/api/PlaidWebhook");
    const { json } = await ask("/item/get", { access_token: accessToken });
    expect(json["item"]).toMatchObject({
      item_id: itemId,
      webhook: "https://ledger.example/api/PlaidWebhook",
    });
    await target().bank.removeItem(accessToken);
  });

  it("no longer knows a removed Item", async () => {
    const { accessToken } = await link({ target, publicToken });
    await target().bank.removeItem(accessToken);
    for (const call of [
      target().bank.getItem(accessToken),
      target().bank.getAccounts(accessToken),
      target().bank.syncPage(accessToken, null),
      target().bank.removeItem(accessToken),
    ]) {
      expect((await errorOf(call)).kind).toBe("gone");
    }
  });
}

function refusals(target: () => PlaidUnderTest, ask: Ask): void {
  it.each([
    [
      "/item/get",
      { access_token: "access-sandbox-00000000-0000-0000-0000-000000000000" },
      "INVALID_INPUT",
      "INVALID_ACCESS_TOKEN",
    ],
    ["/item/get", { access_token: "nonsense" }, "INVALID_INPUT", "INVALID_ACCESS_TOKEN"],
    ["/item/get", {}, "INVALID_REQUEST", "MISSING_FIELDS"],
    ["/item/public_token/exchange", { public_token: "nonsense" }, "INVALID_INPUT", "INVALID_PUBLIC_TOKEN"],
    [
      "/institutions/get_by_id",
      { institution_id: "ins_0", country_codes: ["US"] },
      "INVALID_INPUT",
      "INVALID_INSTITUTION",
    ],
    [
      "/webhook_verification_key/get",
      { key_id: "00000000-0000-4000-8000-000000000000" },
      "INVALID_INPUT",
      "INVALID_WEBHOOK_VERIFICATION_KEY_ID",
    ],
  ])("answers 400 with type, code and message to %s with %o", async (path, body, type, code) => {
    const { status, json } = await ask(path, body);
    expect([status, json["error_type"], json["error_code"]]).toEqual([400, type, code]);
    expect(failureSchema.safeParse(json).error).toBeUndefined();
  });

  it("rejects other keys", async () => {
    const response = await outsideFetch(`${target().baseUrl}/item/get`, {
      method: "POST",
      headers: { "content-type": "application/json", "plaid-client-id": "nobody", "plaid-secret": "nothing" },
      body: JSON.stringify({ access_token: "access-sandbox-1" }),
    });
    const json = failureSchema.parse(await response.json());
    expect([response.status, json.error_type, json.error_code]).toEqual([
      400,
      "INVALID_INPUT",
      "INVALID_API_KEYS",
    ]);
  });
}
