import { LRUCache } from "lru-cache";
import { money, negateMoney, sumMoney, type Money } from "#shared/money.ts";
import { addMonths, monthsBetween, monthsFrom } from "#shared/time/plain-dates.ts";
import type { PlannedRow, RowEvent } from "../items/bank-rows.ts";
import { billFlows } from "./bill-flows.ts";
import { currencyFlows } from "./currency-flows.ts";
import { incomeFlows } from "./income-flows.ts";
import { createMonthPlan, type Flow, type MonthPlan } from "./month-plan.ts";
import { eventsOf } from "../items/row-lifecycle.ts";
import { findBank } from "../sandbox-banks.ts";
import { shoppingFlow } from "./shopping-flows.ts";
import {
  cardPayment,
  creditUnionFlow,
  savingsBankFlow,
  savingsTransfer,
  transfersOut,
} from "./transfer-flows.ts";

/** A person's activity at a bank by month, a pure function of person, bank and month. */
export type Household = {
  /** Rows that begin in a month, by day. */
  rowsOf: (month: string) => readonly PlannedRow[];
  /** Changes of each of a month's rows on one account, as the bank lists them. A row may post in the next month. */
  lifecyclesOf: (month: string, account: string) => readonly (readonly RowEvent[])[];
  /** Sum of all rows before a month on an account, since the first month counted in balances. */
  sumBefore: (month: string, account: string) => Money;
  /** Totals the bank lists on an account at an instant, for rows that began in a month or later. */
  totalsSince: (fromMonth: string, account: string, atMs: number) => { posted: Money; pending: Money };
};

/** First month counted in balances. */
const firstMonth = "2024-01";

/** Number of months kept in memory, including the two years a link covers. */
const maxMonths = 40;

export function createHousehold(bankId: string, personId: string): Household {
  const sums = new Map<string, Map<string, Money>>();
  const trouble = findBank(bankId)?.trouble ?? "none";
  const flows = flowsOf(trouble, personId);

  function planOf(month: string): MonthPlan {
    const plan = { month, monthNumber: monthsBetween("0001-01", month), isAvery: personId === "avery" };
    return createMonthPlan(plan, `${bankId} ${personId}`);
  }

  const basicRows = rememberMonths((month) => flows.flatMap((flow) => flow(planOf(month))));

  /** Adds payments that depend on the previous month. */
  function withCardPayment(month: string): PlannedRow[] {
    const spent = negateMoney(sumOf(basicRows(addMonths(month, -1)), "card"));
    const isPaid = trouble !== "down";
    return [...basicRows(month), ...(isPaid ? cardPayment(planOf(month), spent) : [])];
  }

  const rowsOf = rememberMonths((month) => {
    const left = sumOf(withCardPayment(addMonths(month, -1)), "checking");
    const evened = trouble === "none" ? savingsTransfer(planOf(month), left) : [];
    return [...withCardPayment(month), ...evened].toSorted((a, b) => (a.day < b.day ? -1 : 1));
  });

  const lifecyclesByAccount = rememberMonths((month) =>
    Map.groupBy(rowsOf(month).map(eventsOf), ([first]) => accountOf(first)),
  );

  function sumBefore(month: string, account: string): Money {
    if (month <= firstMonth) return money(0);
    const before = addMonths(month, -1);
    const known = sums.get(month) ?? new Map<string, Money>();
    sums.set(month, known);
    const sum = known.get(account) ?? sumMoney([sumBefore(before, account), sumOf(rowsOf(before), account)]);
    known.set(account, sum);
    return sum;
  }

  function lifecyclesOf(month: string, account: string): readonly (readonly RowEvent[])[] {
    return lifecyclesByAccount(month).get(account) ?? [];
  }

  function totalsSince(fromMonth: string, account: string, atMs: number): { posted: Money; pending: Money } {
    const lastMonth = new Date(atMs).toISOString().slice(0, 7);
    const rows = monthsFrom(fromMonth, lastMonth)
      .flatMap((month) => lifecyclesOf(month, account))
      .flatMap((events) => events.findLast((event) => event.atMs <= atMs) ?? [])
      .flatMap((event) => ("put" in event ? event.put : []));
    return {
      posted: sumMoney(rows.filter(({ pending }) => !pending).map(({ amount }) => amount)),
      pending: sumMoney(rows.filter(({ pending }) => pending).map(({ amount }) => amount)),
    };
  }

  return { rowsOf, lifecyclesOf, sumBefore, totalsSince };
}

function flowsOf(trouble: "none" | "login" | "down", personId: string): readonly Flow[] {
  if (trouble === "login") return [creditUnionFlow, shoppingFlow({ perDay: 0.45, atLeast: 0 })];
  if (trouble === "down") return [savingsBankFlow];
  const shopping = shoppingFlow({ perDay: personId === "avery" ? 2.2 : 1.7, atLeast: 1 });
  return [...incomeFlows, ...billFlows, transfersOut, shopping, ...currencyFlows];
}

/** Sums the rows as if everything had posted; rows that are dropped or removed count as zero. */
export function sumOf(rows: readonly PlannedRow[], account: string): Money {
  return sumMoney(rows.filter((row) => row.account === account && isKept(row)).map((row) => row.amount));
}

function isKept(row: PlannedRow): boolean {
  return row.fallsAwayAfterDays === undefined && row.removedAfterDays === undefined;
}

function accountOf(event: RowEvent | undefined): string {
  if (event === undefined) return "";
  return "put" in event ? event.put.account : event.account;
}

function rememberMonths<T extends object>(make: (month: string) => T): (month: string) => T {
  const known = new LRUCache<string, T>({ max: maxMonths, memoMethod: make });
  return (month) => known.memo(month);
}
