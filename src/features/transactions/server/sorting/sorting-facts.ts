import { eq, sql } from "drizzle-orm";
import type { Transaction } from "#server/database/db.ts";
import { accounts } from "#server/tables/institution-tables.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import { subscribedCodes } from "../../domain/sorting/monthly-payments.ts";
import { sortingColumns, type NewPayee, type SortingFacts } from "../../domain/sorting/new-rows.ts";
import { readRules } from "../rules/rule-store.ts";
import { isMatched } from "../transfers/transfer-pairing.ts";
import { readCategories } from "./category-reader.ts";
import { readLearns } from "./learning-reader.ts";

/** Reads everything of a person's that rows are sorted by. */
export async function readSortingFacts(tx: Transaction, userId: string): Promise<SortingFacts> {
  const listed = await tx
    .select({ accountId: accounts.accountId, type: accounts.type })
    .from(accounts)
    .where(eq(accounts.userId, userId));
  return {
    ...(await readCategories(tx, userId)),
    rules: await readRules(tx, userId),
    learns: await readLearns(tx, userId),
    accountTypes: new Map(listed.map(({ accountId, type }) => [accountId, type])),
  };
}

/** List of the bank categories that make rows of a payee depend on each other (`subscriptionPayments`). */
export const subscribedList = sql`${sql.param([...subscribedCodes])}::text[]`;

/** Fields of a new row's sorting (`sortNewRows`) in a list of records. */
export const sortingFields = sql.raw(
  Object.entries(sortingColumns)
    .map(([name, type]) => `"${name}" ${type}`)
    .join(", "),
);

/** Values of a record `r` with those fields for `kind, kind_reason, financial_category_id, category_source`: defaults where there are none. */
export const sortingValues = sql`coalesce(r.kind, 'spending'), coalesce(r."kindReason", 'default'), r."financialCategoryId",
  coalesce(r."categorySource", 'none')`;

/**
 * Returns which payees of new rows have to be sorted once the rows are in the ledger (`sortRows`): because a rule sorts one, or
 * because they and older rows say something about each other (`sortPayee`). To be asked before they are there.
 */
export async function payeesToSort(
  tx: Transaction,
  userId: string,
  payees: readonly NewPayee[],
): Promise<string[]> {
  const sorted = payees.filter(({ isSorted }) => isSorted);
  const [keys, haveInflow] = [
    sorted.map(({ payeeKey }) => payeeKey),
    sorted.map(({ hasInflow }) => hasInflow),
  ];
  const { rows } = await tx.execute<{ payeeKey: string }>(sql`
    select listed.key as "payeeKey"
    from unnest(${sql.param(keys)}::text[], ${sql.param(haveInflow)}::boolean[]) as listed(key, has_inflow)
    where exists (select from ${transactions} where user_id = ${userId} and payee_key = listed.key
      and (has_inflow or amount > 0 or category_source = 'person' or chosen_kind = 'transfer' or ${isMatched(userId)}
        or bank_category_detailed = any(${subscribedList})))`);
  const unsorted = payees.filter(({ isSorted }) => !isSorted);
  return [...unsorted, ...rows].map(({ payeeKey }) => payeeKey);
}
