import { describe, expect, it } from "vitest";
import type { AccessItemView, AccountView } from "../../contract.ts";
import { balanceTotals } from "./balance-totals.ts";

let lastId = 0;

function account(given: Partial<AccountView> = {}): AccountView {
  lastId += 1;
  return {
    accountId: lastId,
    name: `Account ${lastId}`,
    official_name: "",
    mask: String(1000 + lastId),
    type: "depository",
    subtype: "checking",
    currentBalance: 100,
    availableBalance: null,
    isoCurrencyCode: "USD",
    ...given,
  };
}

function bank(
  accounts: AccountView[],
  item: Partial<AccessItemView["item"]> = {},
  name = "Harbor Bank",
): AccessItemView {
  lastId += 1;
  return {
    institutionAccessItemId: lastId,
    institution: { name },
    item: {
      lastSuccessfulUpdate: "2026-11-20T12:00:00.000Z",
      state: "healthy",
      newAccountsAvailable: false,
      transactionCount: 0,
      ...item,
    },
    accounts,
  };
}

describe("balanceTotals", () => {
  it("adds to the cent and keeps currencies apart", () => {
    const totals = balanceTotals([
      bank([account({ currentBalance: 0.1 }), account({ currentBalance: 0.2 })]),
      bank([account({ currentBalance: 12_000, isoCurrencyCode: "JPY" }), account({ currentBalance: -0.05 })]),
    ]);
    expect(totals).toEqual({
      sums: [
        { isoCurrencyCode: "USD", text: "$0.25", accountCount: 3 },
        { isoCurrencyCode: "JPY", text: "¥12,000", accountCount: 1 },
      ],
      remarks: [],
    });
  });

  it("leaves out cards, loans, investments, and unlinked banks", () => {
    const totals = balanceTotals([
      bank([account({ type: "credit" }), account({ type: "loan" }), account({ type: "investment" })]),
      bank([account()], { state: "unlinked" }),
      bank([account()], { state: "removing" }),
    ]);
    expect(totals).toEqual({ sums: [], remarks: [] });
  });

  it("says how many accounts it leaves out", () => {
    const totals = balanceTotals([bank([account(), account({ currentBalance: null })])]);
    expect(totals.sums).toEqual([{ isoCurrencyCode: "USD", text: "$100.00", accountCount: 1 }]);
    expect(totals.remarks).toEqual(["1 account without a balance isn’t included."]);
    expect(
      balanceTotals([bank([account({ currentBalance: 5e12 }), account({ currentBalance: null })])]),
    ).toEqual({
      sums: [],
      remarks: ["2 accounts without a balance aren’t included."],
    });
  });

  it("counts an account linked twice once, with its latest balance", () => {
    const joint = { name: "Joint Checking", mask: "4242" };
    const totals = balanceTotals([
      bank([account({ ...joint, currentBalance: 500 })], {
        lastSuccessfulUpdate: "2026-11-19T00:00:00.000Z",
      }),
      bank([account({ ...joint, currentBalance: 450 })], {
        lastSuccessfulUpdate: "2026-11-21T00:00:00.000Z",
      }),
      bank([account({ ...joint, currentBalance: 400 })], { lastSuccessfulUpdate: null }),
      bank([account({ ...joint, currentBalance: 7 })], {}, "Another Bank"),
    ]);
    expect(totals.sums).toEqual([{ isoCurrencyCode: "USD", text: "$457.00", accountCount: 2 }]);
    expect(totals.remarks).toEqual(["Accounts linked twice are counted once."]);
  });

  it("counts look-alikes of one link twice, and a copy updated at the same time once", () => {
    const alike = { name: "Savings", mask: "0001" };
    expect(balanceTotals([bank([account(alike), account(alike)])]).sums[0]?.text).toBe("$200.00");
    expect(balanceTotals([bank([account(alike)]), bank([account(alike)])]).sums[0]?.text).toBe("$100.00");
  });

  it("doesn't merge accounts just because both lack a number", () => {
    const totals = balanceTotals([
      bank([account({ name: "Cash", mask: null }), account({ name: "Cash", mask: null })]),
    ]);
    expect(totals.sums[0]?.text).toBe("$200.00");
  });

  it("names banks whose balances may be out of date", () => {
    const totals = balanceTotals([
      bank([account()], { state: "repair" }, "Broken Bank"),
      bank([account()], { state: "down" }, "Sleeping Bank"),
      bank([account()], { state: "expiring" }, "Fine Bank"),
      bank([account()], { state: "manual", lastSuccessfulUpdate: null }, "Wallet"),
      bank([account({ type: "credit" })], { state: "revoked" }, "Card Bank"),
    ]);
    expect(totals.remarks).toEqual(["Balances from Broken Bank and Sleeping Bank may be out of date."]);
  });
});
