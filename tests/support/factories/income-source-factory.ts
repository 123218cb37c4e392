import type { Database } from "#server/database/db.ts";
import type { IncomeSource } from "#features/income/domain/income-source.ts";
import { readSource } from "#features/income/server/sources/source-rows.ts";
import type { SourceInput } from "#features/income/server/sources/source-merge.ts";
import { saveSource } from "#features/income/server/sources/source-store.ts";

let made = 0;

/**
 * Gives a person an income source at one of their institutions, for tests of features that build on it. The amount is in
 * currency units; `raises` are later terms, earliest first.
 */
export async function createTestIncomeSource(
  database: Pick<Database, "asUser">,
  userId: string,
  institutionAccessItemId: number,
  options: Partial<Omit<SourceInput, "incomeSourceId" | "institutionAccessItemId">> & {
    raises?: readonly { effectiveFrom: string; amountDue: number; dayOfMonthDue?: number }[];
    mode?: "sandbox" | "live";
    now?: () => Date;
  } = {},
): Promise<IncomeSource> {
  const { raises = [], mode = "sandbox", now = () => new Date(), ...input } = options;
  made += 1;
  const values: SourceInput = {
    incomeSourceId: 0,
    institutionAccessItemId,
    name: `Unit ${made}`,
    description: "",
    startDate: "2026-01-01",
    endDate: null,
    amountDue: 1_000,
    dayOfMonthDue: 15,
    incomeSourceType: "Rent",
    expectedPaymentMemos: [],
    ...input,
  };
  return database.asUser(userId, async (tx) => {
    const scope = { tx, userId, mode };
    const at = (month: string) => ({ now: now(), today: `${month}-01` });
    const { incomeSourceId } = await saveSource(scope, values, at(values.startDate.slice(0, 7)));
    for (const raise of raises) {
      const changed = { ...values, incomeSourceId, ...raise };
      await saveSource(scope, changed, at(raise.effectiveFrom));
    }
    return readSource(scope, incomeSourceId);
  });
}
