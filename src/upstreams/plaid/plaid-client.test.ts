import { describe, expect, expectTypeOf, it } from "vitest";
import {
  accessToken,
  errorOf,
  json,
  plaidKeys,
  plaidFailure,
  startPlaid,
} from "../../../tests/support/stand-ins/fake-plaid.ts";
import type {
  AccountsGetResponse,
  InstitutionsGetByIdResponse,
  ItemGetResponse,
  ItemPublicTokenExchangeResponse,
  LinkTokenCreateRequest,
  LinkTokenCreateResponse,
  TransactionsSyncRequest,
  TransactionsSyncResponse,
  WebhookVerificationKeyGetResponse,
} from "plaid";
import type { z } from "zod";
import { plaidAccess } from "./plaid-access.ts";
import {
  accountOf,
  itemOf,
  syncPageOf,
  transactionOf,
  webhookKeyAnswer,
  type OnTheWire,
} from "../../../tests/support/stand-ins/plaid-samples.ts";
import type { JsonNumber } from "./plaid-json.ts";
import type {
  accountsSchema,
  exchangeSchema,
  institutionSchema,
  itemSchema,
  linkTokenSchema,
  syncSchema,
  webhookKeySchema,
} from "./plaid-schemas.ts";

const linkAnswer = {
  link_token: "link-sandbox-af1a0311-da53-4636-b754-dd15cc058176",
  expiration: "2026-11-21T18:00:00+00:00",
  request_id: "XQVgFigpGHXkb0b",
} satisfies LinkTokenCreateResponse;

describe("a link token", () => {
  it("for a new bank requests two years of transactions, in English, with the site's name", async () => {
    const { bank, received } = await startPlaid(json(linkAnswer));
    const token = await bank.createLinkToken({
      userRef: "user-7",
      webhookUrl: "https://ledger.example/api/PlaidWebhook",
      redirectUri: "https://ledger.example/accounts",
    });
    expect(token).toEqual({ linkToken: linkAnswer.link_token, expiration: "2026-11-21T18:00:00.000Z" });
    expect(received).toHaveLength(1);
    expect(received[0]?.path).toBe("/link/token/create");
    expect(received[0]?.body).toEqual({
      client_name: "ledger.example",
      language: "en",
      country_codes: ["US"],
      user: { client_user_id: "user-7" },
      products: ["transactions"],
      transactions: { days_requested: 730 },
      webhook: "https://ledger.example/api/PlaidWebhook",
      redirect_uri: "https://ledger.example/accounts",
    } satisfies OnTheWire<LinkTokenCreateRequest>);
  });

  it("uses the product's name if the site's is too long for Plaid", async () => {
    const domain = "a-domain-of-more-than-thirty.example";
    const { bank, received } = await startPlaid(json(linkAnswer), { domain });
    await bank.createLinkToken({ userRef: "user-7", webhookUrl: null, redirectUri: null });
    expect(received[0]?.body["client_name"]).toBe("Folio");
  });

  it("omits missing addresses", async () => {
    const { bank, received } = await startPlaid(json(linkAnswer));
    await bank.createLinkToken({ userRef: "user-7", webhookUrl: null, redirectUri: null });
    expect(received[0]?.body).not.toHaveProperty("webhook");
    expect(received[0]?.body).not.toHaveProperty("redirect_uri");
  });

  it.each([
    [false, undefined],
    [true, { account_selection_enabled: true }],
  ])("for a repair has the item and no products; choosing accounts: %s", async (selectAccounts, update) => {
    const { bank, received } = await startPlaid(json(linkAnswer));
    const request = { userRef: "user-7", webhookUrl: "https://ledger.example/w", redirectUri: null };
    await bank.createLinkToken({ ...request, update: { accessToken, selectAccounts } });
    const body = received[0]?.body ?? {};
    expect(body["access_token"]).toBe(accessToken);
    expect(body["update"]).toEqual(update);
    for (const name of ["products", "transactions", "webhook"]) expect(body).not.toHaveProperty(name);
  });
});

describe("the result", () => {
  it("of an exchange is the Item and its token", async () => {
    const answer = { access_token: accessToken, item_id: "item-1", request_id: "r" };
    const { bank, received } = await startPlaid(json(answer));
    expect(await bank.exchangePublicToken("public-sandbox-1")).toEqual({ itemId: "item-1", accessToken });
    expect(received[0]).toMatchObject({
      path: "/item/public_token/exchange",
      body: { public_token: "public-sandbox-1" },
    });
  });

  it("of an Item is its state", async () => {
    const { bank, received } = await startPlaid(
      json(itemOf({ consent_expiration_time: "2027-01-01T00:00:00Z" })),
    );
    expect(await bank.getItem(accessToken)).toEqual({
      itemId: "eVBnVMp7zdTJLkRNr33Rs6zr7KNJqBFL9DrE6",
      institutionId: "ins_109508",
      institutionName: "Larkfield Bank",
      error: null,
      consentExpiresAt: "2027-01-01T00:00:00.000Z",
      lastSuccessfulUpdate: "2026-11-20T15:52:39.000Z",
      lastFailedUpdate: "2026-11-18T03:10:22.000Z",
    });
    expect(received[0]).toMatchObject({ path: "/item/get", body: { access_token: accessToken } });
  });

  it("of an Item that needs repair is the error, without secrets in its message", async () => {
    const error = plaidFailure(
      "ITEM_ERROR",
      "ITEM_LOGIN_REQUIRED",
      `the login of ${accessToken}\nhas changed`,
    );
    const { bank } = await startPlaid(json({ ...itemOf(), item: { ...itemOf().item, error } }));
    expect((await bank.getItem(accessToken)).error).toEqual({
      type: "ITEM_ERROR",
      code: "ITEM_LOGIN_REQUIRED",
      message: "the login of access-… has changed",
    });
  });

  it("of an Item that was never updated is null", async () => {
    const { bank } = await startPlaid(json({ item: { item_id: "i", error: null }, request_id: "r" }));
    expect(await bank.getItem(accessToken)).toEqual({
      itemId: "i",
      institutionId: null,
      institutionName: null,
      error: null,
      consentExpiresAt: null,
      lastSuccessfulUpdate: null,
      lastFailedUpdate: null,
    });
  });

  it("of an institution is its name, logo and color", async () => {
    const institution = {
      institution_id: "ins_1",
      name: "Larkfield Bank",
      logo: "iVBORw0KGgoAAA==",
      primary_color: "#1F4E79",
    };
    const { bank, received } = await startPlaid(json({ institution, request_id: "r" }));
    expect(await bank.getInstitution("ins_1")).toEqual({
      name: "Larkfield Bank",
      logo: "data:image/png;base64,iVBORw0KGgoAAA==",
      color: "#1f4e79",
    });
    expect(received[0]?.body).toEqual({
      institution_id: "ins_1",
      country_codes: ["US"],
      options: { include_optional_metadata: true },
    });
  });

  it("of accounts includes their balances", async () => {
    const { bank } = await startPlaid(
      json({ accounts: [accountOf()], item: itemOf().item, request_id: "r" }),
    );
    expect(await bank.getAccounts(accessToken)).toEqual([
      {
        providerAccountId: "BxBXxLj1m4HMXBm9WZZmCWVbPjX16EHwv99vp",
        persistentAccountId: null,
        name: "Everyday Checking",
        officialName: "Larkfield Everyday Checking",
        mask: "4417",
        type: "depository",
        subtype: "checking",
        currentBalance: 120_342,
        availableBalance: 118_002,
        isoCurrencyCode: "USD",
      },
    ]);
  });

  it("of a page of changes is complete", async () => {
    const posted = transactionOf({ transaction_id: "posted", pending_transaction_id: "pending", amount: -5 });
    const page = syncPageOf({
      added: [posted],
      modified: [transactionOf()],
      removed: [{ transaction_id: "pending", account_id: "a" }],
      accounts: [accountOf()],
      next_cursor: "next",
      has_more: true,
      request_id: "req",
    });
    const { bank, received } = await startPlaid(json(page));
    const read = await bank.syncPage(accessToken, "here");
    expect(received[0]).toMatchObject({
      path: "/transactions/sync",
      body: { access_token: accessToken, cursor: "here", count: 500 },
    });
    expect(read).toMatchObject({ nextCursor: "next", hasMore: true, requestId: "req" });
    expect(read.added).toEqual([
      {
        providerTransactionId: "posted",
        providerAccountId: "BxBXxLj1m4HMXBm9WZZmCWVbPjX16EHwv99vp",
        pending: false,
        pendingTransactionId: "pending",
        date: "2026-11-20",
        authorizedDate: "2026-11-19",
        name: "ORCHARD GROCERY 0042",
        merchantName: "Orchard Grocery",
        amount: 500,
        rawAmount: "-5",
        isoCurrencyCode: "USD",
        bankCategory: "FOOD_AND_DRINK",
        bankCategoryDetailed: "FOOD_AND_DRINK_GROCERIES",
        bankConfidence: "VERY_HIGH",
      },
    ]);
    expect([read.modified.length, read.removed, read.accounts.length]).toEqual([
      1,
      [{ providerTransactionId: "pending" }],
      1,
    ]);
  });

  it("starts at the first row without a cursor; an empty next cursor means that the bank isn't ready", async () => {
    const { bank, received } = await startPlaid(json(syncPageOf({ next_cursor: "" })));
    expect((await bank.syncPage(accessToken, null)).nextCursor).toBe("");
    expect(received[0]?.body).toEqual({ access_token: accessToken, count: 500 });
  });

  it("of a signing key is the public key", async () => {
    const point = { x: "a".repeat(43), y: "b".repeat(43) };
    const { bank, received } = await startPlaid(json(webhookKeyAnswer("kid-1", point, 1_790_000_000)));
    expect(await bank.getWebhookKey("kid-1")).toEqual({
      kid: "kid-1",
      jwk: { kty: "EC", crv: "P-256", ...point },
      expiredAt: 1_790_000_000,
    });
    expect(received[0]).toMatchObject({ path: "/webhook_verification_key/get", body: { key_id: "kid-1" } });
    expect((await errorOf(bank.getWebhookKey("kid-2"))).message).toContain("a different key");
  });

  it.each([{ alg: "HS256" }, { kty: "oct" }, { crv: "P-384" }, { x: "AA" }])(
    "of a key that isn't for ES256, such as with %o, is an error",
    async (wrong) => {
      const { key } = webhookKeyAnswer("kid-1", { x: "a".repeat(43), y: "b".repeat(43) });
      const { bank } = await startPlaid(json({ key: { ...key, ...wrong }, request_id: "r" }));
      expect((await errorOf(bank.getWebhookKey("kid-1"))).message).toContain(
        `at key.${Object.keys(wrong)[0]}`,
      );
    },
  );

  it("of a removal or a new webhook address is empty", async () => {
    const { bank, received } = await startPlaid(json({ request_id: "r", item: {} }));
    expect(await bank.removeItem(accessToken)).toBeUndefined();
    expect(await bank.updateWebhook(accessToken, "https://ledger.example/w")).toBeUndefined();
    expect(received.map(({ path, body }) => [path, body])).toEqual([
      ["/item/remove", { access_token: accessToken }],
      ["/item/webhook/update", { access_token: accessToken, webhook: "https://ledger.example/w" }],
    ]);
  });
});

describe("the keys", () => {
  it("are sent in headers with the API version, never in a body", async () => {
    const { bank, received } = await startPlaid(json(itemOf()));
    await bank.getItem(accessToken);
    expect(received[0]?.headers).toMatchObject({
      "plaid-client-id": plaidKeys.clientId,
      "plaid-secret": plaidKeys.secret,
      "plaid-version": "2020-09-14",
      "content-type": "application/json",
    });
    expect(JSON.stringify(received[0]?.body)).not.toContain(plaidKeys.secret);
  });

  it("that no header accepts are reported by setting, not by value", async () => {
    const broken = { clientId: plaidKeys.clientId, secret: "half\nother-half" };
    const { bank, received } = await startPlaid(json(itemOf()), { keys: broken });
    const error = await errorOf(bank.getItem(accessToken));
    expect([error.kind, error.message]).toEqual([
      "our-fault",
      "PLAID_SECRET contains characters that Plaid keys never have.",
    ]);
    expect(received).toEqual([]);
  });

  it("aren't sent to a redirect's target", async () => {
    const elsewhere = await startPlaid(json(itemOf()));
    const { bank } = await startPlaid(() => ({
      status: 307,
      headers: { location: "http://localhost:1/steal" },
      text: "",
    }));
    expect((await errorOf(bank.getItem(accessToken))).kind).toBe("our-fault");
    expect(elsewhere.received).toEqual([]);
  });
});

describe("Plaid's address", () => {
  const live = { modes: { plaid: "live" }, PLAID_CLIENT_ID: "id", PLAID_SECRET: "secret" } as const;
  const own = { selfOrigin: () => "http://localhost:3000" };

  it("follows the environment, unless an address is given", () => {
    const sandbox = plaidAccess({ ...live, PLAID_ENV: "sandbox" }, own);
    expect([sandbox.baseUrl(), sandbox.clientId, sandbox.secret]).toEqual([
      "https://sandbox.plaid.com",
      "id",
      "secret",
    ]);
    expect(plaidAccess({ ...live, PLAID_ENV: "production" }, own).baseUrl()).toBe(
      "https://production.plaid.com",
    );
    const given = { ...live, PLAID_ENV: "production", PLAID_URL: "http://localhost:4000/plaid/" } as const;
    expect(plaidAccess(given, own).baseUrl()).toBe("http://localhost:4000/plaid");
  });

  it("is this site's sandbox without keys, whatever else is set", () => {
    const access = plaidAccess(
      { modes: { plaid: "sandbox" }, PLAID_ENV: "production", PLAID_URL: "https://production.plaid.com" },
      own,
    );
    expect(access.baseUrl()).toBe("http://localhost:3000/sandbox/plaid");
  });
});

/** A response after parsing its JSON, with money still as digits. */
type Read<T> = T extends readonly (infer Row)[]
  ? Read<Row>[]
  : T extends object
    ? { [K in keyof T]: K extends "amount" | "current" | "available" ? ReadMoney<T[K]> : Read<T[K]> }
    : T;
type ReadMoney<T> = T extends number ? JsonNumber : T;

describe("Plaid's own types", () => {
  it("match our schemas, so that a change of its API doesn't compile", () => {
    expectTypeOf<Read<TransactionsSyncResponse>>().toExtend<z.input<typeof syncSchema>>();
    expectTypeOf<Read<AccountsGetResponse>>().toExtend<z.input<typeof accountsSchema>>();
    expectTypeOf<ItemGetResponse>().toExtend<z.input<typeof itemSchema>>();
    expectTypeOf<InstitutionsGetByIdResponse>().toExtend<z.input<typeof institutionSchema>>();
    expectTypeOf<LinkTokenCreateResponse>().toExtend<z.input<typeof linkTokenSchema>>();
    expectTypeOf<ItemPublicTokenExchangeResponse>().toExtend<z.input<typeof exchangeSchema>>();
    // Types can't express that alg, kty and crv are the documented ones; the schema checks them.
    type Loose = { key: Record<keyof z.input<typeof webhookKeySchema>["key"], unknown> };
    expectTypeOf<WebhookVerificationKeyGetResponse>().toExtend<Loose>();
    expectTypeOf<{
      access_token: string;
      cursor: string;
      count: number;
    }>().toExtend<TransactionsSyncRequest>();
  });
});
