import type { z } from "zod";
import { and, asc, desc, eq, gt, isNull, lt, or, sql } from "drizzle-orm";
import { lockCategories, isUsable, noSuchCategory } from "#features/transactions/server/index.ts";
import { financialCategories } from "#server/tables/category-tables.ts";
import { contentKey, isRequestKey, requestKey, sameContentMs } from "#server/http/calls/creation-key.ts";
import { changeAsUser } from "#server/database/change-as-user.ts";
import type { Database, Transaction } from "#server/database/db.ts";
import { takeLock } from "#server/database/named-lock.ts";
import { restorableSince } from "#server/restorable.ts";
import { invalid, notFound } from "#shared/errors.ts";
import { money, type Money } from "#shared/money.ts";
import { budgetCategories, budgets, budgetSeries } from "#server/tables/budget-tables.ts";
import type { budgetCalls } from "../contract.ts";
import { nextName, nextPeriod } from "../domain/budget-copy.ts";
import { categoryNameKey } from "../domain/category-name.ts";
import { readEstimate } from "../domain/estimate.ts";
import { withoutGoal } from "../domain/series/carry.ts";
import {
  isNotDeleted,
  isOwn,
  lockHead,
  readHead,
  type BudgetHead,
  type Mode,
  type Owner,
} from "./budget-heads.ts";
import { estimateToKeep, mergeBudget, type EstimateInput } from "./budget-merge.ts";
import {
  checkBudget,
  readEntries,
  readEstimates,
  setParts,
  type BudgetInput,
  type BudgetValues,
} from "./budget-values.ts";

/** Writes budgets. Every change locks the budget's row first, so that of two at once, the second sees the first. */
export class BudgetStore {
  readonly #database: Database;
  readonly #mode: Mode;
  readonly #now: () => Date;

  constructor(database: Database, mode: Mode, now: () => Date) {
    this.#database = database;
    this.#mode = mode;
    this.#now = now;
  }

  /**
   * Creates a budget (id 0) or changes one atomically, and returns its id.
   * @throws AppError 404 for a budget or bank that isn't the person's, 400 for categories and estimates, 409 for fields
   * changed elsewhere since `basedOn`
   */
  save(userId: string, input: BudgetInput): Promise<number> {
    return this.#database.asUser(userId, (tx) => this.saveIn(tx, this.#owner(userId), input));
  }

  /** Does the same in a transaction of the person. */
  async saveIn(tx: Transaction, owner: Owner, input: BudgetInput): Promise<number> {
    if (input.budgetId !== 0) return change(tx, owner, input);
    const key = input.requestId === undefined ? contentKey(contentOf(input)) : requestKey(input.requestId);
    const { budgetId, isNew } = await this.#make(tx, owner, key, () => checkBudget(tx, owner, input, null));
    // The form may have changed between the two attempts, so the latest values win.
    if (!isNew && isRequestKey(key)) return change(tx, owner, { ...input, budgetId });
    return budgetId;
  }

  /** Copies a budget to the next period. @throws AppError 404; 400 at the end of the calendar */
  copy(userId: string, budgetId: number, requestId: string | undefined): Promise<BudgetHead> {
    const owner = this.#owner(userId);
    return changeAsUser(this.#database, userId, async (tx) => {
      // The lock keeps the copy consistent.
      const from = await lockHead(tx, owner, budgetId);
      const period = nextPeriod(from);
      if (period === null) throw invalid({ budgetId: ["There’s no later period to copy to."] });
      const key = requestId === undefined ? `copy ${budgetId} ${period.startDate}` : requestKey(requestId);
      const made = await this.#make(tx, owner, key, async () => ({
        ...from,
        ...period,
        name: nextName(from.name, from, period),
        estimates: await readEstimates(tx, budgetId),
      }));
      return readHead(tx, owner, made.budgetId);
    });
  }

  /** Keeps a draft budget as it is; no change for any other. @throws AppError 404 */
  async keepDraft(userId: string, budgetId: number): Promise<void> {
    await this.#database.asUser(userId, (tx) => lockToChange(tx, this.#owner(userId), budgetId));
  }

  /** Deletes a budget, restorably and idempotently. @throws AppError 404 */
  remove(userId: string, budgetId: number): Promise<void> {
    return this.#database.asUser(userId, async (tx) => {
      const rows = await tx
        .update(budgets)
        .set({ deletedAt: sql`coalesce(${budgets.deletedAt}, ${this.#now().toISOString()}::timestamptz)` })
        .where(this.#isRestorable(userId, budgetId))
        .returning({ budgetId: budgets.budgetId });
      if (rows.length === 0) throw notFound();
    });
  }

  /**
   * Restores a deleted budget. A period of a deleted series comes back on its own.
   * @throws AppError 404 if it doesn't exist or was deleted too long ago
   */
  restore(userId: string, budgetId: number): Promise<BudgetHead> {
    return this.#database.asUser(userId, async (tx) => {
      await tx
        .update(budgets)
        .set({ deletedAt: null, ...withoutDeletedSeries })
        .where(this.#isRestorable(userId, budgetId));
      return readHead(tx, this.#owner(userId), budgetId);
    });
  }

  /**
   * Sets the estimate of a category given by name, and adds the category to the budget if needed.
   * @throws AppError 404 for the budget, 400 for the name or the amount, 409 if changed elsewhere since `basedOn`
   */
  setEstimate(
    userId: string,
    input: EstimateInput,
  ): Promise<{ financialCategoryId: number; estimate: Money; isoCurrencyCode: string }> {
    return this.#database.asUser(userId, async (tx) => {
      const { budgetId, financialCategoryName, estimate } = input;
      const { isoCurrencyCode } = await lockToChange(tx, this.#owner(userId), budgetId);
      const amount = readEstimate(estimate, isoCurrencyCode);
      const financialCategoryId = await findByName(tx, userId, financialCategoryName);
      if (!amount.ok || financialCategoryId === null)
        throw invalid({
          ...(amount.ok ? {} : { estimate: [amount.message] }),
          ...(financialCategoryId === null ? { financialCategoryName: [noSuchCategory] } : {}),
        });
      const kept = await estimateToKeep(tx, input, { financialCategoryId, isoCurrencyCode });
      if (kept !== null) return { financialCategoryId, estimate: kept, isoCurrencyCode };
      const own = (await readEntries(tx, budgetId)).get(financialCategoryId);
      const entry = { estimate: amount.value, plan: withoutGoal(own?.plan ?? null) };
      await tx
        .insert(budgetCategories)
        .values({ budgetId, financialCategoryId, userId, ...entry })
        .onConflictDoUpdate({
          target: [budgetCategories.budgetId, budgetCategories.financialCategoryId],
          set: entry,
        });
      return { financialCategoryId, estimate: amount.value, isoCurrencyCode };
    });
  }

  /**
   * Removes a category from a budget; returns null if it wasn't in it.
   * @throws AppError 404 for the budget, 400 for a category the person doesn't have, 409 if changed elsewhere since `basedOn`
   */
  removeCategory(
    userId: string,
    { budgetId, financialCategoryId, ...read }: z.output<typeof budgetCalls.removeBudgetCategory.input>,
  ): Promise<{ financialCategoryName: string; estimate: Money; isoCurrencyCode: string } | null> {
    return this.#database.asUser(userId, async (tx) => {
      const { isoCurrencyCode } = await lockToChange(tx, this.#owner(userId), budgetId);
      const [category] = await tx
        .select({ financialCategoryName: financialCategories.name })
        .from(financialCategories)
        .where(and(isUsable(userId), eq(financialCategories.financialCategoryId, financialCategoryId)));
      if (category === undefined) throw invalid({ financialCategoryId: [noSuchCategory] });
      const asked = { ...read, budgetId, ...category, estimate: null };
      const kept = await estimateToKeep(tx, asked, { financialCategoryId, isoCurrencyCode });
      if (kept !== null) return null;
      const [gone] = await tx
        .delete(budgetCategories)
        .where(
          and(
            eq(budgetCategories.budgetId, budgetId),
            eq(budgetCategories.financialCategoryId, financialCategoryId),
          ),
        )
        .returning({ estimate: budgetCategories.estimate });
      return gone === undefined ? null : { ...category, estimate: money(gone.estimate), isoCurrencyCode };
    });
  }

  /** Deletes permanently all users' budgets that were deleted before a date; returns how many. */
  async purge(before: Date): Promise<number> {
    const ofDeleted = sql`select ${budgets.seriesId} from ${budgets}
      where ${budgets.seriesId} is not null and ${budgets.seriesStart} is null and ${budgets.deletedAt} < ${before.toISOString()}`;
    await this.#database.unsafeDb.delete(budgetSeries).where(sql`${budgetSeries.seriesId} in (${ofDeleted})`);
    const rows = await this.#database.unsafeDb
      .delete(budgets)
      .where(lt(budgets.deletedAt, before))
      .returning({ budgetId: budgets.budgetId });
    return rows.length;
  }

  /**
   * Creates one budget per request: of two equal requests, the second waits and gets the first's budget. Requests
   * without a key only match ones from the last few seconds, so the same budget can be created again later.
   */
  async #make(
    tx: Transaction,
    { userId, mode }: Owner,
    key: string,
    valuesOf: () => Promise<BudgetValues>,
  ): Promise<{ budgetId: number; isNew: boolean }> {
    await takeLock(tx, `new budget of ${userId}`);
    const now = this.#now();
    const [made] = await tx
      .select({ budgetId: budgets.budgetId })
      .from(budgets)
      .where(
        and(
          isNotDeleted({ userId, mode }),
          eq(budgets.creationKey, key),
          isRequestKey(key) ? undefined : gt(budgets.createdAt, new Date(now.getTime() - sameContentMs)),
        ),
      )
      .orderBy(desc(budgets.budgetId))
      .limit(1);
    if (made !== undefined) return { ...made, isNew: false };
    const values = await valuesOf();
    const { name, startDate, endDate, isoCurrencyCode } = values;
    const [row] = await tx
      .insert(budgets)
      .values({ userId, mode, name, startDate, endDate, isoCurrencyCode, creationKey: key, createdAt: now })
      .returning({ budgetId: budgets.budgetId });
    if (row === undefined) throw new Error("The database made no budget.");
    await setParts(tx, userId, row.budgetId, values);
    return { ...row, isNew: true };
  }

  #owner(userId: string): Owner {
    return { userId, mode: this.#mode };
  }

  #isRestorable(userId: string, budgetId: number) {
    const oldest = restorableSince(this.#now());
    return and(
      isOwn(this.#owner(userId)),
      eq(budgets.budgetId, budgetId),
      or(isNull(budgets.deletedAt), gt(budgets.deletedAt, oldest)),
    );
  }
}

/** Takes a budget out of its series if that is deleted. */
const isOfDeleted = sql`exists (select from budgets template where template.series_id = ${budgets.seriesId}
  and template.series_start is null and template.deleted_at is not null)`;
const withoutDeletedSeries = {
  seriesId: sql`case when ${isOfDeleted} then null else ${budgets.seriesId} end`,
  seriesStart: sql`case when ${isOfDeleted} then null else ${budgets.seriesStart} end`,
};

/** Locks a budget that the person changes, so that it is no longer a draft. @throws AppError 404 */
async function lockToChange(tx: Transaction, owner: Owner, budgetId: number): Promise<BudgetHead> {
  const head = await lockHead(tx, owner, budgetId);
  if (head.isDraft) await tx.update(budgets).set({ isDraft: false }).where(eq(budgets.budgetId, budgetId));
  return head;
}

/** Changes a budget atomically; returns its id. */
async function change(tx: Transaction, owner: Owner, input: BudgetInput): Promise<number> {
  const before = await lockHead(tx, owner, input.budgetId);
  const values = await checkBudget(tx, owner, await mergeBudget(tx, input, before), before);
  const { name, startDate, endDate, isoCurrencyCode } = values;
  await tx
    .update(budgets)
    .set({ name, startDate, endDate, isoCurrencyCode, isDraft: false })
    .where(eq(budgets.budgetId, input.budgetId));
  await setParts(tx, owner.userId, input.budgetId, values);
  return input.budgetId;
}

/** Returns the category with a name, preferring the person's own, and locks it until the transaction ends. */
async function findByName(tx: Transaction, userId: string, name: string): Promise<number | null> {
  const [row] = await tx
    .select({ id: financialCategories.financialCategoryId })
    .from(financialCategories)
    .where(and(isUsable(userId), eq(financialCategories.nameKey, categoryNameKey(name))))
    .orderBy(asc(isNull(financialCategories.userId)))
    .limit(1);
  if (row === undefined) return null;
  const locked = await lockCategories(tx, userId, [row.id]);
  return locked.has(row.id) ? row.id : null;
}

/** Returns the content of a new budget regardless of order, to recognize a request sent twice. */
function contentOf(input: Omit<BudgetInput, "budgetId" | "requestId">): object {
  const { name, startDate, endDate, isoCurrencyCode = null, categories, budgetAccessItems } = input;
  return [
    name,
    startDate,
    endDate,
    isoCurrencyCode,
    categories.map((one) => `${one.financialCategoryId} ${one.estimate ?? ""}`).toSorted(),
    budgetAccessItems.map(String).toSorted(),
  ];
}
