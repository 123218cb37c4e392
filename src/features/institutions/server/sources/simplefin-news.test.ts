import { describe, expect, it } from "vitest";
import { money } from "#shared/money.ts";
import type {
  AccountSet,
  SimpleFinAccount,
  SimpleFinProblem,
  SimpleFinTransaction,
} from "#upstreams/simplefin/index.ts";
import { readCursor, recentWindows, writeCursor, type SimpleFinCursor } from "./simplefin-cursor.ts";
import { newsOf, worstProblem } from "./simplefin-news.ts";

const today = "2026-11-21";

const row = (id: string, more: Partial<SimpleFinTransaction> = {}): SimpleFinTransaction => ({
  id,
  pending: false,
  date: "2026-11-20",
  transactedOn: null,
  name: "Corner shop",
  payee: null,
  amount: money(-500),
  rawAmount: "-5.00",
  ...more,
});

const account = (
  transactions: SimpleFinTransaction[],
  more: Partial<SimpleFinAccount> = {},
): SimpleFinAccount => ({
  id: "A",
  connectionId: "C",
  name: "Checking",
  currency: "USD",
  balance: money(100),
  available: null,
  balanceAt: new Date("2026-11-21T10:00:00Z"),
  transactions,
  ...more,
});

const problem = (more: Partial<SimpleFinProblem>): SimpleFinProblem => ({
  scope: "account",
  code: "act.failed",
  message: "",
  connectionId: null,
  accountId: null,
  ...more,
});

const setOf = (accounts: SimpleFinAccount[], problems: SimpleFinProblem[] = []): AccountSet => ({
  connections: [],
  accounts,
  problems,
  customCurrencyCount: 0,
  refusedCount: 0,
});

const before: SimpleFinCursor = {
  history: null,
  accounts: {
    A: {
      balanceAt: "2026-11-20T10:00:00.000Z",
      completeOn: "2026-11-20",
      type: "depository",
      subtype: "checking",
      pending: { P1: "2026-11-19", P2: "2026-11-19" },
    },
  },
};

const read = (set: AccountSet, cursor: SimpleFinCursor | null = before) =>
  newsOf({ recent: [set], sinceDay: "2026-10-22", history: [], today }, cursor);

describe("a pending row that is missing", () => {
  it("is over, and one that is there isn't", () => {
    const news = read(setOf([account([row("P2", { pending: true, date: null })])]));
    expect(news.changes.removed).toEqual(["A/P1"]);
    // It keeps the day that it was given.
    expect(news.changes.added).toMatchObject([
      { providerTransactionId: "A/P2", date: "2026-11-19", pending: true },
    ]);
    expect(news.accountStates["A"]).toMatchObject({ pending: { P2: "2026-11-19" }, completeOn: today });
  });

  it.each([
    ["its account has a problem", account([]), [problem({ accountId: "A" })]],
    ["an account has one, and it isn't said which", account([]), [problem({})]],
    ["its bank has one", account([]), [problem({ scope: "connection", connectionId: "C" })]],
    ["the server has one", account([]), [problem({ scope: "general", code: "gen." })]],
    ["the account wasn't read since", account([], { balanceAt: new Date("2026-11-20T10:00:00Z") }), []],
  ])("is kept if %s", (_why, found, problems) => {
    const news = read(setOf([found], problems));
    expect(news.changes.removed).toEqual([]);
    expect(Object.keys(news.accountStates["A"]?.pending ?? {})).toEqual(["P1", "P2"]);
    if (problems.length === 0) return;
    expect(news.changes.complete?.providerAccountIds).toEqual([]);
    expect(news.accountStates["A"]?.completeOn).toBe("2026-11-20");
  });

  it("is over though another account or bank has a problem", () => {
    const problems = [
      problem({ accountId: "B" }),
      problem({ scope: "connection", code: "con.auth", connectionId: "D" }),
    ];
    expect(read(setOf([account([])], problems)).changes.removed).toEqual(["A/P1", "A/P2"]);
  });
});

describe("rows", () => {
  it("of two accounts with the same number stay apart", () => {
    const set = setOf([account([row("1")]), account([row("1")], { id: "B" })]);
    expect(read(set, null).changes.added.map((one) => one.providerTransactionId)).toEqual(["A/1", "B/1"]);
  });

  it("without any day have the account's", () => {
    const news = read(setOf([account([row("P9", { pending: true, date: null })])]), null);
    expect(news.changes.added[0]?.date).toBe("2026-11-21");
  });
});

describe("the worst problem", () => {
  it("decides, with all sentences about its kind", () => {
    expect(worstProblem([])).toBeNull();
    expect(
      worstProblem([
        problem({ code: "act.missingdata", message: "One" }),
        problem({ scope: "connection", code: "con.auth", message: "Two" }),
        problem({ scope: "connection", code: "con.auth", message: "Three" }),
        problem({ scope: "connection", code: "con.auth", message: "Two" }),
      ]),
    ).toEqual({ error: { type: "SIMPLEFIN_PROBLEM", code: "con.auth" }, message: "Two Three" });
    expect(worstProblem([problem({})])?.message).toBeNull();
  });
});

describe("a cursor", () => {
  it("survives a round trip, and another text counts as none", () => {
    expect(readCursor(writeCursor(before))).toEqual(before);
    for (const text of [null, "", "{}", "plaid-cursor", '{"history":1}']) expect(readCursor(text)).toBeNull();
  });

  it("that is very old asks for a few windows at most", () => {
    const old = { ...before, accounts: { A: { ...before.accounts["A"], completeOn: "2024-01-01" } } };
    const cursor = readCursor(JSON.stringify(old));
    expect(recentWindows(cursor, today)).toEqual([
      { fromDay: "2026-09-22", beforeDay: null },
      { fromDay: "2026-07-24", beforeDay: "2026-09-22" },
      { fromDay: "2026-05-25", beforeDay: "2026-07-24" },
      { fromDay: "2026-03-26", beforeDay: "2026-05-25" },
    ]);
  });
});
