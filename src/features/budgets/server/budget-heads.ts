import { and, eq, isNull, sql } from "drizzle-orm";
import type { Transaction } from "#server/database/db.ts";
import { notFound } from "#shared/errors.ts";
import type { BudgetRef } from "./rows/row-status.ts";
import { budgetAccessItems, budgets } from "#server/tables/budget-tables.ts";

export type Mode = (typeof budgets.$inferSelect)["mode"];

/** Whose budgets, of which mode of the bank (docs/reference/product.md, "Sandboxes": sandbox and live never mix). */
export type Owner = { userId: string; mode: Mode };

export type BudgetHead = BudgetRef & { name: string };

/** What a person knows a budget by. */
export type NamedPeriod = Omit<BudgetHead, "institutionAccessItemIds" | "userId">;

/** Budgets of a person that are there. */
export function isThere({ userId, mode }: Owner) {
  return and(eq(budgets.userId, userId), eq(budgets.mode, mode), isNull(budgets.deletedAt));
}

/** A budget of the person's with its institutions. @throws AppError 404 where there is none */
export async function readHead(tx: Transaction, owner: Owner, budgetId: number): Promise<BudgetHead> {
  const [row] = await tx.select(columns).from(budgets).where(isIt(owner, budgetId));
  if (row === undefined) throw notFound();
  return row;
}

/**
 * The same, and everybody else who changes it waits for this transaction. Read once it is locked: a statement that
 * waits for a lock would see the budget as it is then, and its institutions as they were before.
 * @throws AppError 404 where there is none
 */
export async function lockHead(tx: Transaction, owner: Owner, budgetId: number): Promise<BudgetHead> {
  await tx
    .select({ budgetId: budgets.budgetId })
    .from(budgets)
    .where(isIt(owner, budgetId))
    .for("no key update");
  return readHead(tx, owner, budgetId);
}

const itemIds = sql`select ${budgetAccessItems.institutionAccessItemId} from ${budgetAccessItems}
  where ${budgetAccessItems.budgetId} = ${budgets.budgetId} order by 1`;

const columns = {
  budgetId: budgets.budgetId,
  userId: budgets.userId,
  name: budgets.name,
  startDate: budgets.startDate,
  endDate: budgets.endDate,
  isoCurrencyCode: budgets.isoCurrencyCode,
  institutionAccessItemIds: sql<number[]>`array(${itemIds})`,
};

function isIt(owner: Owner, budgetId: number) {
  return and(isThere(owner), eq(budgets.budgetId, budgetId));
}

/** Newest first: by the period, and of the same by when it was made. */
export const newestFirst = sql`${budgets.startDate} desc, ${budgets.endDate} desc, ${budgets.budgetId} desc`;
