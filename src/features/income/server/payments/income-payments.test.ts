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
const move = (incomePaymentId: number, to: string) =>
  site.post<{ creditedMonth: string }>("/api/MoveIncomePayment", { incomePaymentId, month: to });

describe("linking a transaction", () => {
  it("credits the month of the day it was authorized, with the transaction's name as memo", async () => {
    const [transactionId = 0] = await site.rows([
      { amount: 1_000_00, date: "2026-12-01", authorizedDate: "2026-11-30", name: "RENT U2" },
    ]);
    const { status, data } = await site.link(incomeSourceId, transactionId, 1_000);
    expect([status, data.creditedMonth]).toEqual([200, "2026-11"]);
    expect(await payments()).toEqual([
      {
        incomePaymentId: data.incomePaymentId,
        incomeSourceId,
        paymentDate: "2026-11-30",
        creditedMonth: "2026-11",
        period: "2026-11",
        isMoved: false,
        amount: 1_000,
        isoCurrencyCode: "USD",
        paymentMemo: "RENT U2",
        isManualAdjustment: false,
        counts: true,
        problem: null,
        transaction: {
          transactionId,
          date: "2026-12-01",
          payee: "RENT U2",
          name: "RENT U2",
          pending: false,
          account: { accountId: site.account.accountId, official_name: "Checking ··0001" },
        },
      },
    ]);
    expect((await month()).incomeSources[0]).toMatchObject({
      status: "Paid",
      paymentHistory: [{ month: 11, year: 2026, paidAmount: 1_000 }],
    });
  });

  it("falls back to the date, but prefers the caller's values", async () => {
    const rows = await site.rows([
      { amount: 1_00, date: "2026-10-05" },
      { amount: 2_00, date: "2026-10-05" },
      { amount: 3_00, date: "2026-10-05" },
    ]);
    const answers = [
      await site.link(incomeSourceId, rows[0] ?? 0, 1, { paymentDate: null }),
      await site.link(incomeSourceId, rows[1] ?? 0, 2, { paymentDate: "2026-09-30", paymentMemo: "Early" }),
      await site.link(incomeSourceId, rows[2] ?? 0, 3, { creditedMonth: "2026-12" }),
    ];
    expect(answers.map(({ data }) => data.creditedMonth)).toEqual(["2026-10", "2026-09", "2026-12"]);
    const [moved, plain, early] = await payments();
    expect(moved).toMatchObject({ isMoved: true, paymentDate: "2026-10-05", creditedMonth: "2026-12" });
    expect(plain).toMatchObject({ isMoved: false, paymentMemo: "Corner Bakery 041" });
    expect(early).toMatchObject({ isMoved: false, paymentMemo: "Early" });
  });

  it("returns the existing payment if the transaction already pays a source", async () => {
    const other = await site.source({ name: "Unit 3" });
    const [transactionId = 0] = await site.rows([{ amount: 1_000_00 }]);
    const first = await site.link(incomeSourceId, transactionId, 1_000);
    for (const id of [other, incomeSourceId]) {
      const { status, errors, data } = await site.link(id, transactionId, 1_000);
      expect({ status, errors, data }).toEqual({
        status: 409,
        errors: { transactionId: ["This transaction already pays Unit 2."] },
        data: {
          incomePaymentId: first.data.incomePaymentId,
          incomeSourceId,
          incomeSourceName: "Unit 2",
        },
      });
    }
    expect((await month()).totalPaid).toBe(1_000);
  });

  it("lets only one of two tabs link the same transaction at once", async () => {
    const other = await site.source({ name: "Unit 3" });
    const [transactionId = 0] = await site.rows([{ amount: 1_000_00 }]);
    const answers = await Promise.all(
      [incomeSourceId, other, incomeSourceId].map((id) => site.link(id, transactionId, 1_000)),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect((await month()).totalPaid).toBe(1_000);
  });

  it("refuses what can't pay this source, on the transaction, and links nothing", async () => {
    const card = await site.anotherAccount({ accounts: [{ type: "credit", subtype: "credit card" }] });
    const atCard = await site.source({
      name: "At card",
      institutionAccessItemId: card.institutionAccessItemId,
    });
    const [refund = 0] = await site.rows([{ amount: 1_000_00 }], card);
    const [spent = 0, removed = 0, euros = 0] = await site.rows([
      { amount: -1_000_00 },
      { amount: 1_000_00, removedByBankAt: new Date(nowMs) },
      { amount: 1_000_00, isoCurrencyCode: "EUR" },
    ]);
    const refusals = [
      [atCard, refund, "Only money in a deposit account can be linked."],
      [incomeSourceId, spent, "Only incoming money can be linked."],
      [incomeSourceId, removed, "The bank removed this transaction."],
      [incomeSourceId, euros, "This transaction is in EUR, but the income source is in USD."],
    ] as const;
    for (const [source, transactionId, message] of refusals) {
      const { status, errors } = await site.link(source, transactionId, 1_000);
      expect({ status, errors }).toEqual({ status: 400, errors: { transactionId: [message] } });
    }
    expect(await payments()).toEqual([]);
  });

  it.each([
    [999.99, "The amount must match the transaction’s $1,000.00."],
    [1_000.001, "Use at most 2 decimals for USD."],
    [-1, "Enter zero or more."],
    [1e15, "Enter at most 999,999,999.99."],
    [Number.NaN, "Enter an amount."],
    [null, "Enter an amount."],
  ])("refuses the amount %s", async (amount, message) => {
    const [transactionId = 0] = await site.rows([{ amount: 1_000_00 }]);
    const { status, errors } = await site.link(incomeSourceId, transactionId, 0, { amount });
    expect({ status, errors }).toEqual({ status: 400, errors: { amount: [message] } });
    expect(await payments()).toEqual([]);
  });

  it.each([
    ["transactionId", { transactionId: null }, "Choose a transaction."],
    ["transactionId", { isManualAdjustment: true }, "A manual adjustment has no transaction."],
    ["transactionId", { transactionId: "1" }, "Enter an ID."],
    ["paymentDate", { paymentDate: "2026-02-30" }, "Enter a date such as 2026-11-21."],
    ["paymentMemo", { paymentMemo: "x".repeat(10_000) }, "Use at most 200 characters."],
    ["creditedMonth", { creditedMonth: "2026-00" }, "Choose a month such as 2026-11."],
  ])("refuses an invalid %s: %j", async (field, input, message) => {
    const [transactionId = 0] = await site.rows([{ amount: 1_000_00 }]);
    const { status, errors } = await site.link(incomeSourceId, transactionId, 1_000, input);
    expect({ status, errors }).toEqual({ status: 400, errors: { [field]: [message] } });
  });

  it("returns 404 for another person's or unknown records", async () => {
    const theirs = await site.stranger();
    const [their = 0] = await site.rows([{ amount: 1_000_00 }], theirs.account);
    const [mine = 0] = await site.rows([{ amount: 1_000_00 }]);
    const { data } = await site.link(incomeSourceId, mine, 1_000);
    const { incomePaymentId } = data;
    const calls = [
      site.link(incomeSourceId, their, 1_000),
      site.link(incomeSourceId, 4_711, 1_000),
      site.link(4_711, mine, 1_000),
      site.post(
        "/api/SaveIncomePayment",
        { incomePaymentId: 0, transactionId: their, incomeSourceId, amount: 1_000 },
        theirs.cookie,
      ),
      site.link(incomeSourceId, mine, 1_000, { incomePaymentId: 4_711 }),
      site.post("/api/DeleteIncomePayment", { incomePaymentId }, theirs.cookie),
      site.post("/api/RestoreIncomePayment", { incomePaymentId }, theirs.cookie),
      site.post("/api/MoveIncomePayment", { incomePaymentId, month: "2026-12" }, theirs.cookie),
      site.post("/api/DismissIncomeSuggestion", { incomeSourceId, transactionId: mine }, theirs.cookie),
      site.post("/api/DismissIncomeSuggestion", { incomeSourceId, transactionId: their }),
    ];
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(calls.map(() => 404));
    expect((await month()).totalPaid).toBe(1_000);
  });
});

describe("a paid month", () => {
  const status = async (query = "") => (await month(query)).incomeSources[0]?.status;

  it("is paid once several payments add up, early or late", async () => {
    const rows = await site.rows([
      { amount: 400_00, date: "2026-11-01" },
      { amount: 599_99, date: "2026-11-20" },
      { amount: 1, date: "2026-11-21" },
    ]);
    const seen = [await status()];
    for (const [at, amount] of [400, 599.99, 0.01].entries()) {
      await site.link(incomeSourceId, rows[at] ?? 0, amount);
      seen.push(await status());
    }
    expect(seen).toEqual(["Past Due", "Partially Paid", "Partially Paid", "Paid"]);
    expect((await month()).totalOverdue).toBe(0);
  });

  it("shows an overpayment, and none of it in the next month", async () => {
    const rows = await site.rows([{ amount: 1_000_00 }, { amount: 1_000_00 }]);
    for (const id of rows) await site.link(incomeSourceId, id, 1_000);
    expect((await month()).totalPaid).toBe(2_000);
    expect((await history()).months.find((one) => one.month === "2026-11")).toMatchObject({
      paid: 2_000,
      outstanding: 0,
      overpaid: 1_000,
    });
    expect(await status("&month=12&year=2026")).toBe("No Payment");
  });

  it("includes a payment from the 28th before once moved, and no longer after an undo", async () => {
    const [transactionId = 0] = await site.rows([{ amount: 1_000_00, date: "2026-11-28" }]);
    const { data } = await site.link(incomeSourceId, transactionId, 1_000);
    expect(await status("&month=12&year=2026")).toBe("No Payment");
    expect((await move(data.incomePaymentId, "2026-12")).data.creditedMonth).toBe("2026-12");
    expect([await status(), await status("&month=12&year=2026")]).toEqual(["Past Due", "Paid"]);
    await move(data.incomePaymentId, "2026-11");
    expect([await status(), await status("&month=12&year=2026")]).toEqual(["Paid", "No Payment"]);
    expect((await move(data.incomePaymentId, "2026-13")).errors).toEqual({
      month: ["Choose a month such as 2026-11."],
    });
  });

  it("before the source's start stays in the timeline", async () => {
    const [transactionId = 0] = await site.rows([{ amount: 1_000_00, date: "2025-12-28" }]);
    await site.link(incomeSourceId, transactionId, 1_000);
    const { monthlyTimelineList } = await month();
    expect(monthlyTimelineList.at(-1)).toEqual({ text: "December 2025", month: 12, year: 2025 });
    expect((await month("&month=12&year=2025")).totalPaid).toBe(1_000);
  });
});

describe("the history of a source", () => {
  it("extends to the next month, and beyond only to months already paid", async () => {
    const rows = await site.rows([
      { amount: 1_000_00, date: "2026-11-02" },
      { amount: 1_000_00, date: "2025-11-02" },
    ]);
    await site.link(incomeSourceId, rows[0] ?? 0, 1_000, { creditedMonth: "2027-03" });
    await site.link(incomeSourceId, rows[1] ?? 0, 1_000);
    const { months, paidTotal } = await history();
    expect(months.map((one) => one.month)).toEqual([
      "2027-03",
      "2026-12",
      ...Array.from({ length: 11 }, (_, at) => `2026-${String(11 - at).padStart(2, "0")}`),
      "2025-11",
    ]);
    expect(months.at(-1)).toMatchObject({
      text: "November 2025",
      isActive: false,
      status: "Paid",
      paid: 1_000,
    });
    expect(months[0]).toMatchObject({ status: "Paid", due: 1_000, paid: 1_000 });
    expect(paidTotal).toBe(2_000);
  });
});

describe("unlinking a payment", () => {
  it("keeps the transaction, which can be linked elsewhere; undo restores the payment", async () => {
    const [transactionId = 0] = await site.rows([{ amount: 1_000_00, date: "2026-11-28" }]);
    const { data } = await site.link(incomeSourceId, transactionId, 1_000, { creditedMonth: "2026-12" });
    const before = await payments();
    expect((await unlink(data.incomePaymentId)).status).toBe(200);
    expect((await unlink(data.incomePaymentId)).status).toBe(200);
    expect(await payments()).toEqual([]);
    expect((await restore(data.incomePaymentId)).status).toBe(200);
    expect((await restore(data.incomePaymentId)).status).toBe(200);
    expect(await payments()).toEqual(before);
  });

  it("can't be undone if the transaction is linked again, after a day, or without the source", async () => {
    const other = await site.source({ name: "Unit 3" });
    const [one = 0, two = 0, three = 0] = await site.rows([
      { amount: 1_000_00 },
      { amount: 2_00 },
      { amount: 3_00 },
    ]);
    const linked = [
      await site.link(incomeSourceId, one, 1_000),
      await site.link(incomeSourceId, two, 2),
      await site.link(other, three, 3),
    ].map(({ data }) => data.incomePaymentId);
    for (const id of linked) await unlink(id);
    await site.link(other, one, 1_000);
    expect(await restore(linked[0] ?? 0)).toMatchObject({
      status: 409,
      errors: { transactionId: ["This transaction already pays Unit 3."] },
    });
    await site.post("/api/DeleteIncomeSource", { incomeSourceId: other });
    expect((await restore(linked[2] ?? 0)).status).toBe(404);
    nowMs += 24 * 3_600_000 + 1_000;
    await site.stay();
    expect((await restore(linked[1] ?? 0)).status).toBe(404);
    expect((await unlink(linked[1] ?? 0)).status).toBe(404);
  });
});
