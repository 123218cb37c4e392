import { beforeEach, describe, expect, it } from "vitest";
import { createIncomeSite, type IncomeSite } from "../../../../tests/support/sites/income-site.ts";
import { countStatements } from "../../../../tests/support/statement-count.ts";
import { useTestDatabase } from "../../../../tests/support/test-database.ts";
import type { incomeContract, IncomePaymentView, IncomeSourceView } from "../contract.ts";
import type { z } from "zod";

type Expected = z.infer<typeof incomeContract.getExpected.output>;

const database = useTestDatabase();
const now = () => new Date("2026-11-21T17:00:00Z");
let site: IncomeSite;

beforeEach(async () => {
  site = await createIncomeSite(database(), { now });
});

const bill = (input: object = {}) =>
  site.source({ name: "Power", direction: "out", incomeSourceType: "Other", amountDue: 80, ...input });

async function expected(month = "2026-11", cookie?: string): Promise<Expected> {
  const answer = await site.get<Expected>(`/api/GetExpected?month=${month}`, cookie);
  expect(answer.status).toBe(200);
  return answer.data;
}

const words = ({ name, dueDate, status }: Expected["periods"][number]) => `${name} ${dueDate} ${status}`;

describe("what is expected, in and out", () => {
  it("is listed by due date, with sums of each direction and currency", async () => {
    await site.source({ name: "Pay", rhythm: "everyTwoWeeks", startDate: "2026-10-16", amountDue: 1_200 });
    await bill();
    await bill({ name: "Tax", rhythm: "irregular", dueDates: ["2026-11-30", "2027-04-15"], amountDue: 300 });
    await bill({
      name: "Flat",
      isoCurrencyCode: "EUR",
      rhythm: "quarterly",
      dayOfMonthDue: 31,
      startDate: "2026-02-01",
    });
    const { periods, totals, bills } = await expected();
    expect(periods.map(words)).toEqual([
      "Pay 2026-11-13 Past Due",
      "Power 2026-11-15 Past Due",
      "Pay 2026-11-27 No Payment",
      "Tax 2026-11-30 No Payment",
      "Flat 2026-11-30 No Payment",
    ]);
    expect(totals).toMatchObject([
      { isoCurrencyCode: "USD", in: { due: 2_400, overdue: 1_200 }, out: { due: 380, overdue: 80 } },
      { isoCurrencyCode: "EUR", in: { due: 0 }, out: { due: 80 } },
    ]);
    expect(bills.map(({ bill: { name }, next }) => [name, next?.dueDate])).toEqual([
      ["Flat", "2026-02-28"],
      ["Power", "2026-01-15"],
      ["Tax", "2026-11-30"],
    ]);
    expect((await expected("2026-11", (await site.stranger()).cookie)).periods).toEqual([]);
  });

  it("is late only after its days of grace, and paid by about its amount", async () => {
    const billId = await bill({ startDate: "2026-11-01", dayOfMonthDue: 18, graceDays: 3, isAbout: true });
    expect((await expected()).periods.map(words)).toEqual(["Power 2026-11-18 No Payment"]);
    const [row = 0] = await site.rows([{ amount: -71_30, date: "2026-11-17" }]);
    expect((await site.link(billId, row, 71.3)).status).toBe(200);
    const [period] = (await expected()).periods;
    expect(period).toMatchObject({ status: "Paid", due: 71.3, paid: 71.3, outstanding: 0, isAbout: true });
  });

  it("takes a bill's payments from any account, a rent's from any bank, and leaves spending what it is", async () => {
    const other = await site.anotherAccount({ institutionName: "Second Birch" });
    const rentId = await site.source({ startDate: "2026-11-01" });
    const billId = await bill({ startDate: "2026-11-01" });
    const [rent = 0, spent = 0] = await site.rows(
      [
        { amount: 1_000_00, date: "2026-11-14" },
        { amount: -80_00, date: "2026-11-16" },
      ],
      other,
    );
    expect((await site.link(rentId, spent, -80)).errors).toMatchObject({
      amount: expect.anything() as unknown,
    });
    expect((await site.link(rentId, spent, 80)).errors).toMatchObject({
      transactionId: ["Only incoming money can be linked."],
    });
    expect((await site.link(billId, rent, 1_000)).errors).toMatchObject({
      transactionId: ["Only outgoing money can pay a bill."],
    });
    expect((await site.link(rentId, rent, 1_000)).status).toBe(200);
    expect((await site.link(billId, spent, 80)).status).toBe(200);
    expect((await expected()).periods.map(({ status }) => status)).toEqual(["Paid", "Paid"]);
    const path = `/api/GetTransactions?institutionAccessItemId=${other.institutionAccessItemId}`;
    const rows = await site.get<{ transactions: { amount: number; kind: string }[] }>(path);
    expect(rows.data.transactions.map(({ amount, kind }) => [amount, kind])).toEqual([
      [-80, "spending"],
      [1_000, "income"],
    ]);
  });

  it("suggests payments for single due dates, at all banks", async () => {
    const other = await site.anotherAccount({ institutionName: "Second Birch" });
    const billId = await bill({ rhythm: "weekly", startDate: "2026-11-06" });
    const [first = 0, second = 0] = await site.rows(
      [
        { amount: -80_00, date: "2026-11-06", name: "POWER CO" },
        { amount: -80_00, date: "2026-11-14", name: "POWER CO" },
      ],
      other,
    );
    const path = `/api/GetIncomeSuggestions?institutionAccessItemId=${site.itemId}&incomeSourceId=${billId}`;
    const { data } = await site.get<z.infer<typeof incomeContract.getIncomeSuggestions.output>>(path);
    const found = data.months.flatMap(({ period, suggestions }) =>
      suggestions.map((one) => [period, one.transactionId]),
    );
    expect(found).toEqual(
      expect.arrayContaining([
        ["2026-11-06", first],
        ["2026-11-13", second],
      ]),
    );
    expect(
      (await site.link(billId, first, 80, { creditedMonth: "2026-11", dueDate: "2026-11-13" })).status,
    ).toBe(200);
    const status = async () => (await expected()).periods.map(({ status: one }) => one);
    expect(await status()).toEqual(["Past Due", "Paid", "Past Due", "No Payment"]);
    const history = await site.get<{ months: { payments: IncomePaymentView[] }[] }>(
      `/api/GetIncomePaymentHistory?incomeSourceId=${billId}`,
    );
    const [payment] = history.data.months.flatMap(({ payments }) => payments);
    expect(payment).toMatchObject({ period: "2026-11-13", amount: 80, isMoved: true });
    const { incomePaymentId } = payment ?? { incomePaymentId: 0 };
    await site.post("/api/MoveIncomePayment", { incomePaymentId, month: "2026-11", dueDate: "2026-11-20" });
    expect(await status()).toEqual(["Past Due", "Past Due", "Paid", "No Payment"]);
    await site.post("/api/MoveIncomePayment", { incomePaymentId, month: "2026-11" });
    expect(await status()).toEqual(["Paid", "Past Due", "Past Due", "No Payment"]);
  });

  it("keeps what a save leaves out, and refuses what can't be", async () => {
    const incomeSourceId = await bill({
      rhythm: "twiceAMonth",
      dayOfMonthDue: 10,
      secondDay: 31,
      graceDays: 2,
    });
    const saved = await site.saveSource({ incomeSourceId, name: "Power", amountDue: 80, dayOfMonthDue: 10 });
    expect(saved.data).toMatchObject({
      direction: "out",
      rhythm: "twiceAMonth",
      secondDay: 31,
      graceDays: 2,
    });
    const errors = async (input: object) => (await site.saveSource(input)).errors;
    expect(await errors({ incomeSourceId, direction: "in" })).toHaveProperty("direction");
    expect(await errors({ rhythm: "twiceAMonth", dayOfMonthDue: 28, secondDay: 31 })).toHaveProperty(
      "secondDay",
    );
    expect(await errors({ rhythm: "twiceAMonth", dayOfMonthDue: 5 })).toHaveProperty("secondDay");
    expect(await errors({ rhythm: "daily" })).toHaveProperty("rhythm");
    expect(await errors({ graceDays: 61 })).toHaveProperty("graceDays");
    const back = await site.saveSource({ incomeSourceId, rhythm: "monthly" });
    expect(back.data).toMatchObject({
      rhythm: "monthly",
      secondDay: null,
    } satisfies Partial<IncomeSourceView>);
  });

  it("shows no bill among a bank's income", async () => {
    await bill();
    const { data } = await site.get<{ incomeSources: unknown[]; totalDue: number }>(
      `/api/GetIncomeSources?institutionAccessItemId=${site.itemId}`,
    );
    expect(data).toMatchObject({ incomeSources: [], totalDue: 0 });
  });

  it("takes the same few queries for any number of bills and payments", async () => {
    const statements = () => countStatements(async () => void (await expected()));
    await bill();
    const few = await statements();
    for (let at = 0; at < 5; at += 1) {
      const billId = await bill({ name: `Bill ${at}`, rhythm: "weekly" });
      const [row = 0] = await site.rows([{ amount: -80_00, date: "2026-11-20" }]);
      await site.link(billId, row, 80);
    }
    expect(await statements()).toBe(few);
    expect(few).toBeLessThanOrEqual(7);
  });
});
