import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { Condition, RuleAction, RuleView } from "#features/transactions/contract.ts";
import type { Database } from "#server/database/db.ts";
import { transactionTags } from "#server/tables/part-tables.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import type { TransactionView } from "#shared/finance-shapes.ts";
import type { TestTransaction } from "../factories/transaction-factory.ts";
import type { Answer } from "../calls.ts";
import { createBudgetSite, type BudgetSite } from "./budget-site.ts";

export const coffee = { bankCategory: "FOOD_AND_DRINK", bankCategoryDetailed: "FOOD_AND_DRINK_COFFEE" };
export const isBakery: Condition = { field: "payee", op: "is", values: ["Corner Bakery"] };
export const toGroceries: RuleAction = { field: "category", value: 3 };
export const toDining: RuleAction = { field: "category", value: 4 };
/** First day of a rule that reaches everything. */
export const everyDay = "0001-01-01";

/** The budget site with a budget of its rows, for tests of rules over HTTP. */
export type RuleSite = {
  site: BudgetSite;
  budgetId: number;
  /** Inserts rows that were there before every rule. */
  old: (rows: TestTransaction[]) => Promise<number[]>;
  /** Inserts rows that come now. */
  fresh: (rows: TestTransaction[]) => Promise<number[]>;
  rules: () => Promise<RuleView[]>;
  /** Sends a rule, by default one that puts the bakery into Groceries. */
  save: (rule: object, cookie?: string) => Promise<Answer<RuleView[]>>;
  /** Saves a new rule and returns it. */
  saved: (rule: object) => Promise<RuleView>;
  undo: (undoId: string, cookie?: string) => Promise<Answer<unknown>>;
  /** Returns the budget's rows, exempt ones included, in the order in which they were made. */
  rows: () => Promise<TransactionView[]>;
  /** Returns each row's category and its source. */
  shown: () => Promise<string[]>;
  /** Returns everything that sorting decides about each row. */
  sortedRows: () => Promise<unknown[]>;
};

export async function createRuleSite(database: Database): Promise<RuleSite> {
  let now = new Date(Date.UTC(2026, 10, 21, 17));
  const site = await createBudgetSite(database, { now: () => (now = new Date(now.getTime() + 1)) });
  const { budgetId } = (await site.saveBudget({})).data;
  const before = new Date(Date.UTC(2026, 10, 20));
  const rules = async () => (await site.get<RuleView[]>("/api/GetRules")).data;
  const save: RuleSite["save"] = (rule, cookie) =>
    site.post(
      "/api/SaveRule",
      { ruleId: 0, conditions: [isBakery], actions: [toGroceries], ...rule },
      cookie,
    );

  async function saved(rule: object): Promise<RuleView> {
    const known = new Set((await rules()).map(({ ruleId }) => ruleId));
    const answer = await save(rule);
    expect(answer.errors).toBeNull();
    const made = answer.data.find(({ ruleId }) => !known.has(ruleId));
    if (made === undefined) throw new Error("no rule was made");
    return made;
  }

  async function rows(): Promise<TransactionView[]> {
    const { data } = await site.get<Record<"transactions" | "excludedTransactions", TransactionView[]>>(
      `/api/GetBudgetTransactions?budgetId=${budgetId}`,
    );
    return [...data.transactions, ...data.excludedTransactions].toSorted(
      (a, b) => a.transactionId - b.transactionId,
    );
  }

  return {
    site,
    budgetId,
    old: (list) => site.rows(list.map((row) => Object.assign({ createdAt: before }, row))),
    fresh: (list) => {
      now = new Date(now.getTime() + 60_000);
      return site.rows(list.map((row) => Object.assign({ createdAt: now }, row)));
    },
    rules,
    save,
    saved,
    undo: (undoId, cookie) => site.post("/api/Undo", { undoId }, cookie),
    rows,
    shown: async () =>
      (await rows()).map(({ category, categorySource }) => `${category?.name ?? "None"} (${categorySource})`),
    sortedRows: async () => {
      const { rows: found } = await database.unsafeDb.execute(sql`
        select transaction_id, kind, kind_reason, financial_category_id, category_source, chosen_kind, payee, category_rule_id,
          kind_rule_id, payee_rule_id, note, note_rule_id, keeps_words,
          (select json_agg(json_build_array(tag_id, rule_id) order by tag_id) from ${transactionTags} own
            where own.transaction_id = ${transactions.transactionId}) as tags
        from ${transactions} where user_id = ${site.userId} order by transaction_id`);
      return found;
    },
  };
}
