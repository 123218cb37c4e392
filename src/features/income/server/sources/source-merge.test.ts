import { beforeEach, describe, expect, it } from "vitest";
import { createIncomeSite, type IncomeSite } from "../../../../../tests/support/sites/income-site.ts";
import { useTestDatabase } from "../../../../../tests/support/test-database.ts";
import type { IncomeSourceView } from "../../contract.ts";

const database = useTestDatabase();
let site: IncomeSite;

beforeEach(async () => {
  site = await createIncomeSite(database(), { now: () => new Date("2026-11-21T17:00:00Z") });
});

async function saved(incomeSourceId: number): Promise<IncomeSourceView> {
  return (await site.get<IncomeSourceView>(`/api/GetIncomeSource?incomeSourceId=${incomeSourceId}`)).data;
}

describe("saving an income source that another tab has changed since", () => {
  const read = { name: "Unit 2", description: "", startDate: "2026-01-01", endDate: null };
  const due = { amountDue: 1_000, dayOfMonthDue: 15, incomeSourceType: "Rent" };
  const terms = [{ effectiveFrom: "2026-01", amountDue: 1_000, dayOfMonthDue: 15 }];
  const basedOn = { ...read, ...due, terms };

  it("keeps the other tab's amount if only the name changes here", async () => {
    const incomeSourceId = await site.source();
    await site.saveSource({ incomeSourceId, amountDue: 1_100 });
    const { status, data } = await site.saveSource({ incomeSourceId, basedOn, name: "Upstairs" });
    expect(status).toBe(200);
    expect(data).toMatchObject({ name: "Upstairs", amountDue: 1_100 });
    expect(data.terms).toHaveLength(2);
  });

  it("refuses an amount changed on both sides, shows both, and keeps the chosen one", async () => {
    const incomeSourceId = await site.source();
    await site.saveSource({ incomeSourceId, amountDue: 1_100 });
    const mine = { incomeSourceId, basedOn, amountDue: 1_200 };
    expect(await site.saveSource(mine)).toMatchObject({
      status: 409,
      errors: { amountDue: ["Amount due was changed to $1,100.00 on day 15 in the meantime."] },
      data: {
        conflicts: [{ label: "Amount due", mine: "$1,200.00 on day 15", theirs: "$1,100.00 on day 15" }],
        current: { incomeSourceId, name: "Unit 2", amountDue: 1_100 },
      },
    });
    expect((await saved(incomeSourceId)).amountDue).toBe(1_100);
    const shown = { field: "amountDue", theirs: "$1,100.00 on day 15" };
    await site.saveSource({ ...mine, decided: [{ ...shown, keep: "theirs" }] });
    expect((await saved(incomeSourceId)).amountDue).toBe(1_100);
    await site.saveSource({ ...mine, decided: [{ ...shown, keep: "mine" }] });
    expect((await saved(incomeSourceId)).amountDue).toBe(1_200);
  });

  it("keeps a raise planned in the other tab", async () => {
    const incomeSourceId = await site.source();
    await site.saveSource({ incomeSourceId, amountDue: 1_300, effectiveFrom: "2027-01" });
    expect(await site.saveSource({ incomeSourceId, basedOn, amountDue: 1_200 })).toMatchObject({
      status: 409,
      data: {
        conflicts: [{ theirs: "$1,000.00 on day 15, from January 2027 $1,300.00 on day 15" }],
      },
    });
  });

  it("refuses two changed dates that together make no period", async () => {
    const incomeSourceId = await site.source();
    await site.saveSource({ incomeSourceId, startDate: "2026-06-01" });
    expect(await site.saveSource({ incomeSourceId, basedOn, endDate: "2026-05-01" })).toMatchObject({
      status: 400,
      errors: { endDate: ["Choose an end date on or after the start date."] },
    });
  });

  it("refuses a source deleted in the meantime or owned by another person", async () => {
    const incomeSourceId = await site.source();
    const { cookie, account } = await site.stranger();
    const { institutionAccessItemId } = account;
    const theirs = { incomeSourceId, basedOn, institutionAccessItemId, name: "Mine now" };
    expect((await site.saveSource(theirs, cookie)).status).toBe(404);
    await site.post("/api/DeleteIncomeSource", { incomeSourceId });
    expect((await site.saveSource({ incomeSourceId, basedOn, name: "Upstairs" })).status).toBe(404);
    const { data } = await site.get<{ incomeSources: unknown[] }>(
      `/api/GetIncomeSources?institutionAccessItemId=${site.itemId}`,
    );
    expect(data.incomeSources).toEqual([]);
  });
});
