import { describe, expect, it } from "vitest";
import { sumMoney } from "#shared/money.ts";
import { addDays, addMonths, dayOfMonth, monthsFrom } from "#shared/time/plain-dates.ts";
import type { BankRow, PlannedRow } from "../items/bank-rows.ts";
import { createHousehold, sumOf } from "./household.ts";
import { householdEvents } from "../items/item-events.ts";
import { eventsOf } from "../items/row-lifecycle.ts";
import { accountsAt, bankIds, sandboxBanks, sandboxPeople } from "../sandbox-banks.ts";
import { presentRows } from "../sync/sync-changes.ts";

const months = monthsFrom("2024-11", "2026-11");
const avery = createHousehold(bankIds.healthy, "avery");
const rows = months.flatMap((month) => avery.rowsOf(month));

function named(part: string): PlannedRow[] {
  return rows.filter(({ name }) => name.includes(part));
}

function dayNumbers(list: PlannedRow[]): number[] {
  return list.map(({ day }) => Number(day.slice(8)));
}

describe("two years of a person's activity at the main bank", () => {
  it("is always the same, and different for each person and bank", () => {
    const again = createHousehold(bankIds.healthy, "avery");
    expect(months.flatMap((month) => again.rowsOf(month))).toEqual(rows);
    const morgan = createHousehold(bankIds.healthy, "morgan");
    expect(morgan.rowsOf("2026-11")).not.toEqual(avery.rowsOf("2026-11"));
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
  });

  it("has a salary twice a month, never on a weekend", () => {
    const salaries = rows.filter(({ category }) => category === "INCOME_WAGES");
    expect(salaries).toHaveLength(2 * months.length);
    expect(salaries.every(({ amount, account }) => amount > 0 && account === "checking")).toBe(true);
    const weekdays = salaries.map(({ day }) => new Date(`${day}T00:00:00Z`).getUTCDay());
    expect(weekdays.every((weekday) => weekday >= 1 && weekday <= 5)).toBe(true);
  });

  it("has rents paid early, late, in parts and twice, and repayments of a loan", () => {
    expect(dayNumbers(named("FINCHLEY")).every((day) => day >= 26)).toBe(true);
    const late = named("BROOKHAY");
    expect(late.some(({ day }) => Number(day.slice(8)) >= 12)).toBe(true);
    expect(late.some(({ day }) => Number(day.slice(8)) <= 4)).toBe(true);
    for (const month of months) {
      const parts = named("WRENFIELD").filter(({ day }) => day.startsWith(month));
      expect(parts).toHaveLength(2);
    }
    const flat = (month: string) => named("THISTLEDOWN").filter(({ day }) => day.startsWith(month)).length;
    expect(new Set(months.map(flat))).toEqual(new Set([0, 1, 2]));
    const twice = months.find((month) => flat(month) === 2) ?? "";
    expect(flat(addMonths(twice, 1))).toBe(0);
    expect(named("LOAN PAYBACK")).toHaveLength(months.length);
  });

  it("has spending in many categories, with refunds", () => {
    const spent = rows.filter(({ account, amount }) => account === "card" && amount < 0);
    expect(new Set(spent.map(({ category }) => category)).size).toBeGreaterThan(20);
    const refunds = named("REFUND");
    expect(refunds.length).toBeGreaterThan(24);
    expect(refunds.every(({ amount }) => amount > 0)).toBe(true);
  });

  it("has both sides of transfers and card payments, with opposite amounts, within five days", () => {
    const sides = Map.groupBy(
      rows.filter(({ key }) => /card-payment|savings-transfer/.test(key)),
      ({ key }) => key.replace(/\/.*\//, " "),
    );
    expect(sides.size).toBeGreaterThan(months.length);
    for (const pair of sides.values()) {
      expect(pair).toHaveLength(2);
      expect(sumMoney(pair.map(({ amount }) => amount))).toBe(0);
      const [first, second] = pair.map(({ day }) => day).toSorted();
      expect((second ?? "") <= addDays(first ?? "", 5)).toBe(true);
    }
    const union = createHousehold(bankIds.repair, "avery").rowsOf("2026-10");
    const sent = avery.rowsOf("2026-10").find(({ name }) => name.includes("RUSTY GATE"));
    const received = union.find(({ name }) => name.includes("LANTERNFISH"));
    expect(sent?.amount).toBe(received === undefined ? undefined : -Number(received.amount));
  });

  it("has rows that post with a different amount or without the pending id, never post, or are removed", () => {
    const pending = rows.filter(({ postsAfterDays }) => postsAfterDays > 0);
    expect(pending.filter(({ pendingAmount }) => pendingAmount !== undefined).length).toBeGreaterThan(100);
    expect(pending.filter(({ losesPendingId }) => losesPendingId === true).length).toBeGreaterThan(50);
    expect(pending.filter(({ fallsAwayAfterDays }) => fallsAwayAfterDays !== undefined).length).toBe(12);
    expect(rows.filter(({ removedAfterDays }) => removedAfterDays !== undefined).length).toBeGreaterThan(10);
  });

  it.each(sandboxBanks.flatMap(({ id }) => sandboxPeople.map((person) => [id, person.id] as const)))(
    "keeps the balances of %s, %s, realistic over the years",
    (bankId, personId) => {
      const household = createHousehold(bankId, personId);
      for (const account of accountsAt(bankId, personId)) {
        for (const month of ["2026-01", "2028-07"]) {
          const balance = account.opening + household.sumBefore(month, account.key);
          if (account.type === "depository") expect(balance).toBeGreaterThan(0);
          // A month with many refunds can leave a card with a small credit.
          else expect(balance).toBeLessThan(20_000);
          if (account.limit !== undefined) expect(-balance).toBeLessThan(account.limit);
        }
      }
    },
  );
});

describe("a row's lifecycle at the bank", () => {
  it("is pending first, then posted under another key that refers to the first", () => {
    const row = rows.find(
      ({ postsAfterDays, pendingAmount, losesPendingId, recognizedAfterDays }) =>
        postsAfterDays > 0 && pendingAmount !== undefined && !losesPendingId && !recognizedAfterDays,
    );
    if (row === undefined) throw new Error("no such row");
    const [pending, gone, posted] = eventsOf(row);
    expect(pending).toMatchObject({ put: { pending: true, amount: row.pendingAmount, date: row.day } });
    expect(gone).toMatchObject({ drop: `${row.key} pending` });
    expect(posted).toMatchObject({
      put: { pending: false, amount: row.amount, pendingKey: `${row.key} pending`, authorizedDate: row.day },
    });
  });

  it("never has a future date in New York", () => {
    for (const event of rows.flatMap(eventsOf)) {
      if (!("put" in event)) continue;
      const here = new Date(event.atMs - 5 * 60 * 60_000).toISOString().slice(0, 10);
      expect(event.put.date <= here).toBe(true);
    }
  });

  it("adds up to the months' totals once everything has posted", () => {
    const closed = avery.totalsSince("2025-06", "card", Date.parse("2025-12-31T23:59:00Z"));
    const lifelong = sumMoney(
      monthsFrom("2025-06", "2025-10").map((month) => sumOf(avery.rowsOf(month), "card")),
    );
    const since = avery.totalsSince("2025-11", "card", Date.parse("2025-12-31T23:59:00Z"));
    expect(closed.posted).toBe(lifelong + since.posted);
  });
});

describe("the current month", () => {
  const accounts = accountsAt(bankIds.healthy, "avery").map(({ key }) => key);

  function listedOn(day: string): readonly BankRow[] {
    const linkedAtMs = Date.parse(`${day}T23:00:00Z`);
    const source = {
      household: avery,
      linkedAtMs,
      days: 60,
      accounts,
      initialAtMs: linkedAtMs,
      historicalAtMs: linkedAtMs,
      ops: [],
      isEmpty: false,
    };
    return presentRows(householdEvents(source, linkedAtMs));
  }

  it("always has something pending and some rent still due", () => {
    const duePerTenant = { FINCHLEY: 115_000, BROOKHAY: 98_000, WRENFIELD: 78_000, THISTLEDOWN: 104_000 };
    for (let day = "2026-11-01"; day < "2027-06-01"; day = addDays(day, 1)) {
      const listed = listedOn(day);
      expect(
        listed.some(({ pending }) => pending),
        `${day}: something is pending`,
      ).toBe(true);
      const month = listed.filter(({ date }) => date >= dayOfMonth(day.slice(0, 7), 1));
      const isUnpaid = Object.entries(duePerTenant).some(
        ([tenant, due]) =>
          sumMoney(month.filter(({ name }) => name.includes(tenant)).map(({ amount }) => amount)) < due,
      );
      expect(isUnpaid, `${day}: some rent is due`).toBe(true);
    }
  });
});
