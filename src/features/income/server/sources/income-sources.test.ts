import { beforeEach, describe, expect, it } from "vitest";
import type { z } from "zod";
import { createIncomeSite, type IncomeSite } from "../../../../../tests/support/sites/income-site.ts";
import { useTestDatabase } from "../../../../../tests/support/test-database.ts";
import type { incomeContract, IncomeSourceView } from "../../contract.ts";
import { dropOldIncome } from "../income-removal.ts";

type MonthAnswer = z.infer<typeof incomeContract.getIncomeSources.output>;

const database = useTestDatabase();
let site: IncomeSite;
let nowMs: number;

beforeEach(async () => {
  nowMs = Date.UTC(2026, 10, 21, 17);
  site = await createIncomeSite(database(), { now: () => new Date(nowMs) });
});

async function month(query = "", itemId = site.itemId): Promise<MonthAnswer> {
  const answer = await site.get<MonthAnswer>(
    `/api/GetIncomeSources?institutionAccessItemId=${itemId}${query}`,
  );
  expect(answer.status).toBe(200);
  return answer.data;
}

async function saved(incomeSourceId: number): Promise<IncomeSourceView> {
  return (await site.get<IncomeSourceView>(`/api/GetIncomeSource?incomeSourceId=${incomeSourceId}`)).data;
}

const names = ({ incomeSources }: MonthAnswer) => incomeSources.map(({ incomeSource }) => incomeSource.name);

describe("saving an income source", () => {
  it("creates a source, returns it like GetIncomeSource, and lists it", async () => {
    const { status, data } = await site.saveSource({
      name: "  Unit 2 ",
      description: "Upstairs.\r\nSince 2019.",
      endDate: "2027-06-30",
      amountDue: 1_250.5,
      dayOfMonthDue: 1,
      incomeSourceType: "Loan",
      expectedPaymentMemos: ["RENT U2"],
    });
    expect(status).toBe(200);
    expect(data).toEqual({
      incomeSourceId: data.incomeSourceId,
      direction: "in",
      rhythm: "monthly",
      secondDay: null,
      dueDates: [],
      isAbout: false,
      graceDays: 0,
      name: "Unit 2",
      description: "Upstairs.\nSince 2019.",
      startDate: "2026-01-01",
      endDate: "2027-06-30",
      institutionAccessItemId: site.itemId,
      amountDue: 1_250.5,
      dayOfMonthDue: 1,
      incomeSourceType: "Loan",
      expectedPaymentMemos: ["RENT U2"],
      isExisting: true,
      isoCurrencyCode: "USD",
      terms: [{ effectiveFrom: "2026-01", amountDue: 1_250.5, dayOfMonthDue: 1 }],
    });
    expect(await saved(data.incomeSourceId)).toEqual(data);
    expect((await month()).incomeSources[0]?.incomeSource).toEqual(data);
  });

  it("fills in omitted fields", async () => {
    const { status, data } = await site.post<IncomeSourceView>("/api/SaveIncomeSource", {
      incomeSourceId: 0,
      institutionAccessItemId: site.itemId,
      name: "Side job",
      startDate: "2026-11-01",
      amountDue: 0,
      incomeSourceType: "Other",
    });
    expect(status).toBe(200);
    expect(data).toMatchObject({
      description: "",
      endDate: null,
      dayOfMonthDue: 15,
      expectedPaymentMemos: [],
    });
  });

  it("creates one source if the form is sent twice at once, or again a moment later", async () => {
    const answers = await Promise.all([site.saveSource(), site.saveSource(), site.saveSource()]);
    nowMs += 5_000;
    answers.push(await site.saveSource());
    expect(new Set(answers.map(({ data }) => data.incomeSourceId)).size).toBe(1);
    nowMs += 11_000;
    await site.saveSource();
    expect(names(await month())).toEqual(["Unit 2", "Unit 2"]);
  });

  it("creates one source per request id, even much later", async () => {
    const requestId = "0d3e4c1a-5c1e-4e29-9a51-8b6f3a7f2c11";
    const first = await site.saveSource({ requestId });
    nowMs += 3_600_000;
    const again = await site.saveSource({ requestId: requestId.toUpperCase() });
    const other = await site.saveSource({ requestId: "7a9f1d58-3df5-4c0e-8b55-27d1f3a0c9e4" });
    expect(again.data.incomeSourceId).toBe(first.data.incomeSourceId);
    expect(other.data.incomeSourceId).not.toBe(first.data.incomeSourceId);
  });

  it("keeps one source with the latest values if the form changed before it was sent again", async () => {
    const requestId = "0d3e4c1a-5c1e-4e29-9a51-8b6f3a7f2c11";
    const first = await site.saveSource({ requestId });
    const again = await site.saveSource({ requestId, name: "Unit 2, mended", amountDue: 1_234 });
    expect(again.data).toMatchObject({
      incomeSourceId: first.data.incomeSourceId,
      name: "Unit 2, mended",
      amountDue: 1_234,
      terms: [{ amountDue: 1_234 }],
    });
    expect(names(await month())).toEqual(["Unit 2, mended"]);
  });

  it.each([
    ["name", { name: "  " }, "Enter a name."],
    ["name", { name: "x".repeat(10_000) }, "Use at most 200 characters."],
    ["name", { name: "a\u0000b" }, "Use only visible characters."],
    ["name", { name: 7 }, "Enter a name."],
    ["description", { description: "x".repeat(10_000) }, "Use at most 5,000 characters."],
    ["amountDue", { amountDue: -1 }, "Enter zero or more."],
    ["amountDue", { amountDue: Number.NaN }, "Enter an amount."],
    ["amountDue", { amountDue: "12" }, "Enter an amount."],
    ["amountDue", { amountDue: 1e15 }, "Enter at most 999,999,999.99."],
    ["amountDue", { amountDue: 1.005 }, "Use at most 2 decimals for USD."],
    ["amountDue", { amountDue: 10.5, isoCurrencyCode: "JPY" }, "Use no decimals for JPY."],
    ["dayOfMonthDue", { dayOfMonthDue: 0 }, "Choose a day from 1 to 31."],
    ["dayOfMonthDue", { dayOfMonthDue: 32 }, "Choose a day from 1 to 31."],
    ["dayOfMonthDue", { dayOfMonthDue: 2.5 }, "Choose a day from 1 to 31."],
    ["startDate", { startDate: "2026-02-29" }, "Enter a date such as 2026-11-21."],
    ["startDate", { startDate: "0001-01-01" }, "Choose a year from 1900 to 2199."],
    ["endDate", { endDate: "2025-12-31" }, "Choose an end date on or after the start date."],
    ["endDate", { endDate: "tomorrow" }, "Enter a date such as 2026-11-21."],
    ["incomeSourceType", { incomeSourceType: "rent" }, "Choose Rent, Loan, or Other."],
    ["isoCurrencyCode", { isoCurrencyCode: "dollars" }, "Enter a currency code such as USD."],
    ["effectiveFrom", { effectiveFrom: "2026-13" }, "Choose a month such as 2026-11."],
  ])("refuses an invalid %s and creates nothing: %j", async (field, input, message) => {
    const { status, errors } = await site.saveSource(input);
    expect({ status, errors }).toEqual({ status: 400, errors: { [field]: [message] } });
    expect((await month()).incomeSources).toEqual([]);
  });

  it("reports every problem at once", async () => {
    const { errors } = await site.saveSource({
      name: "",
      dayOfMonthDue: 0,
      amountDue: -1,
      endDate: "2025-01-01",
    });
    expect(Object.keys(errors ?? {}).toSorted()).toEqual(["amountDue", "dayOfMonthDue", "endDate", "name"]);
  });

  it("leaves an existing source unchanged if anything is invalid", async () => {
    const before = (await site.saveSource()).data;
    for (const wrong of [{ dayOfMonthDue: 32 }, { amountDue: 1.001 }, { isoCurrencyCode: "EUR" }]) {
      const { status } = await site.saveSource({ ...before, name: "Changed", ...wrong });
      expect(status).toBe(400);
    }
    expect(await saved(before.incomeSourceId)).toEqual(before);
  });

  it("keeps a source's original currency and its decimals", async () => {
    const { data } = await site.saveSource({ isoCurrencyCode: "KWD", amountDue: 12.345 });
    const { incomeSourceId } = data;
    expect(data.amountDue).toBe(12.345);
    const again = await site.saveSource({ incomeSourceId, amountDue: 1.001, effectiveFrom: "2026-01" });
    expect(again.data).toMatchObject({ isoCurrencyCode: "KWD", amountDue: 1.001 });
    const { errors } = await site.saveSource({ incomeSourceId, isoCurrencyCode: "USD" });
    expect(errors).toEqual({
      isoCurrencyCode: ["This source is in KWD, which can’t be changed. Create another source instead."],
    });
  });

  it("returns 404 for another person's source or bank, as for an unknown one", async () => {
    const theirs = await site.stranger();
    const mine = await site.source();
    const { institutionAccessItemId } = theirs.account;
    const calls = [
      site.saveSource({ institutionAccessItemId }),
      site.saveSource({ institutionAccessItemId: 4_711 }),
      site.saveSource({ incomeSourceId: mine, institutionAccessItemId }, theirs.cookie),
      site.saveSource({ incomeSourceId: 4_711 }),
      site.get(`/api/GetIncomeSource?incomeSourceId=${mine}`, theirs.cookie),
      site.get(`/api/GetIncomeSources?institutionAccessItemId=${site.itemId}`, theirs.cookie),
      site.post("/api/DeleteIncomeSource", { incomeSourceId: mine }, theirs.cookie),
      site.post("/api/RestoreIncomeSource", { incomeSourceId: mine }, theirs.cookie),
      site.get(`/api/GetIncomePaymentHistory?incomeSourceId=${mine}`, theirs.cookie),
      site.get(`/api/GetRentRoll?institutionAccessItemId=${site.itemId}`, theirs.cookie),
      site.get(`/api/GetIncomeByMonth?institutionAccessItemId=${site.itemId}`, theirs.cookie),
      site.get(`/api/GetIncomeSuggestions?institutionAccessItemId=${site.itemId}`, theirs.cookie),
    ];
    for (const { status, errors } of await Promise.all(calls))
      expect({ status, errors }).toEqual({ status: 404, errors: { NOT_FOUND: ["Not found"] } });
    expect((await saved(mine)).name).toBe("Unit 2");
  });

  it("never mixes sandbox and live banks", async () => {
    const live = await site.anotherAccount({ mode: "live" });
    const { institutionAccessItemId } = live;
    expect((await site.saveSource({ institutionAccessItemId })).status).toBe(404);
    expect(
      (await site.get(`/api/GetIncomeSources?institutionAccessItemId=${institutionAccessItemId}`)).status,
    ).toBe(404);
  });

  it("moves a source to another bank only if it has no payments", async () => {
    const { institutionAccessItemId } = await site.anotherAccount();
    const incomeSourceId = await site.source();
    const [transactionId = 0] = await site.rows([{ amount: 1_000_00, date: "2026-11-10" }]);
    await site.link(incomeSourceId, transactionId, 1_000);
    const { status, errors } = await site.saveSource({ incomeSourceId, institutionAccessItemId });
    expect([status, Object.keys(errors ?? {})]).toEqual([400, ["institutionAccessItemId"]]);
    const free = await site.source({ name: "Free" });
    const moved = await site.saveSource({ incomeSourceId: free, name: "Free", institutionAccessItemId });
    expect(moved.status).toBe(200);
    expect(names(await month("", institutionAccessItemId))).toEqual(["Free"]);
  });
});

describe("a changed amount or day", () => {
  const due = async (query: string) => (await month(query)).incomeSources[0]?.currentMonthDue;

  it("applies from the current month on by default and leaves earlier months alone", async () => {
    const incomeSourceId = await site.source();
    const { data } = await site.saveSource({ incomeSourceId, amountDue: 1_100 });
    expect(data.terms.map(({ effectiveFrom, amountDue }) => [effectiveFrom, amountDue])).toEqual([
      ["2026-01", 1_000],
      ["2026-11", 1_100],
    ]);
    expect(await due("&month=10&year=2026")).toBe(1_000);
    expect(await due("&month=11&year=2026")).toBe(1_100);
    expect(await due("&month=2&year=2027")).toBe(1_100);
  });

  it("applies from the chosen month on, such as a raise in the middle of the year", async () => {
    const incomeSourceId = await site.source();
    await site.saveSource({ incomeSourceId, amountDue: 1_100, dayOfMonthDue: 5, effectiveFrom: "2026-07" });
    const row = async (query: string) => (await month(query)).incomeSources[0];
    expect(await row("&month=6&year=2026")).toMatchObject({
      currentMonthDue: 1_000,
      dueDate: "2026-06-15",
      incomeSource: { amountDue: 1_000, dayOfMonthDue: 15 },
    });
    expect(await row("&month=7&year=2026")).toMatchObject({
      currentMonthDue: 1_100,
      dueDate: "2026-07-05",
      incomeSource: { amountDue: 1_100, dayOfMonthDue: 5 },
    });
  });

  it("fixes a typo everywhere if the first month is chosen", async () => {
    const incomeSourceId = await site.source({ amountDue: 10_000 });
    const { data } = await site.saveSource({ incomeSourceId, amountDue: 1_000, effectiveFrom: "2026-01" });
    expect(data.terms).toEqual([{ effectiveFrom: "2026-01", amountDue: 1_000, dayOfMonthDue: 15 }]);
  });

  it("keeps every term if only the name changes", async () => {
    const incomeSourceId = await site.source();
    await site.saveSource({ incomeSourceId, amountDue: 1_200, effectiveFrom: "2027-02" });
    const { data } = await site.saveSource({ incomeSourceId, name: "Unit 2, upstairs" });
    expect(data.terms).toHaveLength(2);
    expect(data).toMatchObject({ name: "Unit 2, upstairs", amountDue: 1_000 });
  });

  it("covers the months added by an earlier start", async () => {
    const incomeSourceId = await site.source({ startDate: "2026-06-01" });
    const { data } = await site.saveSource({ incomeSourceId, startDate: "2026-01-01" });
    expect(data.terms).toEqual([{ effectiveFrom: "2026-01", amountDue: 1_000, dayOfMonthDue: 15 }]);
    expect(await due("&month=2&year=2026")).toBe(1_000);
  });
});

describe("deleting an income source", () => {
  const remove = (incomeSourceId: number) => site.post("/api/DeleteIncomeSource", { incomeSourceId });
  const restore = (incomeSourceId: number) =>
    site.post<{ incomeSource: IncomeSourceView; restoredPayments: number; lostPayments: number }>(
      "/api/RestoreIncomeSource",
      { incomeSourceId },
    );

  it("unlinks its payments but keeps the transactions; restoring brings both back", async () => {
    const incomeSourceId = await site.source();
    const [one = 0, two = 0] = await site.rows([
      { amount: 600_00, date: "2026-11-10" },
      { amount: 400_00, date: "2026-11-12" },
    ]);
    await site.link(incomeSourceId, one, 600, { creditedMonth: "2026-10" });
    await site.link(incomeSourceId, two, 400);
    const before = await month();
    expect((await remove(incomeSourceId)).status).toBe(200);
    expect((await remove(incomeSourceId)).status).toBe(200);
    expect(names(await month())).toEqual([]);
    expect((await site.get(`/api/GetIncomeSource?incomeSourceId=${incomeSourceId}`)).status).toBe(404);
    const { data } = await site.get<{ transactions: { incomePayment: unknown }[]; total: number }>(
      `/api/GetTransactions?institutionAccessItemId=${site.itemId}`,
    );
    expect(data.transactions.map(({ incomePayment }) => incomePayment)).toEqual([null, null]);

    const back = await restore(incomeSourceId);
    expect(back.data).toMatchObject({
      restoredPayments: 2,
      lostPayments: 0,
      incomeSource: { name: "Unit 2" },
    });
    expect(await month()).toEqual(before);
    expect((await restore(incomeSourceId)).data).toMatchObject({ restoredPayments: 0, lostPayments: 0 });
  });

  it("restores only payments whose transactions are still free", async () => {
    const incomeSourceId = await site.source();
    const other = await site.source({ name: "Other" });
    const rows = await site.rows([{ amount: 600_00 }, { amount: 400_00 }, { amount: 5_00 }]);
    const [one = 0, two = 0, three = 0] = rows;
    await site.link(incomeSourceId, one, 600);
    await site.link(incomeSourceId, two, 400);
    await site.link(incomeSourceId, three, 5);
    await remove(incomeSourceId);
    await site.link(other, two, 400);
    await database().unsafeDb.execute(`delete from transactions where transaction_id = ${three}`);
    expect((await restore(incomeSourceId)).data).toMatchObject({ restoredPayments: 1, lostPayments: 1 });
    expect((await month()).totalPaid).toBe(1_000);
  });

  it("doesn't restore a payment unlinked earlier on its own", async () => {
    const incomeSourceId = await site.source();
    const [one = 0] = await site.rows([{ amount: 600_00 }]);
    const { data } = await site.link(incomeSourceId, one, 600);
    await site.post("/api/DeleteIncomePayment", data);
    await remove(incomeSourceId);
    expect((await restore(incomeSourceId)).data).toMatchObject({ restoredPayments: 0, lostPayments: 0 });
  });

  it("can be undone for 24 hours and is then permanent", async () => {
    const incomeSourceId = await site.source();
    const [one = 0] = await site.rows([{ amount: 600_00 }]);
    await site.link(incomeSourceId, one, 600);
    await remove(incomeSourceId);
    nowMs += 24 * 3_600_000 - 1_000;
    await site.stay();
    expect(await dropOldIncome({ database: database(), now: () => new Date(nowMs) })).toEqual({
      sources: 0,
      payments: 0,
    });
    expect((await restore(incomeSourceId)).status).toBe(200);
    await remove(incomeSourceId);
    nowMs += 24 * 3_600_000 + 1_000;
    await site.stay();
    expect((await restore(incomeSourceId)).status).toBe(404);
    expect((await remove(incomeSourceId)).status).toBe(404);
    expect(await dropOldIncome({ database: database(), now: () => new Date(nowMs) })).toEqual({
      sources: 1,
      payments: 1,
    });
  });
});
