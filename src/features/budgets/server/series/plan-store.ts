import { isDeepStrictEqual } from "node:util";
import { and, eq, inArray } from "drizzle-orm";
import type { z } from "zod";
import { changeAsUser } from "#server/database/change-as-user.ts";
import type { Database, Transaction } from "#server/database/db.ts";
import { budgetCategories } from "#server/tables/budget-tables.ts";
import { invalid } from "#shared/errors.ts";
import { amountWords, FieldMerge } from "#shared/field-merge.ts";
import { money, ofUnits, toUnits, type Money } from "#shared/money.ts";
import { dateWords } from "#shared/time/plain-dates.ts";
import type { Plan } from "../../domain/series/carry.ts";
import { readEstimate } from "../../domain/estimate.ts";
import type { OwnPlan, seriesCalls } from "../../series-contract.ts";
import type { Mode } from "../budget-heads.ts";
import { readEntries } from "../budget-values.ts";
import { lockSeries, type Moment } from "./period-maker.ts";
import { planView, readPlan } from "./plan-values.ts";
import { applyChange, changeOf, setCategory } from "./series-changes.ts";
import { lockPeriod, readTargets } from "./series-store.ts";

type Input = z.output<typeof seriesCalls.saveCategoryPlan.input>;

/**
 * Sets what a category of a series carries, its goal, and its estimate, in the periods that the call names. Returns what
 * other periods had of their own.
 * @throws AppError 404 for a budget outside a series, 400 for the category or its values, 409 if changed since `basedOn`
 */
export function savePlan(
  { database, mode, moment }: { database: Database; mode: Mode; moment: () => Moment },
  userId: string,
  input: Input,
): Promise<{ own: OwnPlan[] }> {
  const { budgetId, financialCategoryId, appliesTo } = input;
  const owner = { userId, mode };
  return changeAsUser(database, userId, async (tx) => {
    await lockSeries(tx, userId);
    const head = await lockPeriod(tx, owner, budgetId);
    const { isoCurrencyCode, institutionAccessItemIds } = head;
    const entries = await readEntries(tx, budgetId);
    const was = entries.get(financialCategoryId);
    if (was === undefined) throw invalid({ financialCategoryId: ["This category isn’t in the budget."] });
    const read = await readPlan(tx, input, { userId, isoCurrencyCode, field: "" });
    const amount =
      input.estimate === undefined
        ? { ok: true as const, value: was.estimate }
        : readEstimate(input.estimate, isoCurrencyCode);
    if ("errors" in read || !amount.ok)
      throw invalid({
        ...("errors" in read ? read.errors : {}),
        ...(amount.ok ? {} : { estimate: [amount.message] }),
      });
    const entry = mergeEntry({ estimate: amount.value, plan: read.plan }, was, input, isoCurrencyCode);
    const before = { isoCurrencyCode, institutionAccessItemIds, entries };
    const after = { ...before, entries: new Map(entries).set(financialCategoryId, { ...was, ...entry }) };
    await setCategory(tx, userId, [budgetId], { id: financialCategoryId, isNew: false, ...entry });
    if (appliesTo === "this") return { own: [] };
    const at = { ...head, appliesTo, from: head.seriesStart, today: moment().today };
    const targets = await readTargets(tx, at);
    const own = await readOwn(tx, financialCategoryId, { ...was, isoCurrencyCode, targets });
    await applyChange(tx, userId, targets, changeOf(before, after, null));
    await putBack(tx, input, { userId, targets });
    return { own };
  });
}

type Entry = { estimate: Money; plan: Plan | null };
type Targets = Awaited<ReturnType<typeof readTargets>>;

/** Returns the values that a category has in other periods, where they aren't those of the changed one. */
async function readOwn(
  tx: Transaction,
  financialCategoryId: number,
  was: Entry & { isoCurrencyCode: string; targets: Targets },
): Promise<OwnPlan[]> {
  const currencies = new Map(was.targets.map((target) => [target.budgetId, target.isoCurrencyCode]));
  const { budgetId, estimate, plan } = budgetCategories;
  const rows = await tx
    .select({ budgetId, estimate, plan })
    .from(budgetCategories)
    .where(
      and(
        inArray(budgetId, [...currencies.keys()]),
        eq(budgetCategories.financialCategoryId, financialCategoryId),
      ),
    );
  const viewOf = (entry: Entry, currency: string) => ({
    estimate: toUnits(entry.estimate, currency),
    ...planView(entry.plan, currency),
  });
  const former = viewOf(was, was.isoCurrencyCode);
  return rows.flatMap((row) => {
    const entry = { estimate: money(row.estimate), plan: row.plan };
    const view = viewOf(entry, currencies.get(row.budgetId) ?? was.isoCurrencyCode);
    return isDeepStrictEqual(view, former) ? [] : [{ budgetId: row.budgetId, ...view }];
  });
}

/** Puts values back that other periods had of their own. @throws AppError 400 for values that a period can't have */
async function putBack(
  tx: Transaction,
  { financialCategoryId, own = [] }: Input,
  { userId, targets }: { userId: string; targets: Targets },
): Promise<void> {
  for (const [index, one] of own.entries()) {
    const target = targets.find(({ budgetId }) => budgetId === one.budgetId);
    // A period deleted for good in the meantime.
    if (target === undefined) continue;
    const { isoCurrencyCode } = target;
    const read = await readPlan(tx, one, { userId, isoCurrencyCode, field: `own.${index}.` });
    if ("errors" in read) throw invalid(read.errors);
    await setCategory(tx, userId, [one.budgetId], {
      id: financialCategoryId,
      isNew: false,
      estimate: ofUnits(one.estimate, isoCurrencyCode),
      plan: read.plan,
    });
  }
}

/** Returns the entry to write. @throws AppError 409 if another one was saved since the caller read it */
function mergeEntry(
  { estimate, plan: mine }: Entry,
  { estimate: savedEstimate, plan: theirs }: Entry,
  { basedOn, decided }: Input,
  isoCurrencyCode: string,
): Entry {
  if (basedOn === undefined) return { estimate, plan: mine };
  const merge = new FieldMerge(decided);
  const units = merge.take({
    field: "estimate",
    label: "Estimate",
    basedOn: basedOn.estimate,
    mine: toUnits(estimate, isoCurrencyCode),
    theirs: toUnits(savedEstimate, isoCurrencyCode),
    words: (amount) => amountWords(amount, isoCurrencyCode),
  });
  const inUnits = (plan: Plan | null) => planView(plan, isoCurrencyCode);
  const key = (plan: ReturnType<typeof planView>) => planWords(plan, isoCurrencyCode);
  const taken = merge.take({
    field: "plan",
    label: "Carry-over and goal",
    basedOn: key(basedOn),
    mine: key(inUnits(mine)),
    theirs: key(inUnits(theirs)),
    words: (words) => words,
  });
  merge.refuseConflicts({ estimate: toUnits(savedEstimate, isoCurrencyCode), ...inUnits(theirs) });
  return { estimate: ofUnits(units, isoCurrencyCode), plan: taken === key(inUnits(mine)) ? mine : theirs };
}

const carryWords = { none: "nothing carried", leftovers: "leftovers", both: "leftovers and debt" };

/** Describes a plan for people, completely. */
function planWords({ carry, cap, goal }: ReturnType<typeof planView>, isoCurrencyCode: string): string {
  const money = (units: number) => amountWords(units, isoCurrencyCode);
  return [
    carryWords[carry],
    ...(cap === null ? [] : [`at most ${money(cap)}`]),
    ...(goal === null ? [] : [goalWords(goal, money)]),
  ].join(", ");
}

function goalWords(
  goal: NonNullable<ReturnType<typeof planView>["goal"]>,
  money: (units: number) => string,
): string {
  if (goal.kind === "saveBy") return `save ${money(goal.amount)} by ${dateWords(goal.by)}`;
  if (goal.kind === "refill") return `refill to ${money(goal.amount)}`;
  if (goal.kind === "balance") return `account ${goal.accountId} at ${money(goal.amount)}`;
  return `${money(goal.amount)} each period`;
}
