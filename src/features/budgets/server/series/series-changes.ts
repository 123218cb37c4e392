import { and, eq, inArray, sql } from "drizzle-orm";
import type { Transaction } from "#server/database/db.ts";
import { budgetAccessItems, budgetCategories, budgets } from "#server/tables/budget-tables.ts";
import { zeroMoney, type Money } from "#shared/money.ts";
import { rescaleEstimate } from "../../domain/estimate.ts";
import type { Plan } from "../../domain/series/carry.ts";
import { nameOfPeriod } from "../../domain/series/series-name.ts";
import { readEntries, type BudgetEntry } from "../budget-values.ts";
import { rescalePlan } from "./plan-values.ts";

/** Values of one period that a change of others starts from. */
export type PeriodValues = {
  isoCurrencyCode: string;
  entries: ReadonlyMap<number, Pick<BudgetEntry, "estimate" | "plan">>;
  institutionAccessItemIds: readonly number[];
};

type ChangedCategory = { id: number; estimate?: Money; plan?: Plan | null; isNew: boolean };

/** Changes that a save made in one period; the other periods keep everything else of their own. */
export type PeriodChange = {
  /** New pattern of the names; null if the name stayed. */
  pattern: string | null;
  isoCurrencyCode: string;
  isOtherCurrency: boolean;
  /** Changed categories, with what changed of them. */
  changed: ChangedCategory[];
  removed: number[];
  itemsAdded: number[];
  itemsRemoved: number[];
};

/** Compares a period before and after a save. */
export function changeOf(before: PeriodValues, after: PeriodValues, pattern: string | null): PeriodChange {
  const { isoCurrencyCode } = after;
  const changed = [...after.entries].flatMap(([id, entry]): ChangedCategory[] => {
    const was = before.entries.get(id);
    if (was === undefined) return [{ id, estimate: entry.estimate, plan: entry.plan, isNew: true }];
    const kept = rescaleEstimate(was.estimate, before.isoCurrencyCode, isoCurrencyCode);
    const keptPlan = rescalePlan(was.plan, before.isoCurrencyCode, isoCurrencyCode);
    const estimate = kept === entry.estimate ? {} : { estimate: entry.estimate };
    const plan = planKey(keptPlan) === planKey(entry.plan) ? {} : { plan: entry.plan };
    return "estimate" in estimate || "plan" in plan ? [{ id, ...estimate, ...plan, isNew: false }] : [];
  });
  const [was, is] = [new Set(before.institutionAccessItemIds), new Set(after.institutionAccessItemIds)];
  return {
    pattern,
    isoCurrencyCode,
    isOtherCurrency: before.isoCurrencyCode !== isoCurrencyCode,
    changed,
    removed: [...before.entries.keys()].filter((id) => !after.entries.has(id)),
    itemsAdded: [...is].filter((id) => !was.has(id)),
    itemsRemoved: [...was].filter((id) => !is.has(id)),
  };
}

/** Returns a text that equal plans share. */
function planKey(plan: Plan | null): string {
  if (plan === null) return "";
  const goal = Object.entries(plan.goal ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([plan.carry, plan.cap, goal]);
}

type Target = Pick<
  typeof budgets.$inferSelect,
  "budgetId" | "startDate" | "endDate" | "isoCurrencyCode" | "seriesStart"
>;

/**
 * Applies a change to other periods of a series, and to the template, whose name is the pattern itself. A period in another
 * currency keeps it unless the currency is what changed, and gets amounts of the same number.
 */
export async function applyChange(
  tx: Transaction,
  userId: string,
  targets: readonly Target[],
  change: PeriodChange,
): Promise<void> {
  const { pattern, isoCurrencyCode, isOtherCurrency } = change;
  for (const target of targets) {
    const isOther = isOtherCurrency && target.isoCurrencyCode !== isoCurrencyCode;
    if (isOther) await rescale(tx, target, isoCurrencyCode);
    if (pattern === null && !isOther) continue;
    const name = pattern === null || target.seriesStart === null ? pattern : nameOfPeriod(pattern, target);
    await tx
      .update(budgets)
      .set({ ...(isOther && { isoCurrencyCode }), ...(name !== null && { name }) })
      .where(eq(budgets.budgetId, target.budgetId));
  }
  const ids = targets.map(({ budgetId }) => budgetId);
  if (ids.length === 0) return;
  if (change.removed.length > 0)
    await tx
      .delete(budgetCategories)
      .where(
        and(
          inArray(budgetCategories.budgetId, ids),
          inArray(budgetCategories.financialCategoryId, change.removed),
        ),
      );
  const byCurrency = Map.groupBy(targets, (target) =>
    isOtherCurrency ? isoCurrencyCode : target.isoCurrencyCode,
  );
  for (const [currency, ofCurrency] of byCurrency)
    for (const one of change.changed)
      await setCategory(
        tx,
        userId,
        ofCurrency.map(({ budgetId }) => budgetId),
        inCurrency(one, isoCurrencyCode, currency),
      );
  if (change.itemsRemoved.length > 0)
    await tx
      .delete(budgetAccessItems)
      .where(
        and(
          inArray(budgetAccessItems.budgetId, ids),
          inArray(budgetAccessItems.institutionAccessItemId, change.itemsRemoved),
        ),
      );
  const added = change.itemsAdded.flatMap((institutionAccessItemId) =>
    ids.map((budgetId) => ({ budgetId, institutionAccessItemId, userId })),
  );
  if (added.length > 0) await tx.insert(budgetAccessItems).values(added).onConflictDoNothing();
}

function inCurrency(one: ChangedCategory, from: string, to: string): ChangedCategory {
  const { estimate, plan } = one;
  return {
    ...one,
    ...(estimate !== undefined && { estimate: rescaleEstimate(estimate, from, to) }),
    ...(plan !== undefined && { plan: rescalePlan(plan, from, to) }),
  };
}

/** Sets what changed of a category in those of some budgets that have it; a new one joins all of them. */
export async function setCategory(
  tx: Transaction,
  userId: string,
  budgetIds: readonly number[],
  { id, isNew, ...values }: ChangedCategory,
): Promise<void> {
  if (!isNew) {
    await tx
      .update(budgetCategories)
      .set(values)
      .where(
        and(inArray(budgetCategories.budgetId, [...budgetIds]), eq(budgetCategories.financialCategoryId, id)),
      );
    return;
  }
  const { estimate = zeroMoney, plan = null } = values;
  await tx
    .insert(budgetCategories)
    .values(budgetIds.map((budgetId) => ({ budgetId, financialCategoryId: id, userId, estimate, plan })))
    .onConflictDoUpdate({
      target: [budgetCategories.budgetId, budgetCategories.financialCategoryId],
      set: { estimate: sql`excluded.estimate`, plan: sql`excluded.plan` },
    });
}

async function rescale(
  tx: Transaction,
  { budgetId, isoCurrencyCode: from }: Target,
  to: string,
): Promise<void> {
  for (const [id, { estimate, plan }] of await readEntries(tx, budgetId)) {
    await tx
      .update(budgetCategories)
      .set({ estimate: rescaleEstimate(estimate, from, to), plan: rescalePlan(plan, from, to) })
      .where(and(eq(budgetCategories.budgetId, budgetId), eq(budgetCategories.financialCategoryId, id)));
  }
}
