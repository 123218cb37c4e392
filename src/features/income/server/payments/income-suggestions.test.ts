import { beforeEach, describe, expect, it } from "vitest";
import type { z } from "zod";
import { createIncomeSite, type IncomeSite } from "../../../../../tests/support/sites/income-site.ts";
import { useTestDatabase } from "../../../../../tests/support/test-database.ts";
import type { incomeContract } from "../../contract.ts";

type Suggestions = z.infer<typeof incomeContract.getIncomeSuggestions.output>;

const database = useTestDatabase();
let site: IncomeSite;
const now = () => new Date("2026-11-21T17:00:00Z");

beforeEach(async () => {
  site = await createIncomeSite(database(), { now });
});

async function suggestions(query = ""): Promise<Suggestions> {
  const path = `/api/GetIncomeSuggestions?institutionAccessItemId=${site.itemId}${query}`;
  const answer = await site.get<Suggestions>(path);
  expect(answer.status).toBe(200);
  return answer.data;
}

/** Suggestions as `month: ids`, without empty months. */
async function offered(query = ""): Promise<Record<string, number[]>> {
  const { months } = await suggestions(query);
  return Object.fromEntries(
    months
      .filter((one) => one.suggestions.length > 0)
      .map((one) => [one.month, one.suggestions.map(({ transactionId }) => transactionId)]),
  );
}

const rent = (date: string, amount = 1_000_00) => ({ date, amount, name: "ZELLE FROM MARA LINDQVIST" });

describe("suggestions", () => {
  it("cover bills and all linked banks, if no bank is given, of late", async () => {
    const other = await site.anotherAccount({ institutionName: "Second Birch" });
    const rentId = await site.source({ startDate: "2026-08-01", name: "Lindqvist, unit 2" });
    const billId = await site.source({
      name: "Power",
      direction: "out",
      incomeSourceType: "Other",
      amountDue: 80,
      isAbout: true,
      rhythm: "weekly",
      startDate: "2026-11-13",
    });
    await site.rows([rent("2026-08-14")]);
    const [paid = 0] = await site.rows([rent("2026-11-14")], other);
    const [power = 0] = await site.rows([{ date: "2026-11-14", amount: -71_00, name: "POWER CO" }], other);
    const all = await site.get<Suggestions>("/api/GetIncomeSuggestions");
    const found = all.data.months.flatMap(({ incomeSourceId, period, suggestions: ofPeriod }) =>
      ofPeriod.map(({ transactionId }) => [incomeSourceId, period, transactionId]),
    );
    expect(found).toEqual([
      [rentId, "2026-11", paid],
      [billId, "2026-11-13", power],
    ]);
    const theirs = await site.get<Suggestions>("/api/GetIncomeSuggestions", (await site.stranger()).cookie);
    expect(theirs.data).toEqual({ months: [], suggestionCount: 0 });
  });

  it("find the payment for each unpaid month, with reasons, and link nothing", async () => {
    const incomeSourceId = await site.source({ startDate: "2026-09-01", name: "Lindqvist, unit 2" });
    const [september = 0, october = 0, november = 0] = await site.rows([
      rent("2026-09-14"),
      rent("2026-10-17"),
      rent("2026-11-16", 990_00),
    ]);
    const answer = await suggestions();
    expect(answer.suggestionCount).toBe(3);
    expect(await offered()).toEqual({
      "2026-09": [september],
      "2026-10": [october],
      "2026-11": [november],
    });
    expect(answer.months.find((one) => one.month === "2026-10")).toEqual({
      incomeSourceId,
      incomeSourceName: "Lindqvist, unit 2",
      month: "2026-10",
      period: "2026-10",
      text: "October 2026",
      dueDate: "2026-10-15",
      due: 1_000,
      paid: 0,
      outstanding: 1_000,
      isoCurrencyCode: "USD",
      suggestions: [
        {
          transactionId: october,
          date: "2026-10-17",
          payee: "ZELLE FROM MARA LINDQVIST",
          name: "ZELLE FROM MARA LINDQVIST",
          merchantName: null,
          amount: 1_000,
          pending: false,
          account: { accountId: site.account.accountId, official_name: "Checking ··0001" },
          score: 90,
          isStrong: true,
          reasons: ["Exactly the amount due", "2 days after the due date", "Includes “Lindqvist”"],
        },
      ],
    });
    const { data } = await site.get<{ totalPaid: number }>(
      `/api/GetIncomeSources?institutionAccessItemId=${site.itemId}&month=10&year=2026`,
    );
    expect(data.totalPaid).toBe(0);
  });

  it("can be accepted for their month, which is then no longer suggested", async () => {
    const incomeSourceId = await site.source({ startDate: "2026-11-01", dayOfMonthDue: 1 });
    const [early = 0] = await site.rows([rent("2026-11-28")]);
    await site.rows([rent("2026-11-02")]);
    expect(await offered("&month=2026-12")).toEqual({ "2026-12": [early] });
    const { data } = await site.link(incomeSourceId, early, 1_000, { creditedMonth: "2026-12" });
    expect(data.creditedMonth).toBe("2026-12");
    expect(await offered("&month=2026-12")).toEqual({});
  });

  it("remember dismissals, for that source only, until undone", async () => {
    const one = await site.source({ name: "One", startDate: "2026-11-01" });
    const two = await site.source({ name: "Two", startDate: "2026-11-01" });
    const [transactionId = 0] = await site.rows([rent("2026-11-15")]);
    const pair = { incomeSourceId: one, transactionId };
    expect((await site.post("/api/DismissIncomeSuggestion", pair)).status).toBe(200);
    expect((await site.post("/api/DismissIncomeSuggestion", pair)).status).toBe(200);
    expect(await offered(`&incomeSourceId=${one}`)).toEqual({});
    expect(await offered(`&incomeSourceId=${two}`)).toEqual({ "2026-11": [transactionId] });
    expect((await site.post("/api/UndismissIncomeSuggestion", pair)).status).toBe(200);
    expect((await site.post("/api/UndismissIncomeSuggestion", pair)).status).toBe(200);
    expect(await offered(`&incomeSourceId=${one}`)).toEqual({ "2026-11": [transactionId] });
  });

  it("learn each source's payers, and don't offer one tenant's rent for another", async () => {
    const mara = await site.source({ name: "Unit 1" });
    const jo = await site.source({ name: "Unit 2" });
    const payer = (name: string, date: string) => ({ name, date, amount: 1_000_00 });
    const [first = 0, second = 0, maraNow = 0, joNow = 0] = await site.rows([
      payer("ACH MARA L 1001", "2026-10-15"),
      payer("ACH JO B 2002", "2026-10-15"),
      payer("ACH MARA L 1003", "2026-11-15"),
      payer("ACH JO B 2004", "2026-11-15"),
    ]);
    await site.link(mara, first, 1_000);
    await site.link(jo, second, 1_000);
    const best = async (id: number) => (await offered(`&month=2026-11&incomeSourceId=${id}`))["2026-11"];
    expect([await best(mara), await best(jo)]).toEqual([[maraNow], [joNow]]);
  });

  it("leave out what can't be linked: money out, removed or linked rows, own transfers, cards, and other currencies", async () => {
    const incomeSourceId = await site.source({ startDate: "2026-11-01" });
    const card = await site.anotherAccount({ accounts: [{ type: "credit" }] });
    await site.rows([rent("2026-11-15")], card);
    await site.rows([{ ...rent("2026-11-15"), isoCurrencyCode: "EUR" }]);
    await site.rows([rent("2026-11-15", -1_000_00)]);
    await site.rows([{ ...rent("2026-11-15"), removedByBankAt: now() }]);
    const [pair = 0] = await site.rows([rent("2026-11-15", -1_000_00)]);
    await site.rows([{ ...rent("2026-11-15"), transferPairId: pair }]);
    const [linked = 0] = await site.rows([rent("2026-11-14", 400_00)]);
    await site.link(incomeSourceId, linked, 400);
    expect(await offered()).toEqual({});
    const [rest = 0] = await site.rows([{ ...rent("2026-11-20", 600_00), pending: true }]);
    const answer = await suggestions("&month=2026-11");
    expect(answer.months[0]).toMatchObject({ paid: 400, outstanding: 600 });
    expect(answer.months[0]?.suggestions).toMatchObject([
      { transactionId: rest, pending: true, reasons: expect.arrayContaining(["Exactly what’s still due"]) },
    ]);
  });

  it("are empty if nothing is unpaid, and refuse an invalid month", async () => {
    expect(await suggestions()).toEqual({ months: [], suggestionCount: 0 });
    const { status, errors } = await site.get(
      `/api/GetIncomeSuggestions?institutionAccessItemId=${site.itemId}&month=November`,
    );
    expect([status, Object.keys(errors ?? {})]).toEqual([400, ["month"]]);
  });
});
