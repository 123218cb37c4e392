import type { z } from "zod";
import { and, inArray } from "drizzle-orm";
import { isUsable } from "#features/transactions/server/index.ts";
import { financialCategories } from "#server/tables/category-tables.ts";
import type { Transaction } from "#server/database/db.ts";
import { invalid } from "#shared/errors.ts";
import { amountWords, FieldMerge, quoted } from "#shared/field-merge.ts";
import { toUnits, zeroMoney, type Money } from "#shared/money.ts";
import { dateWords } from "#shared/time/plain-dates.ts";
import type { budgetCalls } from "../contract.ts";
import type { BudgetHead } from "./budget-heads.ts";
import { readEstimates, type BudgetInput } from "./budget-values.ts";

type CategoryInput = BudgetInput["categories"][number];
type Basis = NonNullable<BudgetInput["basedOn"]>;

/**
 * Merges the input of a save with the saved budget (`before`, whose row is locked). Returns the input as is without
 * `basedOn`.
 * @throws AppError 409 for fields changed on both sides, 400 if the merged dates make no period
 */
export async function mergeBudget(
  tx: Transaction,
  input: BudgetInput,
  before: BudgetHead,
): Promise<BudgetInput> {
  const { basedOn } = input;
  if (basedOn === undefined) return input;
  const { userId } = before;
  const current = await readState(tx, before);
  const merge = new FieldMerge(input.decided);
  const sides = { basedOn, mine: input, theirs: current };
  const merged = {
    ...input,
    name: merge.takeField(sides, "name", { label: "Name", words: quoted }),
    startDate: merge.takeField(sides, "startDate", { label: "Start", words: dateWords }),
    endDate: merge.takeField(sides, "endDate", { label: "End", words: dateWords }),
    isoCurrencyCode: merge.take({
      field: "isoCurrencyCode",
      label: "Currency",
      basedOn: basedOn.isoCurrencyCode,
      mine: input.isoCurrencyCode ?? basedOn.isoCurrencyCode ?? current.isoCurrencyCode,
      theirs: current.isoCurrencyCode,
      words: (code) => code,
    }),
    categories: await mergeCategories(tx, merge, { userId, input, basedOn, current }),
    budgetAccessItems: mergeItems(
      input.budgetAccessItems,
      basedOn.budgetAccessItems,
      current.budgetAccessItems,
    ),
  };
  merge.refuseConflicts(current);
  if (merged.startDate > merged.endDate)
    throw invalid({ endDate: ["Choose an end date on or after the start date."] });
  return merged;
}

/** Reads a budget in the form SaveBudget takes. */
async function readState(tx: Transaction, before: BudgetHead) {
  const { userId: _, institutionAccessItemIds, ...head } = before;
  const estimates = await readEstimates(tx, head.budgetId);
  return {
    ...head,
    budgetAccessItems: institutionAccessItemIds,
    categories: [...estimates].map(([financialCategoryId, estimate]) => ({
      financialCategoryId,
      estimate: toUnits(estimate, head.isoCurrencyCode),
    })),
  };
}

type Sides = {
  userId: string;
  input: BudgetInput;
  basedOn: Basis;
  current: Awaited<ReturnType<typeof readState>>;
};

/** Merges the categories: first those sent, at their index, so that a refusal names it, then those added by others. */
async function mergeCategories(
  tx: Transaction,
  merge: FieldMerge,
  { userId, input, basedOn, current }: Sides,
): Promise<CategoryInput[]> {
  const read = basedOn.categories;
  if (read === undefined) return [...input.categories];
  const [seen, sent, saved] = [byId(read), byId(input.categories), byId(current.categories)];
  const nameOf = await readNames(tx, userId, [...seen.keys(), ...sent.keys(), ...saved.keys()]);
  const currency = basedOn.isoCurrencyCode ?? current.isoCurrencyCode;

  function estimateOf(id: number): CategoryInput | null {
    const [base, mine, theirs] = [seen.get(id), sent.get(id), saved.get(id)];
    const kept = { financialCategoryId: id };
    if (mine === undefined && base === undefined) return kept;
    if (mine !== undefined && mine.estimate === undefined)
      return base !== undefined && theirs === undefined ? null : kept;
    const label = nameOf.get(id) ?? "A deleted category";
    const isUnread = base !== undefined && base.estimate === undefined;
    const requested = { units: mine?.estimate ?? null, currency };
    const now = { units: theirs?.estimate ?? null, currency: current.isoCurrencyCode };
    const taken = merge.take<Estimate>({
      field: `categories:${id}`,
      label,
      basedOn: isUnread ? undefined : { units: base?.estimate ?? null, currency },
      mine: requested,
      theirs: now,
      words: estimateWords,
      sentence: goneSentence(label, now),
    });
    if (taken.units === null) return null;
    return taken === now ? kept : { ...kept, estimate: taken.units };
  }

  // An id of 0 is ignored; it keeps the index of a category that others have removed.
  const inPlace = input.categories.map(
    (one) =>
      (one.financialCategoryId > 0 ? estimateOf(one.financialCategoryId) : null) ?? {
        financialCategoryId: 0,
      },
  );
  const others = [...new Set([...seen.keys(), ...saved.keys()])].filter((id) => id > 0 && !sent.has(id));
  return [...inPlace, ...others.flatMap((id) => estimateOf(id) ?? [])];
}

/** Input of an estimate; `basedOn` is null for a category that wasn't in the budget. */
export type EstimateInput = z.output<typeof budgetCalls.updateBudgetCategoryEstimate.input>;

/**
 * Returns the saved estimate if it stays, or null if the sent one is to be written; a sent null takes the category out. The
 * budget's row is locked.
 * @throws AppError 409 for an estimate changed on both sides
 */
export async function estimateToKeep(
  tx: Transaction,
  {
    budgetId,
    financialCategoryName,
    estimate,
    basedOn,
    decided,
  }: Omit<EstimateInput, "estimate"> & { estimate: number | null },
  { financialCategoryId, isoCurrencyCode }: { financialCategoryId: number; isoCurrencyCode: string },
): Promise<Money | null> {
  if (basedOn === undefined) return null;
  const saved = (await readEstimates(tx, budgetId)).get(financialCategoryId);
  const inBudget = (units: number | null): Estimate => ({ units, currency: isoCurrencyCode });
  const theirs = inBudget(saved === undefined ? null : toUnits(saved, isoCurrencyCode));
  const merge = new FieldMerge(decided);
  const taken = merge.take({
    field: "estimate",
    label: financialCategoryName,
    basedOn: inBudget(basedOn.estimate),
    mine: inBudget(estimate),
    theirs,
    words: estimateWords,
    sentence: goneSentence(financialCategoryName, theirs),
  });
  merge.refuseConflicts({ financialCategoryId, estimate: theirs.units });
  return taken === theirs ? (saved ?? zeroMoney) : null;
}

/** An estimate in currency units; null for a category that isn't in the budget. */
type Estimate = { units: number | null; currency: string };

function estimateWords({ units, currency }: Estimate): string {
  return units === null ? "not in this budget" : amountWords(units, currency);
}

function goneSentence(label: string, { units }: Estimate): (() => string) | undefined {
  return units === null ? () => `${label} was removed from this budget in the meantime.` : undefined;
}

function byId(categories: readonly CategoryInput[]): Map<number, CategoryInput> {
  return new Map(categories.map((one) => [one.financialCategoryId, one]));
}

async function readNames(
  tx: Transaction,
  userId: string,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({ id: financialCategories.financialCategoryId, name: financialCategories.name })
    .from(financialCategories)
    .where(and(isUsable(userId), inArray(financialCategories.financialCategoryId, [...ids])));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Merges banks added or removed on either side, which can never conflict. */
function mergeItems(
  mine: number[],
  basedOn: readonly number[] | undefined,
  theirs: readonly number[],
): number[] {
  if (basedOn === undefined) return mine;
  const added = mine.filter((id) => !basedOn.includes(id) && !theirs.includes(id));
  return [...theirs.filter((id) => mine.includes(id) || !basedOn.includes(id)), ...added];
}
