import { describe, expect, it } from "vitest";
import { fc } from "../../../../tests/support/properties.ts";
import type { AccountView, ItemState } from "#shared/finance-shapes.ts";
import { addMoney, money } from "#shared/money.ts";
import { worthAccounts, worthOf, type WorthBank } from "./net-worth.ts";

function bank(id: number, accounts: Partial<AccountView>[], state: ItemState = "healthy"): WorthBank {
  return {
    institutionAccessItemId: id,
    institution: { name: "Fern" },
    item: { state, lastSuccessfulUpdate: `2026-11-0${id}T00:00:00Z` },
    accounts: accounts.map((account, index) => ({
      accountId: id * 10 + index,
      name: "Checking",
      official_name: "Checking",
      mask: null,
      type: "depository",
      subtype: null,
      currentBalance: 100,
      availableBalance: null,
      isoCurrencyCode: "USD",
      ...account,
    })),
  };
}

describe("net worth", () => {
  it("adds deposits and subtracts what is owed, by currency", () => {
    const accounts = worthAccounts([
      bank(1, [{}, { type: "credit", currentBalance: 30.5 }, { type: "loan", currentBalance: 1_000 }]),
      bank(2, [{ isoCurrencyCode: "JPY", currentBalance: 900 }, { currentBalance: null }]),
      bank(3, [{ currentBalance: 5_000 }], "unlinked"),
    ]);
    expect(worthOf(accounts, [], { from: null, today: "2026-11-21" })).toEqual([
      { isoCurrencyCode: "USD", amount: -93_050, days: [] },
      { isoCurrencyCode: "JPY", amount: 900, days: [] },
    ]);
  });

  it("counts an account linked twice once, as last updated, and look-alikes of one link each", () => {
    const joint = { mask: "4417" };
    const found = worthAccounts([
      bank(1, [{ ...joint, currentBalance: 1 }]),
      bank(2, [
        { ...joint, currentBalance: 2 },
        { ...joint, currentBalance: 4 },
      ]),
    ]);
    expect(found.map(({ worth }) => worth)).toEqual([200, 400]);
  });

  it("goes back from today's balance by what came in and went out", () => {
    const accounts = worthAccounts([bank(1, [{}])]);
    const moves = [
      { isoCurrencyCode: "USD", date: "2026-11-18", amount: money(-2_500) },
      { isoCurrencyCode: "USD", date: "2026-11-20", amount: money(4_000) },
      { isoCurrencyCode: "EUR", date: "2026-11-20", amount: money(9) },
    ];
    expect(worthOf(accounts, moves, { from: "2026-11-15", today: "2026-11-21" })[0]?.days).toEqual([
      { date: "2026-11-15", amount: 8_500 },
      { date: "2026-11-18", amount: 6_000 },
      { date: "2026-11-20", amount: 10_000 },
      { date: "2026-11-21", amount: 10_000 },
    ]);
  });

  it("ends at today's worth, and each step is that day's moves", () => {
    const day = fc.integer({ min: 1, max: 28 }).map((date) => `2026-11-${String(date).padStart(2, "0")}`);
    const move = fc.record({ date: day, amount: fc.integer({ min: -1e9, max: 1e9 }) });
    fc.assert(
      fc.property(fc.uniqueArray(move, { selector: ({ date }) => date }), (drawn) => {
        const moves = drawn.map(({ date, amount }) => ({
          isoCurrencyCode: "USD",
          date,
          amount: money(amount),
        }));
        const [worth] = worthOf(worthAccounts([bank(1, [{}])]), moves, {
          from: "2026-11-01",
          today: "2026-11-28",
        });
        const days = worth?.days ?? [];
        expect(days.at(-1)?.amount).toBe(worth?.amount);
        for (const [index, { date, amount }] of days.entries()) {
          const before = days[index - 1];
          const moved = moves.find((one) => one.date === date)?.amount ?? money(0);
          if (before !== undefined) expect(amount).toBe(addMoney(before.amount, moved));
        }
      }),
    );
  });
});
