import { beforeEach, describe, expect, it } from "vitest";
import { monthsFrom } from "#shared/time/plain-dates.ts";
import { createIncomeSite, type IncomeSite } from "../../../../tests/support/sites/income-site.ts";
import { countStatements } from "../../../../tests/support/statement-count.ts";
import { useTestDatabase } from "../../../../tests/support/test-database.ts";
import { createTestIncomeSource } from "../../../../tests/support/factories/income-source-factory.ts";
import { incomePayments } from "#server/tables/income-tables.ts";

const database = useTestDatabase();
const now = () => new Date("2026-11-21T17:00:00Z");
let site: IncomeSite;

beforeEach(async () => {
  site = await createIncomeSite(database(), { now });
});

/** Sources paid each month of the year, so that a query per record would show. */
async function addSources(count: number): Promise<void> {
  for (let made = 0; made < count; made += 1) {
    const { incomeSourceId } = await createTestIncomeSource(database(), site.userId, site.itemId, {
      raises: [{ effectiveFrom: "2026-06", amountDue: 1_100 }],
    });
    const months = monthsFrom("2026-01", "2026-10");
    const rows = await site.rows(months.map((month) => ({ amount: 1_000_00, date: `${month}-15` })));
    await database()
      .unsafeDb.insert(incomePayments)
      .values(
        rows.map((transactionId, at) => ({
          userId: site.userId,
          incomeSourceId,
          transactionId,
          paymentDate: `${months[at] ?? ""}-15`,
          creditedMonth: months[at] ?? "",
          paymentMemo: "",
          isManualAdjustment: false,
          createdAt: now(),
        })),
      );
  }
}

/** Number of SQL statements of a request, including session lookup, begin, and commit. */
async function statementsOf(path: string): Promise<number> {
  return countStatements(async () => {
    expect((await site.get(path)).status).toBe(200);
  });
}

describe("statements per request", () => {
  it.each([
    ["GetIncomeSources", (id: number) => `/api/GetIncomeSources?institutionAccessItemId=${id}`, 7],
    ["GetRentRoll", (id: number) => `/api/GetRentRoll?institutionAccessItemId=${id}`, 7],
    ["GetIncomeByMonth", (id: number) => `/api/GetIncomeByMonth?institutionAccessItemId=${id}`, 7],
    ["GetIncomeSuggestions", (id: number) => `/api/GetIncomeSuggestions?institutionAccessItemId=${id}`, 10],
    ["GetIncomeReminders", () => "/api/GetIncomeReminders", 6],
  ])("of %s don't grow with sources and payments", async (_, pathOf, most) => {
    await addSources(1);
    const few = await statementsOf(pathOf(site.itemId));
    await addSources(6);
    const many = await statementsOf(pathOf(site.itemId));
    expect(many).toBe(few);
    expect(many).toBeLessThanOrEqual(most);
  });
});
