import { describe, expect, it } from "vitest";
import type { PlainAccessItem, ItemState } from "#shared/finance-shapes.ts";
import { bankAttention, budgetAttention, incomeAttention, type ReminderFacts } from "./attention.ts";
import type { BudgetFacts } from "./budgets-of-today.ts";

function bank(id: number, state: ItemState, expiresAt?: string): PlainAccessItem {
  return {
    institutionAccessItemId: id,
    institution: { name: `Bank ${id}` },
    item: {
      lastSuccessfulUpdate: null,
      state,
      newAccountsAvailable: true,
      ...(expiresAt === undefined ? {} : { expiresAt }),
    },
    accounts: [],
  };
}

function reminder(given: Partial<ReminderFacts>): ReminderFacts {
  return {
    kind: "overdue",
    incomeSourceId: 1,
    name: "Flat 1",
    institutionAccessItemId: 7,
    institutionName: "Bank 7",
    dueDate: "2026-11-01",
    daysUntilDue: -20,
    monthCount: 1,
    outstanding: 1200,
    isoCurrencyCode: "USD",
    ...given,
  };
}

function budget(given: Partial<BudgetFacts>): BudgetFacts {
  return {
    budgetId: 3,
    budgetName: "November 2026",
    startDate: "2026-11-01",
    endDate: "2026-11-30",
    transactionsTotal: 950,
    plannedTotal: 820.5,
    estimateTotal: 700,
    plannedPercent: 118,
    isoCurrencyCode: "USD",
    ...given,
  };
}

const zone = "America/New_York";

describe("banks that need attention", () => {
  it("are those that wait for the person, what brings nothing new before what will", () => {
    const states: ItemState[] = [
      "importing",
      "healthy",
      "expiring",
      "repair",
      "down",
      "revoked",
      "removing",
      "unlinked",
    ];
    const found = bankAttention(
      states.map((state, index) => bank(index, state)),
      zone,
    );
    expect(found.map(({ subject, matter }) => `${subject}: ${matter}`)).toEqual([
      "Bank 3: needs repair, nothing new comes in",
      "Bank 5: access was ended",
      "Bank 2: access ends soon",
    ]);
    expect(found.map(({ cure }) => cure)).toEqual([
      { kind: "repair", institutionAccessItemId: 3, institutionName: "Bank 3" },
      { kind: "linkAgain" },
      { kind: "renew", institutionAccessItemId: 2, institutionName: "Bank 2" },
    ]);
  });

  it("name the day on which access ends, by the site's clock", () => {
    expect(bankAttention([bank(1, "expiring", "2026-12-02T03:00:00Z")], zone)[0]?.matter).toBe(
      "access ends on Dec 1, 2026",
    );
  });
});

describe("income that needs attention", () => {
  it("says how much is late, since when and for how long", () => {
    const found = incomeAttention([
      reminder({}),
      reminder({ incomeSourceId: 2, outstanding: 3600, monthCount: 3, dueDate: "2026-09-01" }),
    ]);
    expect(found.map(({ matter }) => matter)).toEqual([
      "$1,200.00 overdue, since Nov 1, 2026",
      "$3,600.00 overdue for 3 months, since Sep 1, 2026",
    ]);
    expect(found[0]?.cure).toEqual({ kind: "linkPayment", institutionAccessItemId: 7, incomeSourceId: 1 });
  });

  it("comes after what is late when it is only due soon", () => {
    const soon = { kind: "dueSoon", isoCurrencyCode: "JPY", outstanding: 90_000 } as const;
    const found = incomeAttention([
      reminder({ ...soon, daysUntilDue: 0 }),
      reminder({ ...soon, incomeSourceId: 2, daysUntilDue: 1 }),
      reminder({ ...soon, incomeSourceId: 3, daysUntilDue: 4, dueDate: "2026-11-25" }),
      reminder({ incomeSourceId: 4 }),
    ]);
    expect(found.map(({ matter }) => matter)).toEqual([
      "$1,200.00 overdue, since Nov 1, 2026",
      "¥90,000 due today",
      "¥90,000 due tomorrow",
      "¥90,000 due in 4 days, on Nov 25, 2026",
    ]);
    expect(new Set(found.map(({ id }) => id)).size).toBe(4);
  });
});

describe("budgets that need attention", () => {
  const today = "2026-11-21";

  it("are those of today that have passed their estimate", () => {
    expect(budgetAttention([budget({})], today)).toEqual([
      {
        id: "budget 3",
        urgency: "urgent",
        subject: "November 2026",
        matter: "$820.50 spent of $700.00 (118%)",
        cure: { kind: "seeBudget", budgetId: 3 },
      },
    ]);
  });

  it.each([
    ["one that is just spent", { plannedPercent: 100 }],
    ["one without an estimate", { estimateTotal: 0, plannedPercent: 101 }],
    ["one that is over", { startDate: "2026-10-01", endDate: "2026-11-20" }],
    ["one that is to come", { startDate: "2026-11-22", endDate: "2026-12-31" }],
  ])("are not %s", (_case, given) => {
    expect(budgetAttention([budget(given)], today)).toEqual([]);
  });

  it("include their first and their last day", () => {
    expect(budgetAttention([budget({ startDate: today }), budget({ endDate: today })], today)).toHaveLength(
      2,
    );
  });
});
