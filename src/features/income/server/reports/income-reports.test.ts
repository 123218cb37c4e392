import { beforeEach, describe, expect, it } from "vitest";
import type { z } from "zod";
import { createTestUser, liveTestSettings } from "../../../../../tests/support/factories/auth-factory.ts";
import { createIncomeSite, type IncomeSite } from "../../../../../tests/support/sites/income-site.ts";
import { createTestApp } from "../../../../../tests/support/test-app.ts";
import { useTestDatabase } from "../../../../../tests/support/test-database.ts";
import type { incomeContract } from "../../contract.ts";

type RentRoll = z.infer<typeof incomeContract.getRentRoll.output>;
type ByMonth = z.infer<typeof incomeContract.getIncomeByMonth.output>;
type Reminders = z.infer<typeof incomeContract.getIncomeReminders.output>;

const database = useTestDatabase();
let site: IncomeSite;
let nowMs: number;

beforeEach(async () => {
  nowMs = Date.UTC(2026, 10, 21, 17);
  site = await createIncomeSite(database(), { now: () => new Date(nowMs) });
});

async function pay(
  incomeSourceId: number,
  date: string,
  amount = 1_000,
  input: object = {},
): Promise<number> {
  const [transactionId = 0] = await site.rows([{ amount: Math.round(amount * 100), date }]);
  const answer = await site.link(incomeSourceId, transactionId, amount, input);
  expect(answer.status).toBe(200);
  return transactionId;
}

describe("the rent roll", () => {
  const roll = async (query = "") =>
    (await site.get<RentRoll>(`/api/GetRentRoll?institutionAccessItemId=${site.itemId}${query}`)).data;

  it("covers this year by default, with status and payments per cell, and adds up", async () => {
    const flat = await site.source({ name: "Flat", startDate: "2026-09-01" });
    await site.source({ name: "Attic", startDate: "2026-11-01", amountDue: 400, dayOfMonthDue: 30 - 2 });
    const transactionId = await pay(flat, "2026-09-14");
    await pay(flat, "2026-10-14", 250);
    const answer = await roll();
    expect(answer.institutionName).toBe("First Fern");
    expect(answer.months.map(({ month }) => month)).toEqual(
      Array.from({ length: 12 }, (_, at) => `2026-${String(at + 1).padStart(2, "0")}`),
    );
    expect(answer.months[0]).toEqual({ month: "2026-01", text: "January 2026" });
    const [attic, first] = answer.rows;
    expect([attic?.name, first?.name]).toEqual(["Attic", "Flat"]);
    expect(first?.cells.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 8 }, () => null),
      "Paid",
      "Partially Paid",
      "Past Due",
      "No Payment",
    ]);
    expect(first?.cells[8]).toMatchObject({
      month: "2026-09",
      isActive: true,
      dueDate: "2026-09-15",
      due: 1_000,
      paid: 1_000,
      outstanding: 0,
      overpaid: 0,
      overdue: 0,
      payments: [{ amount: 1_000, transaction: { transactionId } }],
    });
    expect(first?.totals).toEqual({ due: 4_000, paid: 1_250, overdue: 1_750 });
    expect(answer.columnTotals[10]).toEqual({ month: "2026-11", due: 1_400, paid: 0, overdue: 1_000 });
    expect(answer.totals).toEqual({ due: 4_800, paid: 1_250, overdue: 1_750 });
    const summed = answer.columnTotals.reduce((sum, column) => sum + column.due, 0);
    expect(summed).toBe(answer.rows.reduce((sum, row) => sum + row.totals.due, 0));
  });

  it("starts with the requested month, and sums other currencies separately", async () => {
    await site.source({ name: "A" });
    await site.source({ name: "B" });
    await site.source({ name: "Yen", isoCurrencyCode: "JPY", amountDue: 100 });
    const answer = await roll("&from=2026-06");
    expect([answer.months[0]?.month, answer.months[11]?.month]).toEqual(["2026-06", "2027-05"]);
    expect(answer.rows).toHaveLength(3);
    expect(answer.totals.due).toBe(24_000);
    expect(answer.otherCurrencies).toMatchObject([
      { isoCurrencyCode: "JPY", count: 1, totals: { due: 1_200, paid: 0, overdue: 600 } },
    ]);
  });

  it("has the same figures as the dashboard", async () => {
    const flat = await site.source({ name: "Flat" });
    await pay(flat, "2026-11-14", 300);
    const answer = await roll();
    const { data } = await site.get<{ totalDue: number; totalPaid: number; totalOverdue: number }>(
      `/api/GetIncomeSources?institutionAccessItemId=${site.itemId}`,
    );
    expect(answer.columnTotals[10]).toEqual({
      month: "2026-11",
      due: data.totalDue,
      paid: data.totalPaid,
      overdue: data.totalOverdue,
    });
  });

  it("exports as CSV without formulas", async () => {
    const flat = await site.source({ name: "=1+1", startDate: "2026-11-01", endDate: "2026-11-30" });
    await pay(flat, "2026-11-14");
    const path = `/api/ExportRentRoll?institutionAccessItemId=${site.itemId}&from=2026-11`;
    const response = await site.app.request(path, { headers: { cookie: site.cookie } });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("content-disposition")).toContain(
      'attachment; filename="First Fern rent roll 2026-11 to 2027-10.csv"',
    );
    const lines = (await response.text()).split("\r\n");
    expect(lines[0]).toContain('"November 2026 Status","November 2026 Due"');
    expect(lines[1]).toMatch(/^"'=1\+1","Rent","USD","Paid",1000\.00,1000\.00,0\.00,/);
    expect(lines[2]).toMatch(/^"Total","","USD","",1000\.00,1000\.00,0\.00,/);
  });

  it("exports only for people who may use the call", async () => {
    const path = (itemId: number, more = "") =>
      `/api/ExportRentRoll?institutionAccessItemId=${itemId}${more}`;
    const theirs = await site.stranger();
    const ask = async (query: string, cookie?: string) =>
      (await site.app.request(query, cookie === undefined ? {} : { headers: { cookie } })).status;
    expect(await ask(path(site.itemId))).toBe(401);
    expect(await ask(path(site.itemId), theirs.cookie)).toBe(404);
    expect(await ask(path(site.itemId, "&from=2026"), site.cookie)).toBe(400);
    expect((await site.app.post(path(site.itemId), {}, { cookie: site.cookie })).status).toBe(405);
    nowMs += 13 * 3_600_000;
    expect(await ask(path(site.itemId), site.cookie)).toBe(401);
    const live = createTestApp(database(), { environment: liveTestSettings });
    const stranger = await createTestUser(database(), { mode: "live", member: false });
    const answer = await live.request(path(site.itemId), { headers: { cookie: stranger.cookie } });
    expect(answer.status).toBe(403);
  });
});

describe("due and paid by month", () => {
  const byMonth = (query = "") =>
    site.get<ByMonth>(`/api/GetIncomeByMonth?institutionAccessItemId=${site.itemId}${query}`);

  it("cover twelve months up to the current one by default, oldest first", async () => {
    const flat = await site.source({ startDate: "2026-10-01" });
    await pay(flat, "2026-10-10", 400);
    const { data } = await byMonth();
    expect([data.months.length, data.months[0]?.month]).toEqual([12, "2025-12"]);
    expect(data.months.slice(-3)).toEqual([
      { month: "2026-09", text: "September 2026", due: 0, paid: 0, overdue: 0 },
      { month: "2026-10", text: "October 2026", due: 1_000, paid: 400, overdue: 600 },
      { month: "2026-11", text: "November 2026", due: 1_000, paid: 0, overdue: 1_000 },
    ]);
  });

  it("cover the requested months, each currency separately", async () => {
    await site.source({ name: "A", startDate: "2026-10-01" });
    await site.source({ name: "Yen", startDate: "2026-10-01", isoCurrencyCode: "JPY", amountDue: 7 });
    const { data } = await byMonth("&from=2026-10&months=1");
    expect(data).toEqual({
      isoCurrencyCode: "USD",
      months: [{ month: "2026-10", text: "October 2026", due: 1_000, paid: 0, overdue: 1_000 }],
      otherCurrencies: [
        { isoCurrencyCode: "JPY", count: 1, months: [{ month: "2026-10", due: 7, paid: 0, overdue: 7 }] },
      ],
    });
    expect((await byMonth("&months=37")).errors).toEqual({ months: ["Choose from 1 to 36 months."] });
  });
});

describe("reminders", () => {
  const reminders = async () => (await site.get<Reminders>("/api/GetIncomeReminders")).data.reminders;

  it("list what is overdue or due within 5 days at all linked banks, oldest first", async () => {
    const second = await site.anotherAccount({ institutionName: "Second Bank" });
    const { institutionAccessItemId } = second;
    const late = await site.source({ name: "Late", startDate: "2026-09-01", dayOfMonthDue: 10 });
    const soon = await site.source({
      name: "Soon",
      institutionAccessItemId,
      startDate: "2026-11-01",
      dayOfMonthDue: 24,
    });
    await site.source({ name: "Not yet", startDate: "2026-11-01", dayOfMonthDue: 27 });
    const paid = await site.source({ name: "Paid", startDate: "2026-11-01", dayOfMonthDue: 22 });
    await pay(paid, "2026-11-20");
    await pay(late, "2026-10-10", 300);
    expect(await reminders()).toEqual([
      {
        kind: "overdue",
        incomeSourceId: late,
        direction: "in",
        name: "Late",
        institutionAccessItemId: site.itemId,
        institutionName: "First Fern",
        month: "2026-09",
        dueDate: "2026-09-10",
        daysUntilDue: -72,
        monthCount: 3,
        outstanding: 2_700,
        isoCurrencyCode: "USD",
      },
      {
        kind: "dueSoon",
        incomeSourceId: soon,
        direction: "in",
        name: "Soon",
        institutionAccessItemId,
        institutionName: "Second Bank",
        month: "2026-11",
        dueDate: "2026-11-24",
        daysUntilDue: 3,
        monthCount: 1,
        outstanding: 1_000,
        isoCurrencyCode: "USD",
      },
    ]);
  });

  it("leave out unlinked banks and other people's", async () => {
    const gone = await site.anotherAccount({ state: "unlinked" });
    await site.source({ institutionAccessItemId: gone.institutionAccessItemId });
    const theirs = await site.stranger();
    await site.saveSource({ institutionAccessItemId: theirs.account.institutionAccessItemId }, theirs.cookie);
    expect(await reminders()).toEqual([]);
  });
});
