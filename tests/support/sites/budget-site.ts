import { createTestUser } from "../factories/auth-factory.ts";
import { createTestAccessItem } from "../factories/access-item-factory.ts";
import { createTestTransactions, type TestTransaction } from "../factories/transaction-factory.ts";
import { createCalls, type Answer, type Calls } from "../calls.ts";
import type { Database } from "#server/database/db.ts";
import { createTestApp, type TestApp } from "../test-app.ts";
import type { FinancialCategory, RefusedBudget } from "#features/budgets/contract.ts";

/** The site with a signed-in person who has a bank account, for tests of budgets over HTTP. */
export type BudgetSite = Calls & {
  app: TestApp;
  userId: string;
  cookie: string;
  itemId: number;
  accountId: number;
  /** Saves a budget of November 2026 at that bank, with the given changes. */
  saveBudget: (input: object, cookie?: string) => Promise<Answer<Omit<RefusedBudget, "success">>>;
  /** Returns the id of a category the person can use. */
  categoryNamed: (name: string) => Promise<number>;
  /** Creates another person with their own bank. */
  stranger: () => Promise<{ userId: string; cookie: string; itemId: number }>;
  /** Inserts rows of that account; returns their ids in the given order. */
  rows: (rows: readonly TestTransaction[]) => Promise<number[]>;
};

export async function createBudgetSite(
  database: Database,
  options: { now: () => Date; environment?: Record<string, string> },
): Promise<BudgetSite> {
  const app = createTestApp(database, options);
  const { userId, cookie } = await createTestUser(database, { now: options.now });
  const item = await createTestAccessItem(database, userId, { institutionName: "First Harbor" });
  const { institutionAccessItemId } = item;
  const accountId = item.accounts[0]?.accountId ?? 0;
  const account = { userId, institutionAccessItemId, accountId };

  const { get, post } = createCalls(app, cookie);
  return {
    app,
    userId,
    cookie,
    itemId: institutionAccessItemId,
    accountId,
    get,
    post,
    saveBudget: (input, as) => {
      const november = { name: "November 2026", startDate: "2026-11-01", endDate: "2026-11-30" };
      const body = { budgetId: 0, ...november, categories: [], budgetAccessItems: [institutionAccessItemId] };
      return post("/api/SaveBudget", { ...body, ...input }, as);
    },
    categoryNamed: async (name) => {
      const { data } = await get<FinancialCategory[]>("/api/FinancialCategories");
      return data.find((category) => category.name === name)?.financialCategoryId ?? 0;
    },
    stranger: async () => {
      const other = await createTestUser(database, { now: options.now });
      const theirs = await createTestAccessItem(database, other.userId);
      return { ...other, itemId: theirs.institutionAccessItemId };
    },
    rows: async (rows) =>
      (await createTestTransactions(database, account, rows)).map(({ transactionId }) => transactionId),
  };
}
