import { describe, expect, it } from "vitest";
import { fc } from "../../../tests/support/properties.ts";
import { moneyDigits, money } from "#shared/money.ts";
import { cleanMessage } from "./simplefin-errors.ts";
import { accountSetSchema } from "./simplefin-schemas.ts";
import { toAccountSet } from "./simplefin-transform.ts";
import type { SimpleFinTransaction } from "./simplefin-types.ts";

const noon = (day: string) => Date.parse(`${day}T12:00:00Z`) / 1000;

const account = (more: object = {}) => ({
  id: "ACT-1",
  name: "Free Checking (3071)",
  conn_id: "CON-1",
  currency: "USD",
  balance: "100.23",
  "available-balance": "75.23",
  "balance-date": noon("2026-11-20"),
  ...more,
});

const row = (more: object = {}) => ({
  id: "TRN-1",
  posted: noon("2026-11-20"),
  amount: "-33293.43",
  description: "Uncle Frank's Bait Shop",
  ...more,
});

const setOf = (more: object) =>
  toAccountSet(accountSetSchema.parse({ errlist: [], connections: [], accounts: [], ...more }));

function read(more: object): SimpleFinTransaction {
  const [found] = setOf({ accounts: [account({ transactions: [row(more)] })] }).accounts;
  const [only] = found?.transactions ?? [];
  if (only === undefined) throw new Error("the row was dropped");
  return only;
}

describe("an account", () => {
  it("has its balances digit by digit, with the server's sign", () => {
    const { accounts, connections } = setOf({
      connections: [
        { conn_id: "CON-1", name: "My Bank - Jill", org_id: "INST-1", sfin_url: "https://b.example" },
      ],
      accounts: [account(), account({ id: "ACT-2", balance: "-41.5", "available-balance": undefined })],
    });
    expect(connections).toEqual([{ id: "CON-1", name: "My Bank - Jill" }]);
    expect(accounts[0]).toMatchObject({
      connectionId: "CON-1",
      balance: 10_023,
      available: 7_523,
      currency: "USD",
    });
    expect(accounts[0]?.balanceAt).toEqual(new Date("2026-11-20T12:00:00Z"));
    expect(accounts[1]).toMatchObject({ balance: -4_150, available: null });
  });

  it("in points or miles is left out and counted", () => {
    const points = account({ id: "ACT-9", currency: "https://bank.example/points" });
    const { accounts, customCurrencyCount } = setOf({ accounts: [points, account({ currency: "cad" })] });
    expect(accounts.map(({ currency }) => currency)).toEqual(["CAD"]);
    expect(customCurrencyCount).toBe(1);
  });

  it("of version 1 names its bank itself", () => {
    const org = { domain: "mybank.example", "sfin-url": "https://s.example", name: "My Bank" };
    const { accounts, connections } = setOf({
      errlist: undefined,
      connections: undefined,
      errors: [],
      accounts: [account({ conn_id: undefined, org }), account({ id: "ACT-2", conn_id: undefined, org })],
    });
    expect(connections).toEqual([{ id: "mybank.example", name: "My Bank" }]);
    expect(accounts.map(({ connectionId }) => connectionId)).toEqual(["mybank.example", "mybank.example"]);
  });
});

describe("a transaction", () => {
  it("keeps money in positive, and its day is the one in UTC", () => {
    expect(read({ transacted_at: noon("2026-11-18"), payee: "Uncle Frank" })).toEqual({
      id: "TRN-1",
      pending: false,
      date: "2026-11-20",
      transactedOn: "2026-11-18",
      name: "Uncle Frank's Bait Shop",
      payee: "Uncle Frank",
      amount: -3_329_343,
      rawAmount: "-33293.43",
    });
    expect(read({ posted: Date.parse("2026-11-20T23:59:59Z") / 1000 }).date).toBe("2026-11-20");
    expect(read({ posted: String(noon("2026-11-20")) }).date).toBe("2026-11-20");
  });

  it("without a posted day is pending, whatever it says", () => {
    expect(read({ posted: 0, pending: true, transacted_at: noon("2026-11-19") })).toMatchObject({
      pending: true,
      date: "2026-11-19",
    });
    expect(read({ posted: 0, pending: false })).toMatchObject({ pending: true, date: null });
    expect(read({ pending: true })).toMatchObject({ pending: true, date: "2026-11-20" });
  });

  it.each([
    ["+12.5", 1_250, "12.5"],
    [".5", 50, "0.5"],
    ["-.07", -7, "-0.07"],
    ["5.", 500, "5"],
    ["0.00", 0, "0.00"],
    ["12.345", 1_234, "12.345"],
  ])("of %s is %i", (amount, minor, rawAmount) => {
    expect(read({ amount })).toMatchObject({ amount: minor, rawAmount });
  });

  it("has the amount that was written, for any amount and currency", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1e13, max: 1e13 }),
        fc.constantFrom("USD", "CAD", "JPY", "KWD"),
        (minor, currency) => {
          const amount = moneyDigits(money(minor), currency);
          const { accounts } = setOf({ accounts: [account({ currency, transactions: [row({ amount })] })] });
          expect(accounts[0]?.transactions[0]?.amount).toBe(minor);
        },
      ),
    );
  });

  it("that is too large to count is left out and counted", () => {
    const transactions = [row(), row({ id: "TRN-2", amount: "999999999999.99" })];
    const { accounts, refusedCount } = setOf({ accounts: [account({ transactions })] });
    expect(accounts[0]?.transactions).toHaveLength(1);
    expect(refusedCount).toBe(1);
  });

  it("always has a name, without characters a database refuses", () => {
    expect(read({ description: "", payee: "Frank" }).name).toBe("Frank");
    expect(read({ description: " ", memo: "Bait" }).name).toBe("Bait");
    expect(read({ description: null }).name).toBe("No description");
    expect(read({ description: "A\u0000B\n C" }).name).toBe("A B  C");
    expect(read({ description: "Ice cream \ud83c" }).name).toBe("Ice cream \ufffd");
  });

  it.each([
    [{ amount: "1,234.50" }],
    [{ amount: 12 }],
    [{ id: "" }],
    [{ posted: "soon" }],
    [{ id: "a\u0000b" }],
  ])("that says %j stops the read", (more) => {
    expect(() => read(more)).toThrow();
  });
});

describe("an error of the server", () => {
  const problemOf = (error: object) => setOf({ errlist: [error] }).problems[0];

  it.each([
    ["gen.auth", "general", "gen.auth"],
    ["con.auth", "connection", "con.auth"],
    ["con.maintenance", "connection", "con."],
    ["act.missingdata", "account", "act.missingdata"],
    ["act.failed", "account", "act.failed"],
    ["act.new", "account", "act."],
    ["xyz.what", "general", "gen."],
    ["", "general", "gen."],
    ["toString.x", "general", "gen."],
  ])("%s is of the %s: %s", (code, scope, known) => {
    const problem = problemOf({ code, msg: "Sorry", conn_id: "CON-1", account_id: "ACT-1" });
    expect(problem).toEqual({
      scope,
      code: known,
      message: "Sorry",
      connectionId: "CON-1",
      accountId: "ACT-1",
    });
  });

  it("of version 1 is read as the Bridge writes it", () => {
    const { problems } = setOf({
      errlist: undefined,
      connections: [{ conn_id: "CON-7", name: "Rusty Gate" }],
      errors: ["Connection to rusty gate may need attention. Auth required", "Something else"],
    });
    expect(problems).toMatchObject([
      { scope: "connection", code: "con.auth", connectionId: "CON-7" },
      { scope: "general", code: "gen.", message: "Something else" },
    ]);
  });

  it("isn't counted twice if the server repeats it for older clients", () => {
    const { problems } = setOf({ errlist: [{ code: "con.auth", msg: "A" }], errors: ["A"] });
    expect(problems).toHaveLength(1);
  });

  it.each([
    ["Sign <b>in</b> <script>alert(1)</script> now", "Sign in alert(1) now"],
    ["a\u0000b\nc\u202ed", "a b c d"],
    ["see https://user:pass@evil.example/x", "see …"],
    ["<img src=x onerror=alert(1)>", ""],
  ])("%j is shown as %j", (message, shown) => {
    expect(cleanMessage(message)).toBe(shown);
  });

  it("is short", () => {
    expect(cleanMessage("x".repeat(5_000))).toHaveLength(200);
  });
});
