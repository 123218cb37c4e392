import { describe, expect, it } from "vitest";
import { dealOut } from "../../../tests/support/night.ts";
import {
  accessToken,
  errorOf,
  json,
  plaidKeys,
  plaidFailure,
  startPlaid,
  type Answering,
} from "../../../tests/support/stand-ins/fake-plaid.ts";
import type { PlaidBank, PlaidError } from "./index.ts";
import {
  accountOf,
  itemOf,
  syncPageOf,
  transactionOf,
} from "../../../tests/support/stand-ins/plaid-samples.ts";

const publicToken = "public-sandbox-b0e2c4ee-a763-4df5-bfe9-46a46bce993d";
const link = { userRef: "user-7", webhookUrl: null, redirectUri: null };

const calls: Record<string, (bank: PlaidBank, signal?: AbortSignal) => Promise<unknown>> = {
  createLinkToken: (bank, signal) => bank.createLinkToken(link, signal),
  exchangePublicToken: (bank, signal) => bank.exchangePublicToken(publicToken, signal),
  getItem: (bank, signal) => bank.getItem(accessToken, signal),
  getInstitution: (bank, signal) => bank.getInstitution("ins_1", signal),
  getAccounts: (bank, signal) => bank.getAccounts(accessToken, signal),
  syncPage: (bank, signal) => bank.syncPage(accessToken, "cursor", signal),
  removeItem: (bank, signal) => bank.removeItem(accessToken, signal),
  updateWebhook: (bank, signal) => bank.updateWebhook(accessToken, "https://ledger.example/w", signal),
  getWebhookKey: (bank, signal) => bank.getWebhookKey("kid", signal),
};

/** Possible responses of Plaid, or anything in between, to any call, with their meaning. */
const matrix: [string, Answering, Partial<PlaidError>][] = [
  [
    "a login that has to be repaired",
    json(plaidFailure("ITEM_ERROR", "ITEM_LOGIN_REQUIRED"), 400),
    {
      kind: "user-action",
      errorType: "ITEM_ERROR",
      errorCode: "ITEM_LOGIN_REQUIRED",
      requestId: "HNTDNrA8F1shFEW",
    },
  ],
  [
    "a bank that is down",
    json(plaidFailure("INSTITUTION_ERROR", "INSTITUTION_DOWN"), 400),
    { kind: "retry-later" },
  ],
  [
    "429 with a Retry-After",
    json(plaidFailure("RATE_LIMIT_EXCEEDED", "TRANSACTIONS_SYNC_LIMIT"), 429, { "retry-after": "37" }),
    { kind: "retry-later", retryAfterSeconds: 37, errorCode: "TRANSACTIONS_SYNC_LIMIT" },
  ],
  [
    "429 with a Retry-After of years",
    json(plaidFailure("RATE_LIMIT_EXCEEDED", "RATE_LIMIT"), 429, { "retry-after": "99999999" }),
    { kind: "retry-later", retryAfterSeconds: 3600 },
  ],
  ["429 of a gateway", () => ({ status: 429, text: "slow down" }), { kind: "retry-later", errorCode: null }],
  [
    "500",
    json(plaidFailure("API_ERROR", "INTERNAL_SERVER_ERROR"), 500),
    { kind: "retry-later", errorCode: "INTERNAL_SERVER_ERROR" },
  ],
  ["500 without a word", () => ({ status: 500, text: "" }), { kind: "retry-later", requestId: null }],
  ["502 in HTML", () => ({ status: 502, text: "<html>Bad gateway</html>" }), { kind: "retry-later" }],
  ["503 again and again", () => ({ status: 503, text: "{}" }), { kind: "retry-later" }],
  [
    "a page to log in to the network",
    () => ({ text: "<!DOCTYPE html><p>Welcome</p>" }),
    { kind: "retry-later" },
  ],
  ["404 of something else", () => ({ status: 404, text: "<html>nginx</html>" }), { kind: "our-fault" }],
  [
    "a redirect",
    () => ({ status: 302, headers: { location: "/elsewhere" }, text: "" }),
    { kind: "our-fault" },
  ],
  [
    "keys that are not accepted",
    json(plaidFailure("INVALID_INPUT", "INVALID_API_KEYS", "invalid client_id or secret provided"), 400),
    { kind: "our-fault", errorCode: "INVALID_API_KEYS" },
  ],
  ["an item that is gone", json(plaidFailure("ITEM_ERROR", "ITEM_NOT_FOUND"), 400), { kind: "gone" }],
  [
    "a list that changed meanwhile",
    json(plaidFailure("TRANSACTIONS_ERROR", "TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION"), 400),
    { kind: "restart" },
  ],
  [
    "an error too long to be kept whole",
    json({ ...plaidFailure("ITEM_ERROR", "NO_ACCOUNTS"), suggested_action: "x".repeat(9_000) }, 400),
    { kind: "user-action", errorCode: "NO_ACCOUNTS", requestId: "HNTDNrA8F1shFEW" },
  ],
  ["truncated JSON", () => ({ text: '{"added":[{"transaction_id":"a"' }), { kind: "retry-later" }],
  ["an empty body", () => ({ text: "" }), { kind: "retry-later" }],
  ["JSON that is no object", () => ({ text: "[]" }), { kind: "our-fault" }],
  ["a connection cut in the middle", () => "cut", { kind: "retry-later", requestId: null }],
  ["JSON without end", () => ({ text: `{"a":"${"x".repeat(8_000_000)}"}` }), { kind: "our-fault" }],
  ["JSON of great depth", () => ({ text: "[".repeat(200_000) }), { kind: "retry-later" }],
];

describe.each(dealOut(calls, matrix))("$name", ({ thing: call, cases }) => {
  it.each(cases)("reports %s with the right reaction", async (_case, answering, expected) => {
    const { bank, logged } = await startPlaid(answering);
    const error = await errorOf(call(bank));
    expect(error).toMatchObject(expected);
    expectNoSecret(error, logged);
  });

  it("times out when Plaid hangs, and can be retried later", async () => {
    const { bank } = await startPlaid(() => "hang", { timeoutMs: 60 });
    const error = await errorOf(call(bank));
    expect([error.kind, error.requestId, error.errorCode]).toEqual(["retry-later", null, null]);
    expect(error.message).toContain("60 ms");
  });

  it("stops when aborted", async () => {
    const { bank } = await startPlaid(() => "hang");
    const stop = new AbortController();
    const waiting = errorOf(call(bank, stop.signal));
    setTimeout(() => stop.abort(), 20);
    const error = await waiting;
    expect([error.kind, error.message.includes("was aborted")]).toEqual(["retry-later", true]);
  });
});

const readsNothing = new Set(["removeItem", "updateWebhook"]);

it.each(Object.entries(calls).filter(([name]) => !readsNothing.has(name)))(
  "%s rejects a response without a required field and names it",
  async (_name, call) => {
    const { bank } = await startPlaid(json({ request_id: "abc" }));
    const error = await errorOf(call(bank));
    expect([error.kind, error.requestId]).toEqual(["our-fault", "abc"]);
    expect(error.message).toMatch(/has an unexpected format \(\/[\w/]+\) at \w+/);
  },
);

it("can be retried later if nobody is listening", async () => {
  const { bank, logged } = await startPlaid(json({}), { url: "http://127.0.0.1:1" });
  for (const call of Object.values(calls)) {
    const error = await errorOf(call(bank));
    expect([error.kind, error.requestId]).toEqual(["retry-later", null]);
    expectNoSecret(error, logged);
  }
});

/** Checks that neither the error, with everything attached, nor the log contains a key or token. */
function expectNoSecret(error: PlaidError, logged: string[]): void {
  const parts: unknown[] = [];
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    parts.push(at.name, at.message, at.stack, JSON.stringify(at));
  }
  const said = [...parts, ...logged].join("\n");
  for (const secret of [plaidKeys.secret, accessToken, publicToken]) expect(said).not.toContain(secret);
}

describe("a gateway that echoes what it was sent", () => {
  it("leaks no token into errors and logs", async () => {
    const { bank, logged } = await startPlaid(({ body, headers }) => ({
      status: 400,
      text: JSON.stringify({ said: body, headers }),
    }));
    for (const call of Object.values(calls)) expectNoSecret(await errorOf(call(bank)), logged);
  });

  it("leaks none into an error's message either", async () => {
    const { bank, logged } = await startPlaid(({ body }) => ({
      status: 400,
      text: JSON.stringify(plaidFailure("INVALID_INPUT", "INVALID_FIELD", `bad: ${JSON.stringify(body)}`)),
    }));
    for (const call of Object.values(calls)) expectNoSecret(await errorOf(call(bank)), logged);
  });
});

describe("a retry", () => {
  it.each(Object.entries(calls))(
    "after a 503 helps %s, except for an exchange, which uses up its token",
    async (name, call) => {
      const { bank, received } = await startPlaid(() => ({ status: 503, text: "" }));
      await errorOf(call(bank));
      expect(received).toHaveLength(name === "exchangePublicToken" ? 1 : 2);
    },
  );

  it("isn't made if Plaid asks for fewer calls or gave a reason", async () => {
    for (const status of [429, 400, 500]) {
      const { bank, received } = await startPlaid(
        json(plaidFailure("RATE_LIMIT_EXCEEDED", "RATE_LIMIT"), status),
      );
      await errorOf(bank.getItem(accessToken));
      expect(received).toHaveLength(1);
    }
  });
});

/** Each makes one field of a valid response invalid; the page must fail as a whole, naming the field. */
const wrongRows: [string, (row: Record<string, unknown>) => void, string][] = [
  ["no id", (row) => delete row["transaction_id"], "added.1.transaction_id"],
  ["an empty id", (row) => (row["transaction_id"] = ""), "added.1.transaction_id"],
  ["no account", (row) => delete row["account_id"], "added.1.account_id"],
  ["no amount", (row) => delete row["amount"], "added.1.amount"],
  ["an amount in text", (row) => (row["amount"] = "12.34"), "added.1.amount"],
  ["an amount of null", (row) => (row["amount"] = null), "added.1.amount"],
  ["a currency that is none", (row) => (row["iso_currency_code"] = "dollars"), "added.1.iso_currency_code"],
  ["no date", (row) => delete row["date"], "added.1.date"],
  ["a day that is none", (row) => (row["date"] = "2026-02-30"), "added.1.date"],
  ["an instant for a date", (row) => (row["date"] = "2026-02-03T00:00:00Z"), "added.1.date"],
  ["nothing about pending", (row) => delete row["pending"], "added.1.pending"],
  ["pending in text", (row) => (row["pending"] = "false"), "added.1.pending"],
  ["a name that is a number", (row) => (row["name"] = 7), "added.1.name"],
  [
    "a category in text",
    (row) => (row["personal_finance_category"] = "INCOME"),
    "added.1.personal_finance_category",
  ],
];

describe("a page with one invalid row", () => {
  it.each(wrongRows)("with %s fails as a whole", async (_case, spoil, where) => {
    const bad: Record<string, unknown> = { ...transactionOf({ transaction_id: "bad" }) };
    spoil(bad);
    const { bank } = await startPlaid(
      json({ ...syncPageOf(), added: [transactionOf(), bad], request_id: "req" }),
    );
    const error = await errorOf(bank.syncPage(accessToken, null));
    expect([error.kind, error.requestId]).toEqual(["our-fault", "req"]);
    expect(error.message).toContain(where);
    expect(error.message).not.toContain("12.34");
  });

  it("drops a row with an impossible amount, and keeps one with fractions of a cent", async () => {
    const rows = [0.005, 1e13, 1e300].map((amount) => Object.assign(transactionOf(), { amount }));
    const { bank } = await startPlaid(json({ ...syncPageOf(), added: rows, modified: rows }));
    const { added, modified, refusedCount } = await bank.syncPage(accessToken, null);
    expect([...added, ...modified].map(({ rawAmount }) => rawAmount)).toEqual(["0.005", "0.005"]);
    expect(refusedCount).toBe(4);
  });

  it.each(["added", "modified", "removed", "accounts", "next_cursor", "has_more", "request_id"])(
    "or without %s fails, too",
    async (field) => {
      const { [field]: _left, ...page } = { ...syncPageOf() } as Record<string, unknown>;
      const { bank } = await startPlaid(json(page));
      const error = await errorOf(bank.syncPage(accessToken, null));
      expect(error.message).toContain(`at ${field}:`);
    },
  );
});

describe("an invalid account or Item", () => {
  it("fails and names the field", async () => {
    const { balances: _none, ...account } = accountOf();
    const accounts = await startPlaid(json({ accounts: [account], request_id: "r" }));
    expect((await errorOf(accounts.bank.getAccounts(accessToken))).message).toContain("accounts.0.balances");
    const text = { ...accountOf(), balances: { ...accountOf().balances, current: "12" } };
    const words = await startPlaid(json({ accounts: [text], request_id: "r" }));
    expect((await errorOf(words.bank.getAccounts(accessToken))).message).toContain(
      "accounts.0.balances.current",
    );
    const item = await startPlaid(json({ ...itemOf(), item: { ...itemOf().item, item_id: 7 } }));
    expect((await errorOf(item.bank.getItem(accessToken))).message).toContain("item.item_id");
  });
});
