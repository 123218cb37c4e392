import { and, asc, desc, eq, gt, gte, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { z } from "zod";
import { changeAsUser } from "#server/database/change-as-user.ts";
import type { Database, Transaction } from "#server/database/db.ts";
import { restorableSince } from "#server/restorable.ts";
import { budgetCategories, budgets, budgetSeries } from "#server/tables/budget-tables.ts";
import { conflict, invalid, notFound, type FieldErrors } from "#shared/errors.ts";
import { addDays } from "#shared/time/plain-dates.ts";
import { periodFrom } from "../../domain/series/rhythm.ts";
import { patternOf } from "../../domain/series/series-name.ts";
import type { Plan } from "../../domain/series/carry.ts";
import type { seriesCalls } from "../../series-contract.ts";
import { isOwnOrTemplate, lockHead, type BudgetHead, type Mode, type Owner } from "../budget-heads.ts";
import type { BudgetStore } from "../budget-store.ts";
import { readEntries, setParts, type BudgetInput } from "../budget-values.ts";
import { makePeriods, lockSeries, type Moment } from "./period-maker.ts";
import { planView, readPlan } from "./plan-values.ts";
import { applyChange, changeOf, type PeriodValues } from "./series-changes.ts";

type SaveInput = z.output<typeof seriesCalls.saveBudgetSeries.input>;
type Saved = { seriesId: number; budgetId: number };
type Series = typeof budgetSeries.$inferSelect;

/** Writes series and their plans. Each change takes the person's lock first, then the period's row. */
export class SeriesStore {
  readonly #database: Database;
  readonly #mode: Mode;
  readonly #moment: () => Moment;
  readonly #budgets: BudgetStore;

  constructor(options: { database: Database; mode: Mode; moment: () => Moment; budgets: BudgetStore }) {
    this.#database = options.database;
    this.#mode = options.mode;
    this.#moment = options.moment;
    this.#budgets = options.budgets;
  }

  /**
   * Creates a series or changes one, and makes the periods it lacks.
   * @throws AppError 404 for a series, budget, or bank that isn't the person's, 400, or 409 as `BudgetStore.save`
   */
  save(userId: string, input: SaveInput): Promise<Saved> {
    return this.#inSeries(userId, async (tx, owner) => {
      const moment = this.#moment();
      const seriesId = input.seriesId === 0 ? await this.#seriesOf(tx, owner, input) : input.seriesId;
      const saved =
        seriesId === null
          ? await this.#create(tx, owner, input)
          : await this.#change(tx, owner, { ...input, seriesId }, moment);
      await makePeriods(tx, owner, moment);
      return saved;
    });
  }

  /** Deletes a series with its budgets, restorably and idempotently. @throws AppError 404 */
  remove(userId: string, seriesId: number): Promise<void> {
    return this.#inSeries(userId, async (tx, owner) => {
      const template = await readTemplate(tx, owner, seriesId);
      if (template.deletedAt !== null) return;
      await tx
        .update(budgets)
        .set({ deletedAt: this.#moment().now })
        .where(and(eq(budgets.seriesId, seriesId), isNull(budgets.deletedAt)));
    });
  }

  /** Restores a series with the budgets that were deleted with it. @throws AppError 404 after a day */
  restore(userId: string, seriesId: number): Promise<void> {
    return this.#inSeries(userId, async (tx, owner) => {
      const moment = this.#moment();
      const { deletedAt } = await readTemplate(tx, owner, seriesId);
      if (deletedAt === null) return;
      if (deletedAt <= restorableSince(moment.now)) throw notFound();
      await tx
        .update(budgets)
        .set({ deletedAt: null })
        .where(and(eq(budgets.seriesId, seriesId), eq(budgets.deletedAt, deletedAt)));
      await makePeriods(tx, owner, moment);
    });
  }

  /** Sets whether a category starts a period with nothing carried into it. @throws AppError 404, 400 */
  setFreshStart(
    userId: string,
    input: { budgetId: number; financialCategoryId: number; startsFresh: boolean },
  ): Promise<void> {
    const { budgetId, financialCategoryId, startsFresh } = input;
    return this.#inSeries(userId, async (tx, owner) => {
      await lockPeriod(tx, owner, budgetId);
      const rows = await tx
        .update(budgetCategories)
        .set({ startsFresh })
        .where(
          and(
            eq(budgetCategories.budgetId, budgetId),
            eq(budgetCategories.financialCategoryId, financialCategoryId),
          ),
        )
        .returning({ budgetId: budgetCategories.budgetId });
      if (rows.length === 0) throw invalid({ financialCategoryId: [notInBudget] });
    });
  }

  #inSeries<Result>(
    userId: string,
    work: (tx: Transaction, owner: Owner) => Promise<Result>,
  ): Promise<Result> {
    return changeAsUser(this.#database, userId, async (tx) => {
      await lockSeries(tx, userId);
      return work(tx, { userId, mode: this.#mode });
    });
  }

  /** Returns the series of a budget that another tab has just turned into one; null to create it. */
  async #seriesOf(tx: Transaction, owner: Owner, { budgetId }: SaveInput): Promise<number | null> {
    return budgetId === undefined ? null : (await lockHead(tx, owner, budgetId)).seriesId;
  }

  async #create(tx: Transaction, owner: Owner, input: SaveInput): Promise<Saved> {
    const { userId, mode } = owner;
    const { rhythm, anchor, ends = null } = input;
    const first =
      input.budgetId === undefined
        ? periodFrom({ ...rhythm, anchor }, input.startDate ?? anchor)
        : await lockHead(tx, owner, input.budgetId);
    // After 9999, the days start over.
    if (first.endDate < first.startDate) throw invalid({ anchor: ["There’s no later period to repeat in."] });
    const budgetId = await this.#budgets.saveIn(tx, owner, {
      ...budgetInput(input, first),
      budgetId: input.budgetId ?? 0,
    });
    const head = await lockHead(tx, owner, budgetId);
    // The same request, sent twice.
    if (head.seriesId !== null) return { seriesId: head.seriesId, budgetId };
    const plans = await readPlans(tx, input, head);
    const values = { ...(await valuesOf(tx, head)), plans };
    const estimates = new Map([...values.entries].map(([id, { estimate }]) => [id, estimate]));
    await setParts(tx, userId, budgetId, { ...values, estimates });
    const [series] = await tx
      .insert(budgetSeries)
      .values({ userId, ...rhythm, anchor, ends, madeThrough: head.endDate })
      .returning({ seriesId: budgetSeries.seriesId });
    if (series === undefined) throw new Error("The database made no series.");
    await tx
      .update(budgets)
      .set({ ...series, seriesStart: head.startDate })
      .where(eq(budgets.budgetId, budgetId));
    const [template] = await tx
      .insert(budgets)
      .values({
        userId,
        mode,
        startDate: anchor,
        endDate: anchor,
        ...series,
        name: patternOf(head.name, head, rhythm),
        isoCurrencyCode: head.isoCurrencyCode,
        createdAt: this.#moment().now,
      })
      .returning({ budgetId: budgets.budgetId });
    if (template === undefined) throw new Error("The database made no template.");
    await setParts(tx, userId, template.budgetId, { ...values, estimates });
    return { ...series, budgetId };
  }

  async #change(tx: Transaction, owner: Owner, input: SaveInput, { today }: Moment): Promise<Saved> {
    const { seriesId, appliesTo, rhythm } = input;
    const template = await readTemplate(tx, owner, seriesId);
    if (template.deletedAt !== null) throw notFound();
    const budgetId = input.budgetId ?? (await currentPeriod(tx, seriesId, today));
    if (budgetId === null) throw notFound();
    const head = await lockHead(tx, owner, budgetId);
    if (head.seriesId !== seriesId || head.seriesStart === null) throw notFound();
    const before = await valuesOf(tx, head);
    await this.#budgets.saveIn(tx, owner, { ...budgetInput(input, head), budgetId });
    const saved = await lockHead(tx, owner, budgetId);
    const plans = await readPlans(tx, input, saved);
    const written = await valuesOf(tx, saved);
    const estimates = new Map([...written.entries].map(([id, { estimate }]) => [id, estimate]));
    await setParts(tx, owner.userId, budgetId, { ...written, estimates, plans });
    const after = await valuesOf(tx, saved);
    if (appliesTo !== "this") {
      const pattern = saved.name === head.name ? null : patternOf(saved.name, saved, rhythm);
      const targets = await readTargets(tx, { seriesId, budgetId, appliesTo, from: head.seriesStart, today });
      await applyChange(tx, owner.userId, targets, changeOf(before, after, pattern));
    }
    await changeRhythm(tx, input, { seriesId, from: head.seriesStart, today });
    return { seriesId, budgetId };
  }
}

const notInBudget = "This category isn’t in the budget.";

function budgetInput(
  input: SaveInput,
  { startDate, endDate }: { startDate: string; endDate: string },
): Omit<BudgetInput, "budgetId"> {
  const { name, isoCurrencyCode, budgetAccessItems, requestId, basedOn, decided } = input;
  return {
    name,
    isoCurrencyCode,
    budgetAccessItems,
    requestId,
    basedOn,
    decided,
    startDate: input.startDate ?? startDate,
    endDate: input.endDate ?? endDate,
    categories: input.categories.map(({ financialCategoryId, estimate }) => ({
      financialCategoryId,
      estimate,
    })),
  };
}

/** Returns the plans of the categories in a budget: those sent, and the others' own. @throws AppError 400 */
async function readPlans(
  tx: Transaction,
  { categories }: Pick<SaveInput, "categories">,
  { budgetId, userId, isoCurrencyCode }: BudgetHead,
): Promise<Map<number, Plan | null>> {
  const plans = new Map<number, Plan | null>();
  for (const [id, { plan }] of await readEntries(tx, budgetId)) plans.set(id, plan);
  const errors: FieldErrors = {};
  for (const [index, { financialCategoryId, carry, cap, goal }] of categories.entries()) {
    if (carry === undefined || !plans.has(financialCategoryId)) continue;
    const at = { userId, isoCurrencyCode, field: `categories.${index}.` };
    // What isn't sent stays.
    const own = planView(plans.get(financialCategoryId) ?? null, isoCurrencyCode);
    const read = await readPlan(
      tx,
      { carry, cap: cap === undefined ? own.cap : cap, goal: goal === undefined ? own.goal : goal },
      at,
    );
    if ("errors" in read) Object.assign(errors, read.errors);
    else plans.set(financialCategoryId, read.plan);
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return plans;
}

async function valuesOf(tx: Transaction, head: BudgetHead): Promise<PeriodValues> {
  const { isoCurrencyCode, institutionAccessItemIds } = head;
  return { isoCurrencyCode, institutionAccessItemIds, entries: await readEntries(tx, head.budgetId) };
}

/** Returns the template of a person's series, deleted or not. @throws AppError 404 */
async function readTemplate(tx: Transaction, owner: Owner, seriesId: number) {
  const [template] = await tx
    .select()
    .from(budgets)
    .where(and(isOwnOrTemplate(owner), eq(budgets.seriesId, seriesId), isNull(budgets.seriesStart)));
  if (template === undefined) throw notFound();
  return template;
}

/** Locks a period of a series and returns it. @throws AppError 404 also for a budget that doesn't repeat */
export async function lockPeriod(
  tx: Transaction,
  owner: Owner,
  budgetId: number,
): Promise<BudgetHead & { seriesId: number; seriesStart: string }> {
  const head = await lockHead(tx, owner, budgetId);
  const { seriesId, seriesStart } = head;
  if (seriesId === null || seriesStart === null) throw notFound();
  return { ...head, seriesId, seriesStart };
}

/** Returns the period of a series that has today, else its latest one. */
async function currentPeriod(tx: Transaction, seriesId: number, today: string): Promise<number | null> {
  const [row] = await tx
    .select({ budgetId: budgets.budgetId })
    .from(budgets)
    .where(and(eq(budgets.seriesId, seriesId), isNotNull(budgets.seriesStart), isNull(budgets.deletedAt)))
    .orderBy(desc(sql`${budgets.startDate} <= ${today}`), desc(budgets.seriesStart))
    .limit(1);
  return row?.budgetId ?? null;
}

/** Returns the other periods that a change applies to, and the template, in an order that all callers lock them in. */
export function readTargets(
  tx: Transaction,
  at: { seriesId: number; budgetId: number; appliesTo: "later" | "open"; from: string; today: string },
) {
  const isMeant =
    at.appliesTo === "later" ? gt(budgets.seriesStart, at.from) : gte(budgets.endDate, at.today);
  return tx
    .select()
    .from(budgets)
    .where(
      and(
        eq(budgets.seriesId, at.seriesId),
        sql`${budgets.budgetId} <> ${at.budgetId}`,
        or(isNull(budgets.seriesStart), isMeant),
      ),
    )
    .orderBy(asc(budgets.budgetId))
    .for("no key update");
}

/**
 * Sets a series' rhythm and end. The periods that haven't started are removed for it, apart from the one at hand and
 * those before, and made anew.
 */
async function changeRhythm(
  tx: Transaction,
  { rhythm, anchor, ends = null }: SaveInput,
  { seriesId, from, today }: { seriesId: number; from: string; today: string },
): Promise<void> {
  const [series] = await tx.select().from(budgetSeries).where(eq(budgetSeries.seriesId, seriesId));
  if (series === undefined) throw conflict("seriesId", "This series was deleted in the meantime.");
  const isNew = !isSameRhythm(series, { ...rhythm, anchor });
  await tx
    .update(budgetSeries)
    .set({ ...rhythm, anchor, ends })
    .where(eq(budgetSeries.seriesId, seriesId));
  const isTooLate = ends === null ? undefined : gt(budgets.seriesStart, ends);
  if (!isNew && isTooLate === undefined) return;
  const gone = await tx
    .delete(budgets)
    .where(
      and(
        eq(budgets.seriesId, seriesId),
        isNull(budgets.deletedAt),
        gt(budgets.startDate, today),
        gt(budgets.seriesStart, from),
        isNew ? undefined : isTooLate,
      ),
    )
    .returning({ seriesStart: budgets.seriesStart });
  const [first] = gone.flatMap(({ seriesStart }) => seriesStart ?? []).toSorted();
  if (first === undefined) return;
  await tx
    .update(budgetSeries)
    .set({ madeThrough: addDays(first, -1) })
    .where(eq(budgetSeries.seriesId, seriesId));
}

function isSameRhythm(
  series: Series,
  { every, unit, anchor }: Pick<Series, "every" | "unit" | "anchor">,
): boolean {
  return series.every === every && series.unit === unit && series.anchor === anchor;
}
