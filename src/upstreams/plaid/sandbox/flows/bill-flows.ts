import { isEvery, type Flow, type MonthPlan } from "./month-plan.ts";
import type { PlannedRow } from "../items/bank-rows.ts";

/** Monthly expenses at the main bank besides shopping. */
export const billFlows: readonly Flow[] = [loanPayment, homeCosts, utilities, subscriptions, cashAndFees];

const paidOnline = { channel: "online", postsAfterDays: 1 } as const;

function loanPayment({ isAvery, row }: MonthPlan): PlannedRow[] {
  const minor = isAvery ? 231_044 : 31_075;
  const category = isAvery ? "LOAN_PAYMENTS_MORTGAGE_PAYMENT" : "LOAN_PAYMENTS_STUDENT_LOAN_PAYMENT";
  const name = `LANTERNFISH ${isAvery ? "HOME LOAN" : "STUDENT LOAN"} PAYMENT`;
  const interest = isAvery ? -98_410 : -9_820;
  return [
    row("loan", ["checking", 5, -minor], name, category),
    row("payment", ["loan", 6, minor], "PAYMENT RECEIVED, THANK YOU", category),
    row("interest", ["loan", 28, interest], "INTEREST CHARGED", "BANK_FEES_INTEREST_CHARGE"),
  ];
}

/** Housing costs: Avery maintains the apartments she rents out; Morgan rents one. */
function homeCosts(plan: MonthPlan): PlannedRow[] {
  if (plan.isAvery) return landlordCosts(plan);
  const name = "TOPIARY COURT APARTMENTS";
  const merchantName = "Topiary Court Apartments";
  return [plan.row("home", ["checking", 1, -165_000], name, "RENT_AND_UTILITIES_RENT", { merchantName })];
}

function landlordCosts(plan: MonthPlan): PlannedRow[] {
  const random = plan.random("landlord");
  const tax = "GOVERNMENT_AND_NON_PROFIT_TAX_PAYMENT";
  const repair = "HOME_IMPROVEMENT_REPAIR_AND_MAINTENANCE";
  const repaired = ["checking", random.whole(7, 24), -random.whole(18_000, 74_000)] as const;
  return [
    plan.row("tax", ["checking", 10, -64_250], "FENMARSH COUNTY PROPERTY TAX", tax),
    plan.row("repairs", repaired, "GUTTER AND GABLE REPAIRS", repair, {
      merchantName: "Gutter & Gable Repairs",
      postsAfterDays: 1,
    }),
  ];
}

function utilities(plan: MonthPlan): PlannedRow[] {
  const calendarMonth = Number(plan.month.slice(5));
  // Heating in winter, cooling in midsummer.
  const season = [1.6, 1.5, 1.2, 0.9, 0.8, 1, 1.4, 1.4, 0.9, 0.8, 1.1, 1.5][calendarMonth - 1] ?? 1;
  const random = plan.random("utilities");
  const power = Math.round(random.whole(8_200, 9_900) * season);
  const bill = (id: string, on: number, minor: number, merchantName: string, kind: string) => {
    const name = `${merchantName.toUpperCase()} BILL PAY`;
    const more = { merchantName, ...paidOnline };
    return plan.row(id, ["checking", on, -minor], name, `RENT_AND_UTILITIES_${kind}`, more);
  };
  const rows = [
    bill("power", 9, power, "Dynamo Valley Power", "GAS_AND_ELECTRICITY"),
    bill("internet", 14, 6_999, "Threadwire Internet", "INTERNET_AND_CABLE"),
    bill("phone", 18, random.whole(4_510, 5_240), "Birdcall Mobile", "TELEPHONE"),
  ];
  if (isEvery(plan, 2)) {
    rows.push(bill("water", 21, random.whole(7_100, 9_400), "Millrace Water District", "WATER"));
  }
  return rows;
}

function subscriptions({ isAvery, row }: MonthPlan): PlannedRow[] {
  const onCard = (id: string, on: number, minor: number, merchantName: string, category: string) => {
    const name = `${merchantName.toUpperCase()} MONTHLY`;
    return row(id, ["card", on, -minor], name, category, { merchantName, ...paidOnline });
  };
  const rows = [
    onCard("films", 4, 1_599, "Moonhatch Films", "ENTERTAINMENT_TV_AND_MOVIES"),
    onCard("music", 11, 1_099, "Hum & Hiss Music", "ENTERTAINMENT_MUSIC_AND_AUDIO"),
    onCard("backup", 17, 699, "Coldcellar Backup", "GENERAL_SERVICES_OTHER_GENERAL_SERVICES"),
    onCard("gym", 2, 4_500, "Larkspur Gym", "PERSONAL_CARE_GYMS_AND_FITNESS_CENTERS"),
  ];
  if (isAvery) {
    rows.push(onCard("insurance", 8, 12_840, "Umbrella Oak Insurance", "GENERAL_SERVICES_INSURANCE"));
  }
  return rows;
}

function cashAndFees(plan: MonthPlan): PlannedRow[] {
  const random = plan.random("cash");
  const taken = ["checking", random.whole(6, 25), -random.pick([4_000, 6_000, 10_000])] as const;
  const atMachine = { channel: "in store" } as const;
  const cash = plan.row("cash", taken, "ATM WITHDRAWAL HARBOUR ST", "TRANSFER_OUT_WITHDRAWAL", atMachine);
  if (!isEvery(plan, 3, 1)) return [cash];
  // A fee that the bank reverses days later by removing the row.
  const fee = plan.row("fee", ["checking", 12, -1_200], "PAPER STATEMENT FEE", "BANK_FEES_OTHER_BANK_FEES", {
    removedAfterDays: 6,
  });
  return [cash, fee];
}
