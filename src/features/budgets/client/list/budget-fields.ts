import { z } from "zod";
import { moneyOf } from "#client/money-text.ts";
import { currencyDecimals, fromUnits, money, sumMoney, toUnits, type Money } from "#shared/money.ts";
import { dateInZone, firstDayOf, lastDayOf, monthOf, monthWords } from "#shared/time/plain-dates.ts";
import type { BudgetView, FinancialCategory } from "../../contract.ts";
import { lineSchema } from "../../domain/budget-shapes.ts";

/** A money field's value: minor units, null for nothing; text that is no amount is NaN and refused. */
const estimateField = z.int("Enter an amount, or leave it empty.").nullable();

function dateField(what: string) {
  return z
    .string()
    .nullable()
    .transform((date, context) => {
      if (date !== null) return date;
      context.addIssue({ code: "custom", message: `Enter ${what}.` });
      return z.NEVER;
    });
}

/** The fields of a budget as the dialog checks them; the server checks the same (contract.ts, SaveBudget). */
export const budgetFormSchema = z
  .object({
    name: lineSchema("a name"),
    startDate: dateField("the first day"),
    endDate: dateField("the last day"),
    isoCurrencyCode: z.string(),
    budgetAccessItems: z.array(z.number()),
    /** Every category there is, chosen or not: the place of a field does not change while one chooses. */
    categories: z.array(
      z.object({ financialCategoryId: z.number(), isChosen: z.boolean(), estimate: estimateField }),
    ),
  })
  .refine(({ startDate, endDate }) => startDate <= endDate, {
    path: ["endDate"],
    error: "Choose an end date on or after the start date.",
    // Every problem at once: said as soon as both days are there, whatever else is wrong.
    when: ({ value }) => hasBothDays(value),
  });

function hasBothDays(value: unknown): boolean {
  if (typeof value !== "object" || value === null || !("startDate" in value && "endDate" in value))
    return false;
  // A day that is missing is not null here: its own check has left its mark on it.
  return typeof value.startDate === "string" && typeof value.endDate === "string";
}

export type BudgetFields = z.output<typeof budgetFormSchema>;
export type BudgetInputs = z.input<typeof budgetFormSchema>;

/** What a budget is edited from. */
export type EditedBudget = Pick<
  BudgetView,
  | "budgetId"
  | "budgetName"
  | "startDate"
  | "endDate"
  | "isoCurrencyCode"
  | "budgetAccessItems"
  | "budgetCategories"
>;

/** When a new budget begins and ends, and in which currency it counts, until the person says otherwise. */
export type BudgetFrame = { startDate: string; endDate: string; isoCurrencyCode: string };

/** Estimates that the server suggests, in units of a currency. */
export type Suggestion = {
  isoCurrencyCode: string;
  categories: readonly { financialCategoryId: number; estimate: number }[];
};

/**
 * The month that it is now in the site's zone, from its first to its last day (docs/reference/product.md, "Budget screens" and "Today").
 */
export function newBudgetFrame(now: Date, timeZone: string): BudgetFrame {
  const month = monthOf(dateInZone(now, timeZone));
  return { startDate: firstDayOf(month), endDate: lastDayOf(month), isoCurrencyCode: "USD" };
}

/** A new budget, named after its first month: every institution on offer, and the categories that are suggested for it. */
export function newBudgetFields(
  frame: BudgetFrame,
  offered: { categories: FinancialCategory[]; institutionAccessItemIds: number[]; suggestion: Suggestion },
): BudgetInputs {
  return {
    ...frame,
    name: monthWords(monthOf(frame.startDate)),
    // All of them, or the first budget counts nothing.
    budgetAccessItems: offered.institutionAccessItemIds,
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
 * The categories after the period or the currency has changed: those that are still as the former suggestion left them
 * follow the next one, and what the person chose or typed stays.
 */
export function followSuggestion(
  fields: BudgetInputs["categories"],
  former: Suggestion,
  next: Suggestion,
): BudgetInputs["categories"] {
  return fields.map((field) => {
    const was = suggestedChoice(former, field.financialCategoryId);
    // A change of currency has changed the field, too.
    const estimate = inCurrency(was.estimate, former.isoCurrencyCode, next.isoCurrencyCode);
    if (field.isChosen !== was.isChosen || field.estimate !== estimate) return field;
    const { financialCategoryId } = field;
    return { financialCategoryId, ...suggestedChoice(next, financialCategoryId) };
  });
}

/** A budget as its dialog shows it. Estimates of zero are left empty. */
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

/** The categories that a dialog offers: all there are, and those of the budget that are not on the list any more. */
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
      isBuiltIn: false,
    })),
  ];
}

/**
 * The body of SaveBudget. Categories whose id is not above 0 are not sent (docs/reference/product.md, "Budget
 * screens"); an empty estimate is 0, and one that nobody touched is not sent. `budget` is the one that the dialog
 * opened with, null for a new one.
 */
export function budgetToSave(budget: EditedBudget | null, fields: BudgetFields) {
  const { isoCurrencyCode } = fields;
  const read = new Map(budget?.budgetCategories.map((one) => [one.financialCategoryId, one.estimate]));
  const categories = chosenCategories(fields).map(({ financialCategoryId, estimate }) => {
    const units = estimate === null ? 0 : toUnits(money(estimate), isoCurrencyCode);
    return read.get(financialCategoryId) === units
      ? { financialCategoryId }
      : { financialCategoryId, estimate: units };
  });
  const untouched = new Set(
    categories.filter((one) => !("estimate" in one)).map((one) => one.financialCategoryId),
  );
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

/** What the dialog opened with; the estimates of only those categories that were changed or taken out. */
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

/** Places what the server says of the n-th category that was sent ("categories.2.estimate") on that category's field. */
export function onFormFields(
  errors: Readonly<Record<string, string[]>>,
  fields: BudgetFields,
): Record<string, string[]> {
  const sent = chosenCategories(fields);
  const placed = Object.entries(errors).map(([key, messages]): [string, string[]] => {
    const [, place, rest = ""] = /^categories\.(\d+)(.*)$/.exec(key) ?? [];
    const category = place === undefined ? undefined : sent[Number(place)];
    if (category === undefined) return [key, messages];
    // What is wrong with a whole entry stands on the field that can be seen.
    return [`categories.${fields.categories.indexOf(category)}${rest === "" ? ".estimate" : rest}`, messages];
  });
  return Object.fromEntries(placed);
}

/** What the chosen categories come to, in minor units; amounts that are half typed count as nothing. */
export function estimateTotal(categories: BudgetInputs["categories"]): Money {
  return sumMoney(
    categories
      .filter(({ isChosen, estimate }) => isChosen && Number.isSafeInteger(estimate))
      .map(({ estimate }) => money(estimate ?? 0)),
  );
}

/** The same number of units in another currency; nothing where that currency has too few decimals for it. */
export function inCurrency(estimate: number | null, from: string, to: string): number | null {
  if (estimate === null || !Number.isSafeInteger(estimate)) return estimate;
  if (currencyDecimals(from) === currencyDecimals(to)) return estimate;
  const read = fromUnits(toUnits(money(estimate), from), to);
  return read.ok ? read.value : null;
}

/** The currencies that a budget can be kept in: the dollar, those of the linked accounts, and its own. */
export function offeredCurrencies(
  items: readonly { accounts: readonly { isoCurrencyCode: string }[] }[],
  own: string,
): string[] {
  const others = items.flatMap(({ accounts }) => accounts.map(({ isoCurrencyCode }) => isoCurrencyCode));
  return [...new Set(["USD", own, ...others.toSorted()])];
}
