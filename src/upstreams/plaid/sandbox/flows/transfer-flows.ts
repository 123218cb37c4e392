import { addDays, lastDayOf } from "#shared/time/plain-dates.ts";
import type { PlannedRow } from "../items/bank-rows.ts";
import type { Flow, MonthPlan } from "./month-plan.ts";

/** Monthly transfers from the main bank to the person's accounts at the two others, in cents. */
const toCreditUnion = 65_000;
const toSavingsBank = 20_000;

const outgoing = "TRANSFER_OUT_ACCOUNT_TRANSFER";
const incoming = "TRANSFER_IN_ACCOUNT_TRANSFER";

/** The main bank's side of the transfers to the other two banks. */
export const transfersOut: Flow = ({ row }) => [
  row("to-union", ["checking", 3, -toCreditUnion], "TRANSFER TO RUSTY GATE CU", outgoing),
  row("to-cloud", ["checking", 16, -toSavingsBank], "TRANSFER TO STORMCLOUD SAVINGS", outgoing),
];

/** The credit union's side, a day later, and its own small bills. */
export const creditUnionFlow: Flow = ({ row }) => [
  row("from-main", ["checking", 4, toCreditUnion], "INCOMING TRANSFER LANTERNFISH", incoming),
  row("childcare", ["checking", 8, -9_500], "MUSIC SCHOOL LITTLE OWL", "GENERAL_SERVICES_EDUCATION", {
    merchantName: "Little Owl Music School",
    postsAfterDays: 1,
  }),
];

/** The savings bank's side, two days later, and its interest. */
export const savingsBankFlow: Flow = (plan) => [
  plan.row("from-main", ["savings", 18, toSavingsBank], "ACH CREDIT LANTERNFISH BANK", incoming),
  ...["savings", "certificate"].map((account) => interestOf(plan, account)),
];

function interestOf({ month, random, row }: MonthPlan, account: string): PlannedRow {
  const minor = random(`interest ${account}`).whole(900, 1_700);
  return row("interest", [account, lastDayOf(month), minor], "INTEREST CREDIT", "INCOME_INTEREST_EARNED");
}

/** Both sides of paying last month's card balance from the checking account; nothing if nothing is owed. */
export function cardPayment({ random, row }: MonthPlan, spentMonthBefore: number): PlannedRow[] {
  if (spentMonthBefore <= 0) return [];
  const day = random("card payment").whole(19, 22);
  const category = "LOAN_PAYMENTS_CREDIT_CARD_PAYMENT";
  return [
    row("card-payment", ["checking", day, -spentMonthBefore], "CREDIT CARD AUTOPAY", category),
    row("card-payment", ["card", day + 1, spentMonthBefore], "PAYMENT RECEIVED THANK YOU", category),
  ];
}

/**
 * Both sides of a transfer that balances the checking account: last month's surplus goes to savings, a deficit comes from
 * there, in steps of $50.
 */
export function savingsTransfer({ month, row }: MonthPlan, leftMonthBefore: number): PlannedRow[] {
  const minor = Math.floor(leftMonthBefore / 5_000) * 5_000;
  if (minor === 0) return [];
  const day = `${month}-25`;
  const id = "savings-transfer";
  const [out, into] = ["TRANSFER_OUT_SAVINGS", "TRANSFER_IN_SAVINGS"] as const;
  if (minor < 0)
    return [
      row(id, ["checking", day, -minor], "TRANSFER FROM SAVINGS", into),
      row(id, ["savings", day, minor], "TRANSFER TO CHECKING", out),
    ];
  return [
    row(id, ["checking", day, -minor], "TRANSFER TO SAVINGS", out),
    row(id, ["savings", addDays(day, 1), minor], "TRANSFER FROM CHECKING", into),
  ];
}
