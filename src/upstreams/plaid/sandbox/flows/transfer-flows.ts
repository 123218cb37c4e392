import { addDays, lastDayOf } from "#shared/time/plain-dates.ts";
import type { PlannedRow } from "../items/bank-rows.ts";
import { planRow, type Flow, type MonthPlan } from "./month-plan.ts";

/** Monthly transfers from the main bank to the person's accounts at the two others, in cents. */
const toCreditUnion = 65_000;
const toSavingsBank = 20_000;

const out = "TRANSFER_OUT_ACCOUNT_TRANSFER";
const into = "TRANSFER_IN_ACCOUNT_TRANSFER";

/** The main bank's side of the transfers to the other two banks. */
export const transfersOut: Flow = (plan) => [
  planRow(plan, {
    id: "to-union",
    account: "checking",
    on: 3,
    minor: -toCreditUnion,
    name: "TRANSFER TO RUSTY GATE CU",
    category: out,
  }),
  planRow(plan, {
    id: "to-cloud",
    account: "checking",
    on: 16,
    minor: -toSavingsBank,
    name: "TRANSFER TO STORMCLOUD SAVINGS",
    category: out,
  }),
];

/** The credit union's side, a day later, and its own small bills. */
export const creditUnionFlows: readonly Flow[] = [
  (plan) => [
    planRow(plan, {
      id: "from-main",
      account: "checking",
      on: 4,
      minor: toCreditUnion,
      name: "INCOMING TRANSFER LANTERNFISH",
      category: into,
    }),
    planRow(plan, {
      id: "childcare",
      account: "checking",
      on: 8,
      minor: -9_500,
      name: "MUSIC SCHOOL LITTLE OWL",
      merchantName: "Little Owl Music School",
      category: "GENERAL_SERVICES_EDUCATION",
      postsAfterDays: 1,
    }),
  ],
];

/** The savings bank's side, two days later, and its interest. */
export const savingsBankFlows: readonly Flow[] = [
  (plan) => [
    planRow(plan, {
      id: "from-main",
      account: "savings",
      on: 18,
      minor: toSavingsBank,
      name: "ACH CREDIT LANTERNFISH BANK",
      category: into,
    }),
    ...["savings", "certificate"].map((account) => interestOf(plan, account)),
  ],
];

function interestOf(plan: MonthPlan, account: string): PlannedRow {
  return planRow(plan, {
    id: "interest",
    account,
    on: lastDayOf(plan.month),
    minor: plan.random(`interest ${account}`).whole(900, 1_700),
    name: "INTEREST CREDIT",
    category: "INCOME_INTEREST_EARNED",
  });
}

/** Both sides of paying last month's card balance from the checking account; nothing if nothing is owed. */
export function cardPayment(plan: MonthPlan, spentMonthBefore: number): PlannedRow[] {
  if (spentMonthBefore <= 0) return [];
  const random = plan.random("card payment");
  const leg = (account: string, on: number, minor: number, name: string) =>
    planRow(plan, {
      id: "card-payment",
      account,
      on,
      minor,
      name,
      category: "LOAN_PAYMENTS_CREDIT_CARD_PAYMENT",
    });
  const day = random.whole(19, 22);
  return [
    leg("checking", day, -spentMonthBefore, "CREDIT CARD AUTOPAY"),
    leg("card", day + 1, spentMonthBefore, "PAYMENT RECEIVED THANK YOU"),
  ];
}

/**
 * Both sides of a transfer that balances the checking account: last month's surplus goes to savings, a deficit comes from
 * there, in steps of $50.
 */
export function savingsTransfer(plan: MonthPlan, leftMonthBefore: number): PlannedRow[] {
  const minor = Math.floor(leftMonthBefore / 5_000) * 5_000;
  if (minor === 0) return [];
  const isSaving = minor > 0;
  const day = `${plan.month}-25`;
  return [
    planRow(plan, {
      id: "savings-transfer",
      account: "checking",
      on: day,
      minor: -minor,
      name: isSaving ? "TRANSFER TO SAVINGS" : "TRANSFER FROM SAVINGS",
      category: isSaving ? "TRANSFER_OUT_SAVINGS" : "TRANSFER_IN_SAVINGS",
    }),
    planRow(plan, {
      id: "savings-transfer",
      account: "savings",
      on: isSaving ? addDays(day, 1) : day,
      minor,
      name: isSaving ? "TRANSFER FROM CHECKING" : "TRANSFER TO CHECKING",
      category: isSaving ? "TRANSFER_IN_SAVINGS" : "TRANSFER_OUT_SAVINGS",
    }),
  ];
}
