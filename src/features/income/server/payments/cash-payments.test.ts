import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import type { z } from "zod";
import { createIncomeSite, type IncomeSite } from "../../../../../tests/support/sites/income-site.ts";
import { useTestDatabase } from "../../../../../tests/support/test-database.ts";
import type { incomeContract } from "../../contract.ts";

type MonthAnswer = z.infer<typeof incomeContract.getIncomeSources.output>;
type History = z.infer<typeof incomeContract.getIncomePaymentHistory.output>;

const database = useTestDatabase();
let site: IncomeSite;
let nowMs: number;
let incomeSourceId: number;

beforeEach(async () => {
  nowMs = Date.UTC(2026, 10, 21, 17);
  site = await createIncomeSite(database(), { now: () => new Date(nowMs) });
  incomeSourceId = await site.source();
});

async function month(query = ""): Promise<MonthAnswer> {
  const path = `/api/GetIncomeSources?institutionAccessItemId=${site.itemId}${query}`;
  return (await site.get<MonthAnswer>(path)).data;
}

async function history(id = incomeSourceId): Promise<History> {
  return (await site.get<History>(`/api/GetIncomePaymentHistory?incomeSourceId=${id}`)).data;
}

async function payments() {
  return (await history()).months.flatMap((one) => one.payments);
}

const unlink = (incomePaymentId: number) => site.post("/api/DeleteIncomePayment", { incomePaymentId });
const restore = (incomePaymentId: number) => site.post("/api/RestoreIncomePayment", { incomePaymentId });
const cash = (input: object) =>
  site.post<{ incomePaymentId: number; creditedMonth: string }>("/api/SaveIncomePayment", {
    incomePaymentId: 0,
    transactionId: null,
    incomeSourceId,
    amount: 50,
    isManualAdjustment: true,
    ...input,
  });

describe("cash", () => {
  it("counts with its own amount, dated today by default", async () => {
    expect((await cash({ amount: 250.5, paymentMemo: "In an envelope" })).data.creditedMonth).toBe("2026-11");
    expect(await payments()).toMatchObject([
      {
        amount: 250.5,
        paymentDate: "2026-11-21",
        paymentMemo: "In an envelope",
        isManualAdjustment: true,
        transaction: null,
      },
    ]);
    expect((await month()).totalPaid).toBe(250.5);
  });

  it.each([
    [0, "Enter an amount greater than 0."],
    [-1, "Enter zero or more."],
    [1.001, "Use at most 2 decimals for USD."],
  ])("of %d is refused", async (amount, message) => {
    expect((await cash({ amount })).errors).toEqual({ amount: [message] });
  });

  it("from two forms is two payments, even if equal and close together", async () => {
    const answers = [await cash({ requestId: randomUUID() }), await cash({ requestId: randomUUID() })];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await payments()).toHaveLength(2);
  });

  it("from one form is one payment with the latest values, sent twice at once or again much later", async () => {
    const requestId = randomUUID();
    const answers = await Promise.all([cash({ requestId }), cash({ requestId }), cash({ requestId })]);
    nowMs += 3_600_000;
    answers.push(
      await cash({ requestId: requestId.toUpperCase(), amount: 75, paymentMemo: "Counted again" }),
    );
    expect(new Set(answers.map(({ data }) => data.incomePaymentId)).size).toBe(1);
    expect(await payments()).toMatchObject([{ amount: 75, paymentMemo: "Counted again" }]);
  });

  it("keeps its form's key while it is unlinked", async () => {
    const requestId = randomUUID();
    const { incomePaymentId } = (await cash({ requestId })).data;
    await unlink(incomePaymentId);
    await restore(incomePaymentId);
    expect((await cash({ requestId })).data.incomePaymentId).toBe(incomePaymentId);
    expect(await payments()).toHaveLength(1);
  });

  it("without a request id is one payment if sent twice at once, and another a minute later", async () => {
    const answers = await Promise.all([cash({}), cash({})]);
    expect(new Set(answers.map(({ data }) => data.incomePaymentId)).size).toBe(1);
    nowMs += 60_000;
    await cash({});
    expect((await month()).totalPaid).toBe(100);
  });

  it("can be changed, and moved to another source of its currency", async () => {
    const other = await site.source({ name: "Unit 3" });
    const yen = await site.source({ name: "Yen", isoCurrencyCode: "JPY" });
    const { incomePaymentId } = (await cash({ paymentDate: "2026-10-30" })).data;
    const changed = await cash({
      incomePaymentId,
      amount: 75,
      paymentDate: "2026-11-02",
      paymentMemo: "Cash",
    });
    expect(changed.data).toEqual({ incomePaymentId, creditedMonth: "2026-11" });
    expect(await payments()).toMatchObject([{ amount: 75, paymentDate: "2026-11-02", paymentMemo: "Cash" }]);
    expect((await cash({ incomePaymentId, incomeSourceId: yen })).errors).toEqual({
      incomeSourceId: ["This payment is in USD, but the income source isn’t."],
    });
    expect((await cash({ incomePaymentId, incomeSourceId: other, amount: 75 })).status).toBe(200);
    expect(await payments()).toEqual([]);
    expect((await history(other)).paidTotal).toBe(75);
    const [transactionId = 0] = await site.rows([{ amount: 75_00 }]);
    expect((await site.link(other, transactionId, 75, { incomePaymentId })).errors).toEqual({
      transactionId: ["This payment belongs to another transaction. Unlink it and link this one."],
    });
  });
});
