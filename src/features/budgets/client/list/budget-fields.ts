import { z } from "zod";
import { filledLineSchema } from "#shared/text/text-schemas.ts";
import { moneyOf } from "#client/words/money-text.ts";
import { money, sumMoney, toUnits, type Money } from "#shared/money.ts";
import { firstDayOf, lastDayOf, monthOf, monthWords } from "#shared/time/plain-dates.ts";
import { dateInZone } from "#shared/time/date-in-zone.ts";
import { inCurrency } from "#ui/form/money-input.ts";
import { required } from "#ui/form/required.ts";
import type { BudgetCategoryRow, BudgetView, FinancialCategory } from "../../contract.ts";
import { setsEstimate } from "../series/plan-words.ts";
import { repeatFields, repeatSchema, repeatToSave } from "../series/repeat-fields.ts";

/** Value of a money field: minor units, null if empty; text that isn't an amount is NaN and refused. */
const estimateField = z.int("Enter an amount or leave it blank.").nullable();

function dateField(what: string) {
  return z
    .string()
    .nullable()
    .transform(required(`Enter ${what}.`));
}

/** Fields of the budget dialog; the server runs the same checks (contract.ts, SaveBudget). */
export const budgetFormSchema = z
  .object({
    name: filledLineSchema("Enter a name."),
    startDate: dateField("the start date"),
    endDate: dateField("the end date"),
    isoCurrencyCode: z.string(),
    budgetAccessItems: z.array(z.number()),
    repeat: repeatSchema,
    /** All categories, chosen or not, so that a field's index stays the same. */
    categories: z.array(
      z.object({ financialCategoryId: z.number(), isChosen: z.boolean(), estimate: estimateField }),
    ),
  })
  .refine(({ startDate, endDate }) => startDate <= endDate, {
    path: ["endDate"],
    error: "Choose an end date on or after the start date.",
    // Runs once both dates are there, even if other fields are invalid, so all problems show at once.
    when: ({ value }) => hasBothDays(value),
  });

function hasBothDays(value: unknown): boolean {
  if (typeof value !== "object" || value === null || !("startDate" in value && "endDate" in value))
    return false;
  // A missing date isn't null here, because its own check has replaced it.
  return typeof value.startDate === "string" && typeof value.endDate === "string";
}

export type BudgetFields = z.output<typeof budgetFormSchema>;
export type BudgetInputs = z.input<typeof budgetFormSchema>;

/** The part of a budget that the dialog edits. */
export type EditedBudget = Pick<
  BudgetView,
  | "budgetId"
  | "budgetName"
  | "startDate"
  | "endDate"
  | "isoCurrencyCode"
  | "budgetAccessItems"
  | "budgetCategories"
  | "series"
> & { budgetCategoryData: readonly Pick<BudgetCategoryRow, "financialCategoryId" | "goal">[] };

/** Default period and currency of a new budget. */
export type BudgetDefaults = { startDate: string; endDate: string; isoCurrencyCode: string };

/** Estimates suggested by the server, in currency units. */
export type Suggestion = {
  isoCurrencyCode: string;
  categories: readonly { financialCategoryId: number; estimate: number }[];
};

/**
 * Returns the current month in the site's time zone, first to last day (docs/reference/product.md, "Budget screens" and
 * "Today").
 */
export function newBudgetDefaults(now: Date, timeZone: string): BudgetDefaults {
  const month = monthOf(dateInZone(now, timeZone));
  return { startDate: firstDayOf(month), endDate: lastDayOf(month), isoCurrencyCode: "USD" };
}

/** Returns the fields of a new budget: named after its first month, with all banks and the suggested categories. */
export function newBudgetFields(
  defaults: BudgetDefaults,
  offered: { categories: FinancialCategory[]; institutionAccessItemIds: number[]; suggestion: Suggestion },
): BudgetInputs {
  return {
    ...defaults,
    name: monthWords(monthOf(defaults.startDate)),
    // Without banks, a first budget would count nothing.
    budgetAccessItems: offered.institutionAccessItemIds,
    repeat: repeatFields(null),
    categories: offered.categories.map(({ financialCategoryId }) => ({
      financialCategoryId,
      ...suggestedChoice(offered.suggestion, financialCategoryId),
    })),
  };
}

type Choice = { isChosen: boolean; estimate: number | null };

function suggestedChoice({ categories, isoCurrencyCode }: Suggestion, financialCategoryId: number): Choice {
  const suggested = categories.find((one) => one.financialCategoryId === financialCategoryId);
  if (suggested === undefined) return { isChosen: false, estimate: null };
  return { isChosen: true, estimate: moneyOf(suggested.estimate, isoCurrencyCode) };
}

/**
 * Returns the categories after a change of period or currency: those still as suggested before follow the new
 * suggestion, and what the person chose or typed stays.
 */
export function followSuggestion(
  fields: BudgetInputs["categories"],
  former: Suggestion,
  next: Suggestion,
): BudgetInputs["categories"] {
  return fields.map((field) => {
    const was = suggestedChoice(former, field.financialCategoryId);
    // A change of currency has converted the field as well.
    const estimate = inCurrency(was.estimate, former.isoCurrencyCode, next.isoCurrencyCode);
    if (field.isChosen !== was.isChosen || field.estimate !== estimate) return field;
    const { financialCategoryId } = field;
    return { financialCategoryId, ...suggestedChoice(next, financialCategoryId) };
  });
}

/** Returns the fields of an existing budget. Estimates of zero are left blank. */
export function editedBudgetFields(budget: EditedBudget, categories: FinancialCategory[]): BudgetInputs {
  const { isoCurrencyCode } = budget;
  const estimates = new Map(
    budget.budgetCategories.map(({ financialCategoryId, estimate }) => [financialCategoryId, estimate]),
  );
  return {
    name: budget.budgetName,
    startDate: budget.startDate,
    endDate: budget.endDate,
    isoCurrencyCode,
    budgetAccessItems: budget.budgetAccessItems.map((item) => item.institutionAccessItemId),
    repeat: repeatFields(budget),
    categories: categories.map(({ financialCategoryId }) => {
      const estimate = estimates.get(financialCategoryId) ?? 0;
      return {
        financialCategoryId,
        isChosen: estimates.has(financialCategoryId),
        estimate: estimate === 0 ? null : moneyOf(estimate, isoCurrencyCode),
      };
    }),
  };
}

/** Returns the categories to choose from: all of them, and the budget's own that are no longer in the list. */
export function offeredCategories(
  categories: FinancialCategory[],
  budget: EditedBudget | null,
): FinancialCategory[] {
  const known = new Set(categories.map(({ financialCategoryId }) => financialCategoryId));
  const others = (budget?.budgetCategories ?? []).filter(
    ({ financialCategoryId }) => financialCategoryId > 0 && !known.has(financialCategoryId),
  );
  return [
    ...categories,
    ...others.map(({ financialCategoryId, financialCategoryName }) => ({
      financialCategoryId,
      name: financialCategoryName,
      kind: "spending" as const,
      isBuiltIn: false,
    })),
  ];
}

/**
 * Builds the body of SaveBudget. Categories whose id isn't above 0 are not sent (docs/reference/product.md, "Budget
 * screens"); a blank estimate is 0, and an unchanged one is omitted. `budget` is the one the dialog opened with, null
 * for a new one.
 */
export function budgetToSave(budget: EditedBudget | null, fields: BudgetFields) {
  const { isoCurrencyCode } = fields;
  const read = new Map(budget?.budgetCategories.map((one) => [one.financialCategoryId, one.estimate]));
  const ofGoals = idsOfGoals(budget);
  const categories = chosenCategories(fields).map(({ financialCategoryId, estimate }) => {
    const units = estimate === null ? 0 : toUnits(money(estimate), isoCurrencyCode);
    return ofGoals.has(financialCategoryId) || read.get(financialCategoryId) === units
      ? { financialCategoryId }
      : { financialCategoryId, estimate: units };
  });
  const untouched = new Set([
    ...ofGoals,
    ...categories.filter((one) => !("estimate" in one)).map((one) => one.financialCategoryId),
  ]);
  return {
    budgetId: budget?.budgetId ?? 0,
    name: fields.name,
    startDate: fields.startDate,
    endDate: fields.endDate,
    isoCurrencyCode,
    budgetAccessItems: fields.budgetAccessItems,
    categories,
    ...(budget === null ? {} : { basedOn: basisOf(budget, untouched) }),
  };
}

/** Returns the categories whose goal sets the estimate, so that the dialog doesn't. */
export function idsOfGoals(budget: EditedBudget | null): Set<number> {
  return new Set(budget?.budgetCategoryData.filter(setsEstimate).map((one) => one.financialCategoryId));
}

/** Builds the body of SaveBudgetSeries; null for a budget that doesn't repeat. */
export function seriesToSave(budget: EditedBudget | null, fields: BudgetFields) {
  const repeat = repeatToSave(budget, fields.startDate, fields.repeat);
  if (repeat === null) return null;
  const { carry } = fields.repeat;
  const saved = budgetToSave(budget, fields);
  const withCarry = (one: (typeof saved.categories)[number]) => ({
    ...one,
    ...(carry === null ? {} : { carry }),
  });
  return {
    ...saved,
    ...repeat,
    budgetId: repeat.budgetId,
    categories: saved.categories.map(withCarry),
  };
}

/** Returns the values the dialog opened with, including estimates only for changed or removed categories. */
function basisOf(budget: EditedBudget, untouched: ReadonlySet<number>) {
  return {
    name: budget.budgetName,
    startDate: budget.startDate,
    endDate: budget.endDate,
    isoCurrencyCode: budget.isoCurrencyCode,
    budgetAccessItems: budget.budgetAccessItems.map((item) => item.institutionAccessItemId),
    categories: budget.budgetCategories.map(({ financialCategoryId, estimate }) =>
      untouched.has(financialCategoryId) ? { financialCategoryId } : { financialCategoryId, estimate },
    ),
  };
}

function chosenCategories({ categories }: Pick<BudgetFields, "categories">) {
  return categories.filter(({ isChosen, financialCategoryId }) => isChosen && financialCategoryId > 0);
}

/** Moves the server's errors on the n-th category sent ("categories.2.estimate") to that category's field. */
export function onFormFields(
  errors: Readonly<Record<string, string[]>>,
  fields: BudgetFields,
): Record<string, string[]> {
  const sent = chosenCategories(fields);
  const placed = Object.entries(errors).map(([key, messages]): [string, string[]] => {
    const [, place, rest = ""] = /^categories\.(\d+)(.*)$/.exec(key) ?? [];
    const category = place === undefined ? undefined : sent[Number(place)];
    if (category === undefined) return [key, messages];
    // An error on a whole entry goes to its visible field.
    return [`categories.${fields.categories.indexOf(category)}${rest === "" ? ".estimate" : rest}`, messages];
  });
  return Object.fromEntries(placed);
}

/** Returns the total of the chosen categories in minor units; half-typed amounts count as zero. */
export function estimateTotal(categories: BudgetInputs["categories"]): Money {
  return sumMoney(
    categories
      .filter(({ isChosen, estimate }) => isChosen && Number.isSafeInteger(estimate))
      .map(({ estimate }) => money(estimate ?? 0)),
  );
}

/** Returns the currencies a budget can use: US dollars, those of the linked accounts, and its own. */
export function offeredCurrencies(
  items: readonly { accounts: readonly { isoCurrencyCode: string }[] }[],
  own: string,
): string[] {
  const others = items.flatMap(({ accounts }) => accounts.map(({ isoCurrencyCode }) => isoCurrencyCode));
  return [...new Set(["USD", own, ...others.toSorted()])];
}
