import { addDays, addMonths, dayOfMonth, lastDayOf } from "#shared/time/plain-dates.ts";
import type { PlannedRow } from "../items/bank-rows.ts";
import { isEvery, planRow, type Flow, type MonthPlan } from "./month-plan.ts";

/** Income at the main bank: a salary twice a month, rents paid in various ways, and a friend's installments. */
export const incomeFlows: readonly Flow[] = [salary, rents, friendsInstalments, interest];

const account = "checking";

function salary(plan: MonthPlan): PlannedRow[] {
  const year = Number(plan.month.slice(0, 4));
  const base = plan.isAvery ? 235_018 : 248_460;
  // A raise each January.
  const usual = Math.round(base * 1.03 ** (year - 2025));
  return [dayOfMonth(plan.month, 15), lastDayOf(plan.month)].map((day, index) => {
    const random = plan.random(`salary ${index}`);
    const overtime = random.chance(0.2) ? random.whole(4_000, 26_000) : 0;
    return planRow(plan, {
      id: `salary-${index + 1}`,
      account,
      on: workingDayBefore(day),
      minor: usual + overtime,
      name: plan.isAvery ? "LANTERNFISH WORKS PAYROLL" : "SALTPAN STUDIOS DIRECT DEP",
      merchantName: plan.isAvery ? "Lanternfish Works" : "Saltpan Studios",
      category: "INCOME_WAGES",
    });
  });
}

/** Returns the preceding Friday for a salary due on a weekend. */
function workingDayBefore(day: string): string {
  const weekday = weekdayOf(day);
  return weekday === 0 ? addDays(day, -2) : weekday === 6 ? addDays(day, -1) : day;
}

/** Returns the weekday; 0 is Sunday. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}

function rents(plan: MonthPlan): PlannedRow[] {
  if (!plan.isAvery) return roomRent(plan);
  return [...earlyRent(plan), ...lateRent(plan), ...rentInParts(plan), ...rentPaidTwice(plan)];
}

/** A rent paid on one of the last days of the previous month. */
function earlyRent(plan: MonthPlan): PlannedRow[] {
  const day = plan.random("early rent").whole(26, 28);
  return [rent(plan, { id: "rent-early", on: day, minor: 115_000, name: "Rent next month M FINCHLEY-ROOK" })];
}

/** A rent due on the 5th, paid one to two weeks late, and every third month only in the next month. */
function lateRent(plan: MonthPlan): PlannedRow[] {
  const random = plan.random("late rent");
  const after = addMonths(plan.month, 1);
  const on = isEvery(plan, 3) ? dayOfMonth(after, random.whole(2, 4)) : random.whole(12, 19);
  return [rent(plan, { id: "rent-late", on, minor: 98_000, name: "ZELLIG PAYMENT ODALYS BROOKHAY" })];
}

/** A rent paid in two parts that fall short except every third month; with the late one, no month ends with all rents paid. */
function rentInParts(plan: MonthPlan): PlannedRow[] {
  const random = plan.random("rent in parts");
  const name = "TRANSFER FROM T WRENFIELD-OAK RENT";
  return [
    rent(plan, { id: "rent-part-1", on: random.whole(4, 6), minor: 48_000, name }),
    rent(plan, {
      id: "rent-part-2",
      on: random.whole(24, 27),
      minor: isEvery(plan, 3) ? 30_000 : 26_000,
      name,
    }),
  ];
}

/** A rent paid on time, every sixth month twice by mistake, and then not at all in the following month. */
function rentPaidTwice(plan: MonthPlan): PlannedRow[] {
  if (isEvery(plan, 6, 0)) return [];
  const day = plan.random("rent paid twice").whole(1, 3);
  const fields = { minor: 104_000, name: "CORA THISTLEDOWN RENT FLAT 4" };
  const once = rent(plan, { id: "rent-twice-1", on: day, ...fields });
  return isEvery(plan, 6, 5) ? [once, rent(plan, { id: "rent-twice-2", on: day + 1, ...fields })] : [once];
}

/** A rent paid on time, late or in parts, in turn. */
function roomRent(plan: MonthPlan): PlannedRow[] {
  const random = plan.random("room");
  const name = "PELL UMBERFIELD ROOM";
  if (isEvery(plan, 3, 1)) return [rent(plan, { id: "room", on: random.whole(14, 20), minor: 72_000, name })];
  if (isEvery(plan, 3, 2)) return [rent(plan, { id: "room", on: random.whole(1, 4), minor: 72_000, name })];
  return [
    rent(plan, { id: "room-1", on: random.whole(3, 5), minor: 40_000, name }),
    rent(plan, { id: "room-2", on: random.whole(22, 26), minor: 32_000, name }),
  ];
}

/** Creates a rent payment, which Plaid sometimes recognizes as income and otherwise as a transfer. */
function rent(
  plan: MonthPlan,
  fields: { id: string; on: number | string; minor: number; name: string },
): PlannedRow {
  const isKnown = plan.random(fields.id).chance(0.5);
  return planRow(plan, {
    account,
    category: isKnown ? "INCOME_OTHER_INCOME" : "TRANSFER_IN_ACCOUNT_TRANSFER",
    ...fields,
  });
}

function friendsInstalments(plan: MonthPlan): PlannedRow[] {
  const random = plan.random("instalment");
  return [
    planRow(plan, {
      id: "instalment",
      account,
      on: random.whole(10, 13),
      minor: plan.isAvery ? 25_000 : 30_000,
      name: plan.isAvery ? "JUNIPER VALEBRIGHT LOAN PAYBACK" : "WICK TARRAGONY PAYS BACK",
      category: "TRANSFER_IN_ACCOUNT_TRANSFER",
    }),
  ];
}

function interest(plan: MonthPlan): PlannedRow[] {
  return [
    planRow(plan, {
      id: "interest",
      account: "savings",
      on: lastDayOf(plan.month),
      minor: plan.random("interest").whole(2_100, 4_900),
      name: "INTEREST PAID",
      category: "INCOME_INTEREST_EARNED",
    }),
  ];
}
