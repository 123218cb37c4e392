import { beforeEach, describe, expect, it } from "vitest";
import type { z } from "zod";
import { createIncomeSite, type IncomeSite } from "../../../../tests/support/sites/income-site.ts";
import { useTestDatabase } from "../../../../tests/support/test-database.ts";
import type { incomeContract } from "../contract.ts";

type MonthAnswer = z.infer<typeof incomeContract.getIncomeSources.output>;

const database = useTestDatabase();
let site: IncomeSite;
let nowMs: number;

beforeEach(async () => {
  nowMs = Date.UTC(2026, 10, 21, 17);
  site = await createIncomeSite(database(), { now: () => new Date(nowMs) });
});

async function setNow(iso: string): Promise<void> {
  nowMs = Date.parse(iso);
  await site.stay();
}

async function month(query = "", itemId = site.itemId): Promise<MonthAnswer> {
  const answer = await site.get<MonthAnswer>(
    `/api/GetIncomeSources?institutionAccessItemId=${itemId}${query}`,
  );
  expect(answer.status).toBe(200);
  return answer.data;
}

const names = ({ incomeSources }: MonthAnswer) => incomeSources.map(({ incomeSource }) => incomeSource.name);

describe("a month of income", () => {
  it("sums what it lists, by status", async () => {
    const [rows, loan, late, later] = [
      await site.rows([
        { amount: 1_000_00, date: "2026-11-14" },
        { amount: 200_00, date: "2026-11-20" },
      ]),
      await site.source({ name: "Loan", incomeSourceType: "Loan", amountDue: 500, dayOfMonthDue: 10 }),
      await site.source({ name: "late", amountDue: 700, dayOfMonthDue: 20 }),
      await site.source({ name: "Later", amountDue: 300, dayOfMonthDue: 25 }),
    ];
    const paid = await site.source({ name: "Apartment", dayOfMonthDue: 15 });
    await site.link(paid, rows[0] ?? 0, 1_000);
    await site.link(loan, rows[1] ?? 0, 200);
    const answer = await month();
    expect(
      answer.incomeSources.map((row) => [
        row.incomeSource.name,
        row.status,
        row.currentMonthPaid,
        row.currentMonthPaymentTotal,
        row.currentMonthPastDue,
        row.currentMonthOverdue,
      ]),
    ).toEqual([
      ["Apartment", "Paid", true, 1_000, false, 0],
      ["late", "Past Due", false, 0, true, 700],
      ["Later", "No Payment", false, 0, false, 0],
      ["Loan", "Partially Paid", false, 200, true, 300],
    ]);
    expect(answer).toMatchObject({
      isoCurrencyCode: "USD",
      totalDue: 2_500,
      totalPaid: 1_200,
      totalOverdue: 1_000,
      otherCurrencies: [],
      nextDueDate: "2026-11-25",
      monthlyTimeline: { text: "November 2026", month: 11, year: 2026 },
    });
    expect([late, later].every((id) => id > 0)).toBe(true);
    expect(answer.monthlyTimelineList).toHaveLength(12);
    expect(answer.monthlyTimelineList[0]).toEqual({ text: "December 2026", month: 12, year: 2026 });
    expect(answer.monthlyTimelineList.at(-1)).toEqual({ text: "January 2026", month: 1, year: 2026 });
  });

  it("without sources has no next due date, and offers the current and the next month", async () => {
    expect(await month()).toEqual({
      incomeSources: [],
      isoCurrencyCode: "USD",
      totalDue: 0,
      totalPaid: 0,
      totalOverdue: 0,
      allOverdue: 0,
      otherCurrencies: [],
      nextDueDate: "0001-01-01",
      monthlyTimeline: { text: "November 2026", month: 11, year: 2026 },
      monthlyTimelineList: [
        { text: "December 2026", month: 12, year: 2026 },
        { text: "November 2026", month: 11, year: 2026 },
      ],
    });
  });

  it("leaves out a source that ended last month unless a payment is credited to the month", async () => {
    const incomeSourceId = await site.source({ endDate: "2026-10-31" });
    expect(names(await month("&month=10&year=2026"))).toEqual(["Unit 2"]);
    expect(names(await month())).toEqual([]);
    const [transactionId = 0] = await site.rows([{ amount: 1_000_00, date: "2026-11-03" }]);
    await site.link(incomeSourceId, transactionId, 1_000);
    expect((await month()).incomeSources[0]).toMatchObject({
      isActive: false,
      status: "Paid",
      currentMonthDue: 0,
      currentMonthPaymentTotal: 1_000,
      currentMonthOverdue: 0,
    });
    expect(await month()).toMatchObject({ totalDue: 0, totalPaid: 1_000, totalOverdue: 0 });
  });

  it("tells what is overdue this month apart from all months", async () => {
    const incomeSourceId = await site.source({ startDate: "2026-09-01" });
    await site.source({ name: "Yen", startDate: "2026-10-01", isoCurrencyCode: "JPY", amountDue: 500 });
    const [transactionId = 0] = await site.rows([{ amount: 400_00, date: "2026-10-03" }]);
    await site.link(incomeSourceId, transactionId, 400);
    expect(await month()).toMatchObject({ totalOverdue: 1_000, allOverdue: 2_600 });
  });

  it("is due on the last day of shorter months", async () => {
    await site.source({ dayOfMonthDue: 31, startDate: "2026-01-01" });
    const dueDateIn = async (query: string) => (await month(query)).incomeSources[0]?.dueDate;
    expect(await dueDateIn("&month=1&year=2026")).toBe("2026-01-31");
    expect(await dueDateIn("&month=2&year=2026")).toBe("2026-02-28");
    expect(await dueDateIn("")).toBe("2026-11-30");
  });

  it("uses the date in the site's time zone, not UTC", async () => {
    await site.source({ dayOfMonthDue: 21 });
    await setNow("2026-11-22T04:59:59Z");
    expect((await month()).incomeSources[0]).toMatchObject({ status: "No Payment", currentMonthOverdue: 0 });
    await setNow("2026-11-22T05:00:00Z");
    expect((await month()).incomeSources[0]).toMatchObject({
      status: "Past Due",
      currentMonthOverdue: 1_000,
    });
    await setNow("2026-12-01T04:59:59Z");
    expect((await month()).monthlyTimeline.text).toBe("November 2026");
    await setNow("2026-12-01T05:00:00Z");
    expect((await month()).monthlyTimeline.text).toBe("December 2026");
  });

  it("has the due date on the 28th in any February", async () => {
    await site.source({ startDate: "2023-01-01", dayOfMonthDue: 28 });
    for (const year of [2024, 2026, 2028])
      expect((await month(`&month=2&year=${year}`)).incomeSources[0]?.dueDate).toBe(`${year}-02-28`);
  });

  it("sums each currency separately", async () => {
    await site.source({ name: "A" });
    await site.source({ name: "B" });
    await site.source({ name: "C", isoCurrencyCode: "JPY", amountDue: 50_000, dayOfMonthDue: 1 });
    const answer = await month();
    expect(answer).toMatchObject({ isoCurrencyCode: "USD", totalDue: 2_000, totalOverdue: 2_000 });
    expect(answer.otherCurrencies).toEqual([
      { isoCurrencyCode: "JPY", count: 1, totalDue: 50_000, totalPaid: 0, totalOverdue: 50_000 },
    ]);
  });

  it.each([
    ["&month=13&year=2026", "month"],
    ["&month=0&year=2026", "month"],
    ["&month=1.5&year=2026", "month"],
    ["&month=1&year=99999", "year"],
    ["&month=11", "year"],
    ["&year=2026", "year"],
    ["&month=x&year=2026", "month"],
  ])("refuses the month of %s", async (query, field) => {
    const { status, errors } = await site.get(
      `/api/GetIncomeSources?institutionAccessItemId=${site.itemId}${query}`,
    );
    expect([status, Object.keys(errors ?? {})]).toEqual([400, [field]]);
  });
});
