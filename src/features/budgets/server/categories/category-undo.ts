import { and, asc, eq, gt, inArray, ne, sql } from "drizzle-orm";
import { hasId, lockLedger, restoreRuleCategory, sortRows } from "#features/transactions/server/index.ts";
import { bankCategoryChoices, financialCategories } from "#server/tables/category-tables.ts";
import { transactionParts } from "#server/tables/part-tables.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import type { Database, Transaction } from "#server/database/db.ts";
import { notFound } from "#shared/errors.ts";
import { money } from "#shared/money.ts";
import type { FinancialCategory } from "../../domain/budget-shapes.ts";
import { categoryNameKey } from "../../domain/category-name.ts";
import { undoneEstimate, type BudgetEstimates } from "../../domain/category-move.ts";
import { budgetCategories, budgets, categoryRemovals } from "#server/tables/budget-tables.ts";
import { changeAsUser } from "#server/database/change-as-user.ts";
import { categoryColumns, refuseTakenName, refusingTakenNames } from "./category-store.ts";

type Removal = typeof categoryRemovals.$inferSelect;

/**
 * Undoes a merge or deletion: restores the category under its id, with everything that hasn't been changed since.
 * @throws AppError 404 for an undo that isn't the person's, was used, or is older than `since`; 409 `name` if the name
 * is taken
 */
export function undoRemoval(
  database: Pick<Database, "asUser">,
  userId: string,
  undoId: string,
  since: Date,
): Promise<FinancialCategory> {
  return refusingTakenNames(() => changeAsUser(database, userId, (tx) => undo(tx, userId, undoId, since)));
}

async function undo(
  tx: Transaction,
  userId: string,
  undoId: string,
  since: Date,
): Promise<FinancialCategory> {
  await lockLedger(tx, userId);
  const [removal] = await tx
    .delete(categoryRemovals)
    .where(
      and(
        eq(categoryRemovals.undoId, undoId),
        eq(categoryRemovals.userId, userId),
        gt(categoryRemovals.removedAt, since),
      ),
    )
    .returning();
  if (removal === undefined) throw notFound();
  const { financialCategoryId, name, isBuiltIn } = removal;
  if (!isBuiltIn) {
    await refuseTakenName(tx, userId, { financialCategoryId, name });
    await tx
      .insert(financialCategories)
      .overridingSystemValue()
      .values({ financialCategoryId, userId, name, nameKey: categoryNameKey(name) });
  }
  await restoreTransactions(tx, removal);
  await restoreEstimates(tx, removal);
  const [category] = await tx
    .select(categoryColumns)
    .from(financialCategories)
    .where(eq(financialCategories.financialCategoryId, financialCategoryId));
  if (category === undefined) throw notFound();
  return category;
}

/** Restores the category of its rows and bank codes, except those changed since. */
async function restoreTransactions(tx: Transaction, removal: Removal): Promise<void> {
  const { userId, financialCategoryId, intoCategoryId, transactionIds, bankCodes, ruleIds, parts } = removal;
  const isAsLeft = and(
    eq(transactions.userId, userId),
    hasId(transactionIds),
    intoCategoryId === null
      ? ne(transactions.categorySource, "person")
      : and(eq(transactions.categorySource, "person"), eq(transactions.financialCategoryId, intoCategoryId)),
  );
  await tx
    .select({ id: transactions.transactionId })
    .from(transactions)
    .where(isAsLeft)
    .orderBy(asc(transactions.transactionId))
    .for("no key update");
  await tx.update(transactions).set({ financialCategoryId, categorySource: "person" }).where(isAsLeft);
  await tx
    .update(bankCategoryChoices)
    .set({ financialCategoryId })
    .where(
      and(
        eq(bankCategoryChoices.userId, userId),
        inArray(bankCategoryChoices.bankCode, bankCodes),
        sql`${bankCategoryChoices.financialCategoryId} is not distinct from ${intoCategoryId}::int`,
      ),
    );
  const ruled = { ruleIds, from: financialCategoryId, into: intoCategoryId };
  const matching = await restoreRuleCategory(tx, userId, ruled);
  await tx.execute(sql`
    update ${transactionParts} part set financial_category_id = ${financialCategoryId}
    from json_to_recordset(${JSON.stringify(parts)}::json) as moved("transactionId" int, "partId" int)
    where part.user_id = ${userId} and part.transaction_id = moved."transactionId" and part.part_id = moved."partId"
      and part.financial_category_id is not distinct from ${intoCategoryId}::int`);
  const split = parts.map(({ transactionId }) => transactionId);
  await sortRows(tx, userId, { transactionIds: [...transactionIds, ...split], bankCodes, matching });
}

async function restoreEstimates(tx: Transaction, removal: Removal): Promise<void> {
  const { userId, financialCategoryId, intoCategoryId } = removal;
  const moved = await stillThere(tx, userId, removal.budgets);
  if (moved.length === 0) return;
  await tx
    .insert(budgetCategories)
    .values(
      moved.map(({ budgetId, estimate, plan, startsFresh }) => ({
        budgetId,
        financialCategoryId,
        userId,
        estimate,
        plan,
        startsFresh,
      })),
    )
    .onConflictDoNothing();
  if (intoCategoryId === null) return;
  const rows = await tx
    .select({ budgetId: budgetCategories.budgetId, estimate: budgetCategories.estimate })
    .from(budgetCategories)
    .where(and(eq(budgetCategories.userId, userId), eq(budgetCategories.financialCategoryId, intoCategoryId)))
    .orderBy(asc(budgetCategories.budgetId))
    .for("update");
  const now = new Map(rows.map((row) => [row.budgetId, money(row.estimate)]));
  for (const one of moved) {
    const estimate = undoneEstimate(one, now.get(one.budgetId) ?? null);
    if (estimate === undefined) continue;
    const isEntry = and(
      eq(budgetCategories.budgetId, one.budgetId),
      eq(budgetCategories.financialCategoryId, intoCategoryId),
    );
    if (estimate === null) await tx.delete(budgetCategories).where(isEntry);
    else await tx.update(budgetCategories).set({ estimate }).where(isEntry);
  }
}

/** Returns the estimates whose budgets still exist, and locks those budgets in a fixed order. */
async function stillThere(
  tx: Transaction,
  userId: string,
  moved: readonly BudgetEstimates[],
): Promise<BudgetEstimates[]> {
  const ids = moved.map(({ budgetId }) => budgetId);
  const rows = await tx
    .select({ budgetId: budgets.budgetId })
    .from(budgets)
    .where(and(eq(budgets.userId, userId), inArray(budgets.budgetId, ids)))
    .orderBy(asc(budgets.budgetId))
    .for("no key update");
  const there = new Set(rows.map(({ budgetId }) => budgetId));
  return moved.filter(({ budgetId }) => there.has(budgetId));
}
