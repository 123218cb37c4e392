import { and, asc, eq, inArray, notInArray, sql } from "drizzle-orm";
import type { z } from "zod";
import { lockCategories, noSuchCategory } from "#features/transactions/server/index.ts";
import { institutionAccessItems, isSeenIn } from "#server/tables/institution-tables.ts";
import type { Transaction } from "#server/database/db.ts";
import { defineKeptQuery, type Terms } from "#server/database/kept-plan.ts";
import { AppError, invalid, type FieldErrors } from "#shared/errors.ts";
import { money, zeroMoney, type Money } from "#shared/money.ts";
import { budgetAccessItems, budgetCategories } from "#server/tables/budget-tables.ts";
import type { budgetCalls } from "../contract.ts";
import { readEstimate, rescaleEstimate } from "../domain/estimate.ts";
import { withoutGoal, type Plan } from "../domain/series/carry.ts";
import type { BudgetHead, Owner } from "./budget-heads.ts";
import { rescalePlan } from "./series/plan-values.ts";

/** Input of a save (`contract.ts`); estimates in currency units. */
export type BudgetInput = z.output<typeof budgetCalls.saveBudget.input>;

/** Validated values of a budget; estimates in minor units by category. */
export type BudgetValues = Pick<
  BudgetHead,
  "name" | "startDate" | "endDate" | "isoCurrencyCode" | "institutionAccessItemIds"
> & {
  estimates: ReadonlyMap<number, Money>;
  /** Of the categories that have one. */
  plans?: ReadonlyMap<number, Plan | null>;
};

const defaultCurrency = "USD";

/**
 * Validates input against the person's banks and categories; `before` is the current budget, null for a new one.
 * @throws AppError 404 `budgetAccessItems.n` for unknown banks, or else 400 with all problems at once
 */
export async function checkBudget(
  tx: Transaction,
  owner: Owner,
  input: BudgetInput,
  before: BudgetHead | null,
): Promise<BudgetValues> {
  const isoCurrencyCode = input.isoCurrencyCode ?? before?.isoCurrencyCode ?? defaultCurrency;
  await checkItems(tx, owner, input.budgetAccessItems);
  const kept = before === null ? new Map<number, BudgetEntry>() : await readEntries(tx, before.budgetId);
  const usable = await lockCategories(
    tx,
    owner.userId,
    input.categories.map((one) => one.financialCategoryId).filter((id) => id > 0),
  );
  const errors: FieldErrors = {};
  const estimates = new Map<number, Money>();
  const plans = new Map<number, Plan | null>();
  for (const [index, { financialCategoryId, estimate }] of input.categories.entries()) {
    // Clients don't send ids of 0 or less (docs/reference/product.md, "Budget screens"); from others they are ignored.
    if (financialCategoryId <= 0) continue;
    if (!usable.has(financialCategoryId))
      errors[`categories.${index}.financialCategoryId`] = [noSuchCategory];
    if (estimates.has(financialCategoryId))
      errors[`categories.${index}.financialCategoryId`] = ["List each category only once."];
    const own = keptEntry(kept.get(financialCategoryId), before, isoCurrencyCode);
    const read =
      estimate === undefined
        ? { ok: true as const, value: own.estimate }
        : readEstimate(estimate, isoCurrencyCode);
    if (read.ok) {
      estimates.set(financialCategoryId, read.value);
      plans.set(financialCategoryId, read.value === own.estimate ? own.plan : withoutGoal(own.plan));
    } else errors[`categories.${index}.estimate`] = [read.message];
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const { name, startDate, endDate } = input;
  const institutionAccessItemIds = [...new Set(input.budgetAccessItems)];
  return { name, startDate, endDate, isoCurrencyCode, estimates, plans, institutionAccessItemIds };
}

/** Returns a category's entry in the budget's new currency. */
function keptEntry(
  kept: BudgetEntry | undefined,
  before: BudgetHead | null,
  isoCurrencyCode: string,
): Pick<BudgetEntry, "estimate" | "plan"> {
  if (kept === undefined || before === null) return { estimate: zeroMoney, plan: null };
  return {
    estimate: rescaleEstimate(kept.estimate, before.isoCurrencyCode, isoCurrencyCode),
    plan: rescalePlan(kept.plan, before.isoCurrencyCode, isoCurrencyCode),
  };
}

/** Checks that the banks exist and locks them until the transaction ends, so a concurrent unlink waits. */
async function checkItems(tx: Transaction, { userId, mode }: Owner, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await tx
    .select({ id: institutionAccessItems.institutionAccessItemId })
    .from(institutionAccessItems)
    .where(
      and(
        eq(institutionAccessItems.userId, userId),
        isSeenIn(mode),
        inArray(institutionAccessItems.institutionAccessItemId, [...ids]),
      ),
    )
    .orderBy(asc(institutionAccessItems.institutionAccessItemId))
    .for("key share");
  const known = new Set(rows.map(({ id }) => id));
  const gone = ids.flatMap((id, index) => (known.has(id) ? [] : [`budgetAccessItems.${index}`]));
  if (gone.length === 0) return;
  const message = "This bank is no longer linked. Choose again.";
  throw new AppError(404, Object.fromEntries(gone.map((field) => [field, [message]])));
}

/** Estimate of a category in a budget, and in a series its plan. */
export type BudgetEntry = { estimate: Money; plan: Plan | null; startsFresh: boolean };

/** Returns the entries of a budget by category. */
export async function readEntries(tx: Transaction, budgetId: number): Promise<Map<number, BudgetEntry>> {
  const rows = await readEntryRows(tx, { budgetId });
  return new Map(rows.map(({ id, estimate, ...row }) => [id, { ...row, estimate: money(estimate) }]));
}

const readEntryRows = defineKeptQuery((db, { budgetId }: Terms<{ budgetId: number }>) =>
  db
    .select({
      id: budgetCategories.financialCategoryId,
      estimate: budgetCategories.estimate,
      plan: budgetCategories.plan,
      startsFresh: budgetCategories.startsFresh,
    })
    .from(budgetCategories)
    .where(eq(budgetCategories.budgetId, budgetId))
    .orderBy(asc(budgetCategories.financialCategoryId)),
);

/** Returns the estimates of a budget by category. */
export async function readEstimates(tx: Transaction, budgetId: number): Promise<Map<number, Money>> {
  return new Map([...(await readEntries(tx, budgetId))].map(([id, { estimate }]) => [id, estimate]));
}

/** Replaces a budget's categories and banks. Its row is locked or new. */
export async function setParts(
  tx: Transaction,
  userId: string,
  budgetId: number,
  {
    estimates,
    plans,
    institutionAccessItemIds,
  }: Pick<BudgetValues, "estimates" | "plans" | "institutionAccessItemIds">,
): Promise<void> {
  await tx
    .delete(budgetCategories)
    .where(
      and(
        eq(budgetCategories.budgetId, budgetId),
        notInArray(budgetCategories.financialCategoryId, [...estimates.keys()]),
      ),
    );
  if (estimates.size > 0) {
    await tx
      .insert(budgetCategories)
      .values(
        [...estimates].map(([financialCategoryId, estimate]) => ({
          budgetId,
          financialCategoryId,
          userId,
          estimate,
          plan: plans?.get(financialCategoryId) ?? null,
        })),
      )
      .onConflictDoUpdate({
        target: [budgetCategories.budgetId, budgetCategories.financialCategoryId],
        set: { estimate: sql`excluded.estimate`, plan: sql`excluded.plan` },
      });
  }
  await tx
    .delete(budgetAccessItems)
    .where(
      and(
        eq(budgetAccessItems.budgetId, budgetId),
        notInArray(budgetAccessItems.institutionAccessItemId, [...institutionAccessItemIds]),
      ),
    );
  if (institutionAccessItemIds.length > 0) {
    await tx
      .insert(budgetAccessItems)
      .values(
        institutionAccessItemIds.map((institutionAccessItemId) => ({
          budgetId,
          institutionAccessItemId,
          userId,
        })),
      )
      .onConflictDoNothing();
  }
}
