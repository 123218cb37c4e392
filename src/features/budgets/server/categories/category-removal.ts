import { and, asc, eq, inArray, lt, sql } from "drizzle-orm";
import {
  codesOf,
  isUsable,
  lockLedger,
  moveRuleCategory,
  noSuchCategory,
  sortRows,
} from "#features/transactions/server/index.ts";
import { institutionAccessItems, isSeenIn } from "#server/tables/institution-tables.ts";
import { bankCategoryChoices, financialCategories } from "#server/tables/category-tables.ts";
import { transactionParts } from "#server/tables/part-tables.ts";
import { isOfRow, movedMarks, transactions } from "#server/tables/transaction-tables.ts";
import type { Database, Transaction } from "#server/database/db.ts";
import { conflict, invalid, notFound } from "#shared/errors.ts";
import { money, zeroMoney } from "#shared/money.ts";
import type { FinancialCategory } from "../../domain/budget-shapes.ts";
import { moveEstimates, type BudgetEstimates } from "../../domain/category-move.ts";
import { isNotDeleted, type Owner } from "../budget-heads.ts";
import { categoryColumns } from "./category-store.ts";
import { budgetCategories, budgets, categoryRemovals } from "#server/tables/budget-tables.ts";

export type MovedCategory = { transactionCount: number; budgetCount: number; undoId: string };

/**
 * Moves everything from one category to another (null: to none). The person's own category is then deleted; a built-in
 * one stays, empty. `category_removals` keeps it for a day, for `undoRemoval`.
 * @throws AppError 404 if `from` doesn't exist; 409 for a deletion of a built-in one; 400 if the other doesn't exist
 */
export async function moveCategory(
  tx: Transaction,
  owner: Owner,
  { from, into, isDeletion, now }: { from: number; into: number | null; isDeletion: boolean; now: Date },
): Promise<MovedCategory> {
  await lockLedger(tx, owner.userId);
  const locked = await lockForMove(tx, owner.userId, into === null ? [from] : [from, into]);
  const category = locked.get(from);
  if (category === undefined) throw notFound();
  if (isDeletion && category.isBuiltIn)
    throw conflict(
      "financialCategoryId",
      `${category.name} is a built-in category and can’t be deleted. Merge it into another category to empty it.`,
    );
  if (into !== null && !locked.has(into))
    throw invalid({ [isDeletion ? "reassignTo" : "into"]: [noSuchCategory] });
  const rows = await moveTransactions(tx, owner, from, into);
  const parts = await moveParts(tx, owner.userId, from, into);
  const split = [...new Set(parts.map(({ transactionId }) => transactionId))];
  const bankCodes = await moveBankCodes(tx, owner.userId, category, into);
  const { ruleIds, matching } = await moveRuleCategory(tx, owner.userId, from, into);
  await sortRows(tx, owner.userId, { transactionIds: [...rows.ids, ...split], bankCodes, matching });
  const { moved, budgetCount } = await moveBudgets(tx, owner, from, into);
  await tx
    .update(movedMarks)
    .set(chosen(into))
    .where(and(eq(movedMarks.userId, owner.userId), eq(movedMarks.financialCategoryId, from)));
  if (!category.isBuiltIn)
    await tx.delete(financialCategories).where(eq(financialCategories.financialCategoryId, from));
  const [removal] = await tx
    .insert(categoryRemovals)
    .values({
      userId: owner.userId,
      removedAt: now,
      financialCategoryId: from,
      intoCategoryId: into,
      name: category.name,
      isBuiltIn: category.isBuiltIn,
      transactionIds: rows.byHand,
      parts,
      bankCodes,
      ruleIds,
      budgets: moved,
    })
    .returning({ undoId: categoryRemovals.undoId });
  if (removal === undefined) throw new Error("The database kept no removal.");
  return { transactionCount: rows.count + split.length, budgetCount, undoId: removal.undoId };
}

/** Reads categories and locks the person's own, so that no row or budget can use them until the transaction ends. */
async function lockForMove(
  tx: Transaction,
  userId: string,
  ids: number[],
): Promise<ReadonlyMap<number, FinancialCategory>> {
  const isOneOf = inArray(financialCategories.financialCategoryId, ids);
  await tx
    .select({ id: financialCategories.financialCategoryId })
    .from(financialCategories)
    .where(and(eq(financialCategories.userId, userId), isOneOf))
    .orderBy(asc(financialCategories.financialCategoryId))
    .for("update");
  const rows = await tx
    .select(categoryColumns)
    .from(financialCategories)
    .where(and(isUsable(userId), isOneOf));
  return new Map(rows.map((row) => [row.financialCategoryId, row]));
}

/** Columns of a category set by hand, or of none. */
function chosen(financialCategoryId: number | null) {
  return financialCategoryId === null
    ? { financialCategoryId, categorySource: "none" as const }
    : { financialCategoryId, categorySource: "person" as const };
}

/** Maps the bank codes of one category to another, and returns those codes. */
async function moveBankCodes(
  tx: Transaction,
  userId: string,
  { financialCategoryId, name, isBuiltIn }: FinancialCategory,
  into: number | null,
): Promise<string[]> {
  const choices = await tx.select().from(bankCategoryChoices).where(eq(bankCategoryChoices.userId, userId));
  const others = new Set(
    choices.flatMap((one) => (one.financialCategoryId === financialCategoryId ? [] : [one.bankCode])),
  );
  const own = choices.flatMap((one) => (others.has(one.bankCode) ? [] : [one.bankCode]));
  const codes = [...new Set([...own, ...(isBuiltIn ? codesOf(name) : [])])].filter(
    (code) => !others.has(code),
  );
  if (codes.length === 0) return [];
  await tx
    .insert(bankCategoryChoices)
    .values(codes.map((bankCode) => ({ userId, bankCode, financialCategoryId: into })))
    .onConflictDoUpdate({
      target: [bankCategoryChoices.userId, bankCategoryChoices.bankCode],
      set: { financialCategoryId: into },
    });
  return codes;
}

/**
 * Moves the rows that the person put in a category (`byHand`), including dismissed ones. The other rows that have it (`ids`)
 * must be sorted; `count` is the number visible to the person.
 */
async function moveTransactions(
  tx: Transaction,
  { userId, mode }: Owner,
  from: number,
  into: number | null,
): Promise<{ ids: number[]; byHand: number[]; count: number }> {
  const rows = await tx
    .select({
      id: transactions.transactionId,
      isByHand: sql<boolean>`${transactions.categorySource} = 'person'`,
      isSeen: sql<boolean>`${isSeenIn(mode)} and ${transactions.dismissedAt} is null`,
    })
    .from(transactions)
    .innerJoin(institutionAccessItems, isOfRow)
    .where(and(eq(transactions.userId, userId), eq(transactions.financialCategoryId, from)))
    .orderBy(asc(transactions.transactionId))
    .for("no key update", { of: transactions });
  await tx
    .update(transactions)
    .set(chosen(into))
    .where(
      and(
        eq(transactions.userId, userId),
        eq(transactions.financialCategoryId, from),
        eq(transactions.categorySource, "person"),
      ),
    );
  const byHand = rows.filter((row) => row.isByHand).map(({ id }) => id);
  return { ids: rows.map(({ id }) => id), byHand, count: rows.filter(({ isSeen }) => isSeen).length };
}

/** Moves parts of split rows, also those that are kept while a moved row's stand in their place, and returns the present ones. */
async function moveParts(tx: Transaction, userId: string, from: number, into: number | null) {
  const { transactionId, partId, financialCategoryId } = transactionParts;
  await tx.execute(sql`
    update ${movedMarks} moved set parts = (
      select jsonb_agg(case when part ->> 'financialCategoryId' = ${String(from)}
        then jsonb_set(part, '{financialCategoryId}', coalesce(to_jsonb(${into}::int), 'null')) else part end)
      from jsonb_array_elements(moved.parts) part)
    where moved.user_id = ${userId} and moved.parts @> ${JSON.stringify([{ financialCategoryId: from }])}::jsonb`);
  const moved = await tx
    .update(transactionParts)
    .set({ financialCategoryId: into })
    .where(and(eq(transactionParts.userId, userId), eq(financialCategoryId, from)))
    .returning({ transactionId, partId });
  return moved.toSorted((a, b) => a.transactionId - b.transactionId || a.partId - b.partId);
}

async function moveBudgets(
  tx: Transaction,
  { userId, mode }: Owner,
  from: number,
  into: number | null,
): Promise<{ moved: BudgetEstimates[]; budgetCount: number }> {
  const ids = into === null ? [from] : [from, into];
  const rows = await tx
    .select({
      budgetId: budgetCategories.budgetId,
      financialCategoryId: budgetCategories.financialCategoryId,
      estimate: budgetCategories.estimate,
      plan: budgetCategories.plan,
      startsFresh: budgetCategories.startsFresh,
      isSeen: sql<boolean>`${isNotDeleted({ userId, mode })}`,
    })
    .from(budgetCategories)
    .innerJoin(budgets, eq(budgets.budgetId, budgetCategories.budgetId))
    .where(and(eq(budgetCategories.userId, userId), inArray(budgetCategories.financialCategoryId, ids)))
    .orderBy(asc(budgetCategories.budgetId), asc(budgetCategories.financialCategoryId))
    .for("update", { of: budgetCategories });
  const moved = moveEstimates(
    rows.map((row) => ({ ...row, estimate: money(row.estimate) })),
    from,
    into,
  );
  await tx
    .delete(budgetCategories)
    .where(and(eq(budgetCategories.userId, userId), eq(budgetCategories.financialCategoryId, from)));
  if (into !== null && moved.length > 0) {
    await tx
      .insert(budgetCategories)
      .values(
        moved.map(({ budgetId, intoAfter, plan, startsFresh }) => ({
          budgetId,
          financialCategoryId: into,
          userId,
          estimate: intoAfter ?? zeroMoney,
          plan,
          startsFresh,
        })),
      )
      .onConflictDoUpdate({
        target: [budgetCategories.budgetId, budgetCategories.financialCategoryId],
        set: { estimate: sql`excluded.estimate` },
      });
  }
  const seen = new Set(rows.filter(({ isSeen }) => isSeen).map(({ budgetId }) => budgetId));
  return { moved, budgetCount: moved.filter(({ budgetId }) => seen.has(budgetId)).length };
}

/** Deletes permanently all users' removals that can no longer be undone; returns how many. */
export async function purgeRemovals(database: Pick<Database, "unsafeDb">, before: Date): Promise<number> {
  const rows = await database.unsafeDb
    .delete(categoryRemovals)
    .where(lt(categoryRemovals.removedAt, before))
    .returning({ undoId: categoryRemovals.undoId });
  return rows.length;
}
