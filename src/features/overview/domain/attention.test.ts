import { describe, expect, it } from "vitest";
import type { PlainAccessItem, ItemState } from "#shared/finance-shapes.ts";
import {
  bankAttention,
  budgetAttention,
  byUrgency,
  incomeAttention,
  invitationAttention,
  sortingAttention,
  transferAttention,
} from "./attention.ts";
import type { CurrentBudget, Reminder } from "./overview-shapes.ts";

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

function reminder(given: Partial<Reminder>): Reminder {
  return {
    kind: "overdue",
    incomeSourceId: 1,
    direction: "in",
    name: "Flat 1",
    institutionAccessItemId: 7,
    institutionName: "Bank 7",
    month: "2026-11",
    dueDate: "2026-11-01",
    daysUntilDue: -20,
    monthCount: 1,
    outstanding: 1200,
    isoCurrencyCode: "USD",
    ...given,
  };
}

function budget(given: Partial<CurrentBudget>): CurrentBudget {
  return {
    budgetId: 3,
    budgetName: "November 2026",
    startDate: "2026-11-01",
    endDate: "2026-11-30",
    transactionsTotal: 950,
    plannedTotal: 820.5,
    estimateTotal: 700,
    availableTotal: 700,
    plannedPercent: 118,
    isoCurrencyCode: "USD",
    ...given,
  };
}

const zone = "America/New_York";

describe("bankAttention", () => {
  it("lists banks that need the person, those without updates first", () => {
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
    const found = byUrgency(
      bankAttention(
        states.map((state, index) => bank(index, state)),
        zone,
      ),
    );
    expect(found.map(({ subject, message }) => `${subject}: ${message}`)).toEqual([
      "Bank 3: needs repair to resume updates",
      "Bank 5: access revoked",
      "Bank 2: access ends soon",
    ]);
    expect(found.map(({ action }) => action)).toEqual([
      { kind: "repair", institutionAccessItemId: 3, institutionName: "Bank 3" },
      { kind: "linkAgain" },
      { kind: "renew", institutionAccessItemId: 2, institutionName: "Bank 2" },
    ]);
  });

  it("links a bank of SimpleFIN again with a setup token", () => {
    const { item, ...simpleFin } = bank(1, "revoked");
    const repairUrl = "https://bridge.example/";
    expect(bankAttention([{ ...simpleFin, item: { ...item, repairUrl } }], zone)[0]?.action).toEqual({
      kind: "linkAgain",
      withSetupToken: true,
    });
  });

  it("names the day access ends in the site's time zone", () => {
    expect(bankAttention([bank(1, "expiring", "2026-12-02T03:00:00Z")], zone)[0]?.message).toBe(
      "access ends on Dec 1, 2026",
    );
  });
});

describe("incomeAttention", () => {
  it("says how much is overdue, since when, and for how long", () => {
    const found = incomeAttention([
      reminder({}),
      reminder({ incomeSourceId: 2, outstanding: 3600, monthCount: 3, dueDate: "2026-09-01" }),
    ]);
    expect(found.map(({ message }) => message)).toEqual([
      "$1,200.00 overdue since Nov 1, 2026",
      "$3,600.00 overdue for 3 months, since Sep 1, 2026",
    ]);
    expect(found[0]?.action).toEqual({
      kind: "linkPayment",
      institutionAccessItemId: 7,
      incomeSourceId: 1,
      month: "2026-11",
    });
  });

  it("tells two due dates of a source apart", () => {
    const soon = { kind: "dueSoon", daysUntilDue: 0, dueDate: "2026-11-30" } as const;
    const found = incomeAttention([
      reminder(soon),
      reminder({ ...soon, daysUntilDue: 1, dueDate: "2026-12-01" }),
    ]);
    expect(new Set(found.map(({ id }) => id)).size).toBe(2);
  });

  it("is one entry for more than three of a kind", () => {
    const bills = [1, 2, 3].map((incomeSourceId) =>
      reminder({ incomeSourceId, direction: "out", month: "2026-10", dueDate: `2026-10-0${incomeSourceId}` }),
    );
    const soon = (incomeSourceId: number) =>
      reminder({ incomeSourceId, kind: "dueSoon", daysUntilDue: 1, dueDate: `2026-11-2${incomeSourceId}` });
    const found = incomeAttention([...bills, reminder({ incomeSourceId: 4 }), ...[1, 2, 3, 4].map(soon)]);
    expect(found.map(({ subject, message, urgency }) => `${subject} ${message} ${urgency}`)).toEqual([
      "3 bills and 1 income source overdue since Oct 1, 2026 urgent",
      "4 income sources due by Nov 24, 2026 soon",
    ]);
    expect(found[0]?.action).toEqual({ kind: "seeDue", month: "2026-10" });
    expect(incomeAttention([...bills, ...[1, 2, 3].map(soon)])).toHaveLength(6);
  });

  it("lists income due soon after overdue income", () => {
    const soon = { kind: "dueSoon", isoCurrencyCode: "JPY", outstanding: 90_000 } as const;
    const found = byUrgency(
      incomeAttention([
        reminder({ ...soon, daysUntilDue: 0 }),
        reminder({ ...soon, incomeSourceId: 2, daysUntilDue: 1 }),
        reminder({ ...soon, incomeSourceId: 3, daysUntilDue: 4, dueDate: "2026-11-25" }),
        reminder({ incomeSourceId: 4 }),
      ]),
    );
    expect(found.map(({ message }) => message)).toEqual([
      "$1,200.00 overdue since Nov 1, 2026",
      "¥90,000 due today",
      "¥90,000 due tomorrow",
      "¥90,000 due in 4 days, on Nov 25, 2026",
    ]);
    expect(new Set(found.map(({ id }) => id)).size).toBe(4);
  });
});

describe("budgetAttention", () => {
  it("says what budgets over their estimate spent", () => {
    expect(budgetAttention([budget({})])).toEqual([
      {
        id: "budget 3",
        urgency: "urgent",
        subject: "November 2026",
        message: "$820.50 spent of $700.00 (118%)",
        action: { kind: "seeBudget", budgetId: 3 },
      },
    ]);
  });

  it("counts what a budget without an estimate carries", () => {
    const carrying = budget({ estimateTotal: 0, availableTotal: 50, plannedTotal: 80, plannedPercent: 160 });
    expect(budgetAttention([carrying])).toMatchObject([
      { subject: "November 2026", message: "$80.00 spent of $50.00 (160%)" },
    ]);
    const even = budget({ estimateTotal: 10, availableTotal: 0, plannedTotal: 80, plannedPercent: 101 });
    expect(budgetAttention([even])).toMatchObject([{ message: "$80.00 spent of $0.00" }]);
    const short = budget({ estimateTotal: 10, availableTotal: -5, plannedTotal: 80, plannedPercent: 101 });
    expect(budgetAttention([short])).toMatchObject([{ message: "$80.00 spent, $5.00 overspent before" }]);
  });
});

describe("invitationAttention", () => {
  it("leads to each invitation", () => {
    expect(invitationAttention(["Avery", "Blake"])).toEqual([
      {
        id: "invitation 0",
        urgency: "soon",
        subject: "Invitation",
        message: "Avery invites you to see their money",
        action: { kind: "answerInvitation" },
      },
      {
        id: "invitation 1",
        urgency: "soon",
        subject: "Invitation",
        message: "Blake invites you to see their money",
        action: { kind: "answerInvitation" },
      },
    ]);
  });
});

describe("transferAttention", () => {
  it("counts likely transfers, if there are any", () => {
    expect(transferAttention(0)).toEqual([]);
    expect(transferAttention(1)).toEqual([
      {
        id: "transfers",
        urgency: "soon",
        subject: "1 likely transfer",
        message: "not yet confirmed",
        action: { kind: "reviewTransfers" },
      },
    ]);
    expect(transferAttention(2)).toMatchObject([{ subject: "2 likely transfers" }]);
  });
});

describe("sortingAttention", () => {
  it("names the transactions without a category, if there are any", () => {
    expect(sortingAttention(0)).toEqual([]);
    expect(sortingAttention(1)).toEqual([
      {
        id: "sort",
        urgency: "soon",
        subject: "1 transaction",
        message: "no category yet",
        action: { kind: "sort" },
      },
    ]);
    expect(sortingAttention(1_200)).toMatchObject([
      { subject: "1,200 transactions", message: "no category yet" },
    ]);
  });
});
