import type { Database } from "#server/database/db.ts";
import type { Mode } from "#features/budgets/server/budget-heads.ts";
import { BudgetStore } from "#features/budgets/server/budget-store.ts";
import type { BudgetInput } from "#features/budgets/server/budget-values.ts";

let made = 0;

/** Creates a budget of November 2026, by default without categories and institutions. */
export async function createTestBudget(
  database: Database,
  userId: string,
  options: Partial<Omit<BudgetInput, "budgetId" | "requestId">> & { mode?: Mode; now?: () => Date } = {},
): Promise<{ budgetId: number }> {
  const { mode = "sandbox", now = () => new Date(), ...input } = options;
  made += 1;
  const budgetId = await new BudgetStore(database, mode, now).save(userId, {
    budgetId: 0,
    name: `Budget ${made}`,
    startDate: "2026-11-01",
    endDate: "2026-11-30",
    categories: [],
    budgetAccessItems: [],
    ...input,
  });
  return { budgetId };
}
