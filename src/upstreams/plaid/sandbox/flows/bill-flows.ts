import { isEvery, planRow, type Flow, type MonthPlan } from "./month-plan.ts";
import type { PlannedRow } from "../items/bank-rows.ts";

/** Monthly expenses at the main bank besides shopping. */
export const billFlows: readonly Flow[] = [loanPayment, homeCosts, utilities, subscriptions, cashAndFees];

function loanPayment(plan: MonthPlan): PlannedRow[] {
  const minor = plan.isAvery ? 231_044 : 31_075;
  const category = plan.isAvery ? "LOAN_PAYMENTS_MORTGAGE_PAYMENT" : "LOAN_PAYMENTS_STUDENT_LOAN_PAYMENT";
  const loan = plan.isAvery ? "HOME LOAN" : "STUDENT LOAN";
  return [
    planRow(plan, {
      id: "loan",
      account: "checking",
      on: 5,
      minor: -minor,
      name: `LANTERNFISH ${loan} PAYMENT`,
      category,
    }),
    planRow(plan, {
      id: "payment",
      account: "loan",
      on: 6,
      minor,
      name: "PAYMENT RECEIVED, THANK YOU",
      category,
    }),
    planRow(plan, {
      id: "interest",
      account: "loan",
      on: 28,
      minor: plan.isAvery ? -98_410 : -9_820,
      name: "INTEREST CHARGED",
      category: "BANK_FEES_INTEREST_CHARGE",
    }),
  ];
}

/** Housing costs: Avery maintains the apartments she rents out; Morgan rents one. */
function homeCosts(plan: MonthPlan): PlannedRow[] {
  if (plan.isAvery) return landlordCosts(plan);
  const fields = { name: "TOPIARY COURT APARTMENTS", merchantName: "Topiary Court Apartments" };
  return [
    planRow(plan, {
      id: "home",
      account: "checking",
      on: 1,
      minor: -165_000,
      ...fields,
      category: "RENT_AND_UTILITIES_RENT",
    }),
  ];
}

function landlordCosts(plan: MonthPlan): PlannedRow[] {
  const random = plan.random("landlord");
  return [
    planRow(plan, {
      id: "tax",
      account: "checking",
      on: 10,
      minor: -64_250,
      name: "FENMARSH COUNTY PROPERTY TAX",
      category: "GOVERNMENT_AND_NON_PROFIT_TAX_PAYMENT",
    }),
    planRow(plan, {
      id: "repairs",
      account: "checking",
      on: random.whole(7, 24),
      minor: -random.whole(18_000, 74_000),
      name: "GUTTER AND GABLE REPAIRS",
      merchantName: "Gutter & Gable Repairs",
      category: "HOME_IMPROVEMENT_REPAIR_AND_MAINTENANCE",
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
  const bill = (id: string, on: number, minor: number, merchantName: string, category: string) =>
    planRow(plan, {
      id,
      account: "checking",
      on,
      minor: -minor,
      name: `${merchantName.toUpperCase()} BILL PAY`,
      merchantName,
      category: `RENT_AND_UTILITIES_${category}`,
      channel: "online",
      postsAfterDays: 1,
    });
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

function subscriptions(plan: MonthPlan): PlannedRow[] {
  const onCard = (id: string, on: number, minor: number, merchantName: string, category: string) =>
    planRow(plan, {
      id,
      account: "card",
      on,
      minor: -minor,
      name: `${merchantName.toUpperCase()} MONTHLY`,
      merchantName,
      category,
      channel: "online",
      postsAfterDays: 1,
    });
  const rows = [
    onCard("films", 4, 1_599, "Moonhatch Films", "ENTERTAINMENT_TV_AND_MOVIES"),
    onCard("music", 11, 1_099, "Hum & Hiss Music", "ENTERTAINMENT_MUSIC_AND_AUDIO"),
    onCard("backup", 17, 699, "Coldcellar Backup", "GENERAL_SERVICES_OTHER_GENERAL_SERVICES"),
    onCard("gym", 2, 4_500, "Larkspur Gym", "PERSONAL_CARE_GYMS_AND_FITNESS_CENTERS"),
  ];
  if (plan.isAvery) {
    rows.push(onCard("insurance", 8, 12_840, "Umbrella Oak Insurance", "GENERAL_SERVICES_INSURANCE"));
  }
  return rows;
}

function cashAndFees(plan: MonthPlan): PlannedRow[] {
  const random = plan.random("cash");
  const rows = [
    planRow(plan, {
      id: "cash",
      account: "checking",
      on: random.whole(6, 25),
      minor: -random.pick([4_000, 6_000, 10_000]),
      name: "ATM WITHDRAWAL HARBOUR ST",
      category: "TRANSFER_OUT_WITHDRAWAL",
      channel: "in store",
    }),
  ];
  // A fee that the bank reverses days later by removing the row.
  if (isEvery(plan, 3, 1)) {
    rows.push(
      planRow(plan, {
        id: "fee",
        account: "checking",
        on: 12,
        minor: -1_200,
        name: "PAPER STATEMENT FEE",
        category: "BANK_FEES_OTHER_BANK_FEES",
        removedAfterDays: 6,
      }),
    );
  }
  return rows;
}
