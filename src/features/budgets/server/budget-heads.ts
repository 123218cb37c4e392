import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Transaction } from "#server/db.ts";
import { notFound } from "#shared/errors.ts";
import type { BudgetRef } from "./row-standing.ts";
import { budgetAccessItems, budgets } from "./budget-tables.ts";

export type Mode = (typeof budgets.$inferSelect)["mode"];

/** Whose budgets, of which mode of the bank (DECISIONS, "Product": sandbox and live never mix). */
export type Owner = { userId: string; mode: Mode };

export type BudgetHead = BudgetRef & { name: string };

/** What a person knows a budget by. */
export type NamedPeriod = Omit<BudgetHead, "institutionAccessItemIds" | "userId">;

/** Budgets of a person that are there. */
export function isThere({ userId, mode }: Owner) {
  return and(eq(budgets.userId, userId), eq(budgets.mode, mode), isNull(budgets.deletedAt));
}

/**
 * A budget of the person's with its institutions. `lock` makes everybody else who changes it wait for this transaction.
 * @throws AppError 404 where there is none
 */
export async function readHead(
  tx: Transaction,
  owner: Owner,
  budgetId: number,
  lock: "lock" | "read" = "read",
): Promise<BudgetHead> {
  const query = tx
    .select({
      budgetId: budgets.budgetId,
      userId: budgets.userId,
      name: budgets.name,
      startDate: budgets.startDate,
      endDate: budgets.endDate,
      isoCurrencyCode: budgets.isoCurrencyCode,
    })
    .from(budgets)
    .where(and(isThere(owner), eq(budgets.budgetId, budgetId)));
  const [row] = lock === "lock" ? await query.for("no key update") : await query;
  if (row === undefined) throw notFound();
  const items = await tx
    .select({ id: budgetAccessItems.institutionAccessItemId })
    .from(budgetAccessItems)
    .where(eq(budgetAccessItems.budgetId, budgetId))
    .orderBy(asc(budgetAccessItems.institutionAccessItemId));
  return { ...row, institutionAccessItemIds: items.map(({ id }) => id) };
}

/** Newest first: by the period, and of the same by when it was made. */
export const newestFirst = sql`${budgets.startDate} desc, ${budgets.endDate} desc, ${budgets.budgetId} desc`;
