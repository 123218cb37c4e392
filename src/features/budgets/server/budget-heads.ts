import { and, eq, isNotNull, isNull, not, or, sql, type SQL } from "drizzle-orm";
import type { Transaction } from "#server/database/db.ts";
import { defineKeptQuery, type Terms, type ValuesOrTerms } from "#server/database/kept-plan.ts";
import { notFound } from "#shared/errors.ts";
import type { BudgetRef } from "./rows/row-status.ts";
import { budgetAccessItems, budgets } from "#server/tables/budget-tables.ts";
import { institutionAccessItems } from "#server/tables/institution-tables.ts";

export type Mode = (typeof budgets.$inferSelect)["mode"];

/**
 * Owner of budgets and the bank mode they belong to (docs/reference/product.md, "Sandboxes": sandbox and live never
 * mix).
 */
export type Owner = { userId: string; mode: Mode };

type OwnerTerms = ValuesOrTerms<Owner>;

export type BudgetHead = BudgetRef & {
  name: string;
  isDraft: boolean;
  /** Null for a budget that doesn't repeat. */
  seriesId: number | null;
  seriesStart: string | null;
};

/** Name, period, and currency of a budget, and whether it is an unchanged draft. */
export type NamedPeriod = Omit<BudgetHead, "institutionAccessItemIds" | "userId" | "seriesStart">;

/** Condition for a person's budgets that aren't deleted. */
export function isNotDeleted(owner: OwnerTerms) {
  return and(isOwn(owner), isNull(budgets.deletedAt));
}

/** Condition for a person's budgets of the mode, and for those of manual banks alone, which are in both. */
export function isOwn(owner: OwnerTerms) {
  return and(isOwnOrTemplate(owner), or(isNull(budgets.seriesId), isNotNull(budgets.seriesStart)));
}

/** Condition for a person's budgets as in `isOwn`, and for the templates of their series. */
export function isOwnOrTemplate({ userId, mode }: OwnerTerms) {
  const itemsWith = (where: SQL) => sql`exists (select from ${budgetAccessItems} own
    join ${institutionAccessItems} using (institution_access_item_id) where own.budget_id = ${budgets.budgetId} and ${where})`;
  const isManual = sql`${institutionAccessItems.mode} is null`;
  return and(
    eq(budgets.userId, userId),
    or(eq(budgets.mode, mode), and(itemsWith(isManual), not(itemsWith(not(isManual))))),
  );
}

/** Returns a person's budget with its banks. @throws AppError 404 */
export async function readHead(tx: Transaction, owner: Owner, budgetId: number): Promise<BudgetHead> {
  const [row] = await readHeads(tx, { ...owner, budgetId });
  if (row === undefined) throw notFound();
  return row;
}

/**
 * Locks a budget against other changes, then reads it. A single statement that waits for the lock would see the budget's
 * new state, but its old banks.
 * @throws AppError 404
 */
export async function lockHead(tx: Transaction, owner: Owner, budgetId: number): Promise<BudgetHead> {
  await lockHeads(tx, { ...owner, budgetId });
  return readHead(tx, owner, budgetId);
}

/** Banks of the budget at hand, in order. */
export const itemIds = sql`select ${budgetAccessItems.institutionAccessItemId} from ${budgetAccessItems}
  where ${budgetAccessItems.budgetId} = ${budgets.budgetId} order by 1`;

const columns = {
  budgetId: budgets.budgetId,
  userId: budgets.userId,
  name: budgets.name,
  isDraft: budgets.isDraft,
  seriesId: budgets.seriesId,
  seriesStart: budgets.seriesStart,
  startDate: budgets.startDate,
  endDate: budgets.endDate,
  isoCurrencyCode: budgets.isoCurrencyCode,
  institutionAccessItemIds: sql<number[]>`array(${itemIds})`,
};

type HeadTerms = Terms<Owner & { budgetId: number }>;

const readHeads = defineKeptQuery((db, head: HeadTerms) =>
  db.select(columns).from(budgets).where(isBudget(head)),
);

const lockHeads = defineKeptQuery((db, head: HeadTerms) =>
  db.select({ budgetId: budgets.budgetId }).from(budgets).where(isBudget(head)).for("no key update"),
);

function isBudget(head: HeadTerms) {
  return and(isNotDeleted(head), eq(budgets.budgetId, head.budgetId));
}

/** Newest period first; equal periods, newest budget first. */
export const newestFirst = sql`${budgets.startDate} desc, ${budgets.endDate} desc, ${budgets.budgetId} desc`;
