import { addDays, addMonths, dayOfMonth, lastDayOf } from "#shared/time/plain-dates.ts";
import type { PlannedRow } from "../items/bank-rows.ts";
import { isEvery, type Flow, type MonthPlan } from "./month-plan.ts";

/** Income at the main bank: a salary twice a month, rents paid in various ways, and a friend's installments. */
export const incomeFlows: readonly Flow[] = [salary, rents, friendsInstalments, interest];

const account = "checking";
const transfer = "TRANSFER_IN_ACCOUNT_TRANSFER";

function salary(plan: MonthPlan): PlannedRow[] {
  const year = Number(plan.month.slice(0, 4));
  const base = plan.isAvery ? 235_018 : 248_460;
  // A raise each January.
  const usual = Math.round(base * 1.03 ** (year - 2025));
  return [dayOfMonth(plan.month, 15), lastDayOf(plan.month)].map((day, index) => {
    const random = plan.random(`salary ${index}`);
    const overtime = random.chance(0.2) ? random.whole(4_000, 26_000) : 0;
    const name = plan.isAvery ? "LANTERNFISH WORKS PAYROLL" : "SALTPAN STUDIOS DIRECT DEP";
    const merchantName = plan.isAvery ? "Lanternfish Works" : "Saltpan Studios";
    const movement = [account, workingDayBefore(day), usual + overtime] as const;
    return plan.row(`salary-${index + 1}`, movement, name, "INCOME_WAGES", { merchantName });
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
  return [rent(plan, "rent-early", day, 115_000, "Rent next month M FINCHLEY-ROOK")];
}

/** A rent due on the 5th, paid one to two weeks late, and every third month only in the next month. */
function lateRent(plan: MonthPlan): PlannedRow[] {
  const random = plan.random("late rent");
  const after = addMonths(plan.month, 1);
  const on = isEvery(plan, 3) ? dayOfMonth(after, random.whole(2, 4)) : random.whole(12, 19);
  return [rent(plan, "rent-late", on, 98_000, "ZELLIG PAYMENT ODALYS BROOKHAY")];
}

/** A rent paid in two parts that fall short except every third month; with the late one, no month ends with all rents paid. */
function rentInParts(plan: MonthPlan): PlannedRow[] {
  const random = plan.random("rent in parts");
  const name = "TRANSFER FROM T WRENFIELD-OAK RENT";
  return [
    rent(plan, "rent-part-1", random.whole(4, 6), 48_000, name),
    rent(plan, "rent-part-2", random.whole(24, 27), isEvery(plan, 3) ? 30_000 : 26_000, name),
  ];
}

/** A rent paid on time, every sixth month twice by mistake, and then not at all in the following month. */
function rentPaidTwice(plan: MonthPlan): PlannedRow[] {
  if (isEvery(plan, 6, 0)) return [];
  const day = plan.random("rent paid twice").whole(1, 3);
  const name = "CORA THISTLEDOWN RENT FLAT 4";
  const once = rent(plan, "rent-twice-1", day, 104_000, name);
  return isEvery(plan, 6, 5) ? [once, rent(plan, "rent-twice-2", day + 1, 104_000, name)] : [once];
}

/** A rent paid on time, late or in parts, in turn. */
function roomRent(plan: MonthPlan): PlannedRow[] {
  const random = plan.random("room");
  const name = "PELL UMBERFIELD ROOM";
  if (isEvery(plan, 3, 1)) return [rent(plan, "room", random.whole(14, 20), 72_000, name)];
  if (isEvery(plan, 3, 2)) return [rent(plan, "room", random.whole(1, 4), 72_000, name)];
  return [
    rent(plan, "room-1", random.whole(3, 5), 40_000, name),
    rent(plan, "room-2", random.whole(22, 26), 32_000, name),
  ];
}

/** Creates a rent payment, which Plaid sometimes recognizes as income and otherwise as a transfer. */
function rent(plan: MonthPlan, id: string, on: number | string, minor: number, name: string): PlannedRow {
  const isKnown = plan.random(id).chance(0.5);
  return plan.row(id, [account, on, minor], name, isKnown ? "INCOME_OTHER_INCOME" : transfer);
}

function friendsInstalments({ isAvery, random, row }: MonthPlan): PlannedRow[] {
  const name = isAvery ? "JUNIPER VALEBRIGHT LOAN PAYBACK" : "WICK TARRAGONY PAYS BACK";
  const on = random("instalment").whole(10, 13);
  return [row("instalment", [account, on, isAvery ? 25_000 : 30_000], name, transfer)];
}

function interest({ month, random, row }: MonthPlan): PlannedRow[] {
  const minor = random("interest").whole(2_100, 4_900);
  return [row("interest", ["savings", lastDayOf(month), minor], "INTEREST PAID", "INCOME_INTEREST_EARNED")];
}
