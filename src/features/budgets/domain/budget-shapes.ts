import { z } from "zod";
import {
  accessItemSchema,
  bodyIdSchema,
  idSchema,
  isoCurrencyCodeSchema,
  pagingShape,
  plainDateSchema,
  transactionSchema,
} from "#shared/finance-shapes.ts";
import { staleSaveSchema } from "#shared/field-merge.ts";
import { isPlainLine, tidyText } from "#shared/text/plain-text.ts";
import { budgetParts, uncategorizedId } from "./budget-rows.ts";

/*
 * What the calls of budgets take and answer (`../contract.ts`); of zod, so the browser imports the types only.
 * Amounts are JSON numbers of currency units. A transaction's is > 0 for money in; sums, estimates and totals of a
 * budget are spending, positive (docs/reference/http-api.md, "Transactions and budgets").
 */

/** Most rows that one call names (docs/reference/http-api.md, "Limits"). */
export const mostRows = 5_000;
export const tooManyRows = `Send at most ${mostRows.toLocaleString("en-US")} rows at a time.`;

/** Text of one line, at most 200 characters (docs/reference/http-api.md, "Limits"); `what` is as in "Enter a name." */
export function lineSchema(what: string) {
  return z
    .string(`Enter ${what}.`)
    .overwrite(tidyText)
    .min(1, `Enter ${what}.`)
    .max(200, "Use at most 200 characters.")
    .refine(isPlainLine, "Use only characters that can be seen.");
}

/** Currency units; how many decimals it may have is the budget's currency's to say. */
export const estimateSchema = z
  .number("Enter an amount.")
  .nonnegative("Enter zero or more.")
  .max(999_999_999.99, "Enter at most 999,999,999.99.");

/** A category of a row, or −1 for none. */
export const categoryOrNoneSchema = z
  .int32("Choose a category.")
  .refine((id) => id === uncategorizedId || id > 0, "Choose a category.");

/** 0 stands for a new thing (docs/reference/http-api.md, "Values"). */
export const idOrNewSchema = z
  .int32("Give an id.")
  .nonnegative("Give an id.")
  .meta({ description: "0 for a new one." });

/** A key that the caller makes for one wish: the same wish sent twice is granted once. */
export const requestIdSchema = z.uuid("Give a UUID.").optional();

const partSchema = z.enum(budgetParts, "Choose a part of the budget.").optional().meta({
  description:
    "`counted`: what the totals are made of. `income`: income, not counted. `otherCurrencies` and `removed` (by the bank): neither. `transferLike`: what looks like a transfer and AcceptTransfers would exempt. `all`: every row that is not exempt, the default; but with `financialCategoryId` the default is `counted`, so that a category's number and its rows agree. Exempt rows have no part.",
});
const fromSchema = plainDateSchema.optional();
const toSchema = plainDateSchema.optional();

/** Which rows of a budget are meant: those that GetBudgetTransactions lists for the same filter, on all pages. */
export const filterSchema = z
  .strictObject(
    {
      excluded: z.boolean("Say true or false.").default(false),
      financialCategoryId: categoryOrNoneSchema.optional(),
      part: partSchema,
      from: fromSchema,
      to: toSchema,
      q: pagingShape.q,
    },
    "Say which rows are meant.",
  )
  .meta({ description: "As the query of GetBudgetTransactions; `excluded: true` means the exempt rows." });

/** The query of the list of a budget's rows, and of the file. */
export const budgetTransactionsQuery = z.object({
  budgetId: idSchema,
  excluded: z.enum(["true", "false"], "Say true or false.").optional(),
  financialCategoryId: z.coerce.number("Choose a category.").pipe(categoryOrNoneSchema).optional(),
  part: partSchema,
  from: fromSchema,
  to: toSchema,
  ...pagingShape,
});

export const financialCategorySchema = z.object({
  financialCategoryId: z.int(),
  name: z.string(),
  isBuiltIn: z.boolean(),
});

/** What a budget is called and covers. */
export const budgetHeadShape = {
  budgetId: z.int(),
  budgetName: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  dateRange: z.string(),
  isoCurrencyCode: z.string(),
};

const totalsShape = {
  transactionsTotal: z.number(),
  estimateTotal: z.number(),
  totalPercent: z.int(),
  /** Spending in categories with an estimate; `estimateTotal` less this is left. */
  plannedTotal: z.number(),
  plannedPercent: z.int(),
  /** The rest of `transactionsTotal`. */
  unplannedTotal: z.number(),
};

export const budgetListRowSchema = z.object({ ...budgetHeadShape, ...totalsShape });

const categoryRowSchema = z.object({
  /** −1: without a category. */
  financialCategoryId: z.int(),
  category: z.string(),
  /** Of the rows that `sum` is made of. */
  count: z.int(),
  sum: z.number(),
  estimate: z.number(),
  totalPercent: z.int(),
  /** False for a category that is only on a transaction of the budget. */
  isInBudget: z.boolean(),
});

/** Spending by day against an even pace, for the chart; the last `total` is `transactionsTotal`. */
const spendingPaceSchema = z.object({
  /** Today in the site's zone. */
  today: z.string(),
  dayCount: z.int(),
  /** Days of the period that have begun: 0 before it, `dayCount` after it. */
  daysElapsed: z.int(),
  /** What an even pace would have spent by the end of today. */
  evenTotal: z.number(),
  /** Days with counted rows only, in order; `total` adds up from the start. */
  days: z.array(
    z.object({
      date: z.string(),
      sum: z.number(),
      total: z.number(),
      /** Adds up what was spent in categories with an estimate; the last is `plannedTotal`. */
      plannedTotal: z.number(),
    }),
  ),
});

const countAndSum = z.object({ count: z.int(), sum: z.number() });
const currencySum = z.object({ isoCurrencyCode: z.string(), count: z.int(), sum: z.number() });

export const budgetSchema = z.object({
  ...budgetHeadShape,
  ...totalsShape,
  budgetAccessItems: z.array(accessItemSchema),
  budgetCategories: z.array(
    z.object({ financialCategoryId: z.int(), financialCategoryName: z.string(), estimate: z.number() }),
  ),
  budgetCategoryData: z.array(categoryRowSchema),
  /** Rows that are not exempt, whether they count or not: what the Transactions screen lists. */
  transactionCount: z.int(),
  categorizedCount: z.int(),
  excludedCount: z.int(),
  /** What looks like a transfer and nobody has decided about: what AcceptTransfers would exempt. */
  transferSuggestions: countAndSum,
  /** "Income, not counted", by currency, the budget's own first; money in is positive here. */
  incomeNotCounted: z.array(currencySum),
  removedCount: z.int(),
  /** Spending in other currencies than the budget's, never part of a total. */
  otherCurrencies: z.array(currencySum),
  spendingPace: spendingPaceSchema,
  transactions: z.array(transactionSchema).optional(),
  excludedTransactions: z.array(transactionSchema).optional(),
});

/** What is wrong with a period whose days are the wrong way round. */
export const endBeforeStart = {
  path: ["endDate"],
  error: "Choose an end date on or after the start date.",
};

export const suggestedEstimatesQuery = z
  .object({ startDate: plainDateSchema, endDate: plainDateSchema, isoCurrencyCode: isoCurrencyCodeSchema })
  .refine(({ startDate, endDate }) => startDate <= endDate, endBeforeStart);

export const suggestedEstimatesSchema = z.object({
  /** The days whose spending was averaged; null where nothing was spent in this currency. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  categories: z.array(z.object({ financialCategoryId: z.int(), estimate: z.number() })),
});

export const savedBudgetSchema = z.object({
  success: z.literal(true),
  budgetId: z.int(),
  errorMessage: z.null(),
  errors: z.null(),
});

/** A budget as SaveBudget takes it, estimates in currency units. */
const budgetStateShape = {
  name: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  isoCurrencyCode: isoCurrencyCodeSchema,
  categories: z.array(z.object({ financialCategoryId: z.int(), estimate: z.number().optional() })),
  budgetAccessItems: z.array(z.int()),
};

/** What a caller has read before it saves; a category without its estimate is one whose estimate it leaves alone. */
export const budgetBasisSchema = z.object(budgetStateShape, "Give the budget as it was read.").partial();

/** The name of a category as a caller has read it. */
export const categoryBasisSchema = z.object(
  { name: z.string("Give the name as it was read.") },
  "Give the category as it was read.",
);

/** An estimate as a caller has read it. */
export const estimateBasisSchema = z.object(
  {
    estimate: z
      .number("Give the estimate as it was read.")
      .nullable()
      .meta({ description: "Null: the category was not in the budget." }),
  },
  "Give the estimate as it was read.",
);

/** The bare failure of a save (docs/reference/http-api.md, "Transactions and budgets"): `errorMessage` is one sentence for all of `errors`. */
export const refusedBudgetSchema = z.object({
  success: z.literal(false),
  budgetId: z.int(),
  errorMessage: z.string(),
  errors: z.record(z.string(), z.array(z.string())),
});

/** The 409 of a save over something newer. */
export const staleBudgetSchema = refusedBudgetSchema.extend({
  data: staleSaveSchema(z.object({ budgetId: z.int(), ...budgetStateShape })),
});

/** What a person has decided about a row: exempt, not exempt, or nothing, which leaves it to the rule for transfers. */
export const decisionSchema = z.object({
  transactionId: bodyIdSchema,
  excluded: z.boolean("Say true, false or null.").nullable(),
});

export const basedDecisionSchema = decisionSchema.extend({
  basedOn: decisionSchema.shape.excluded
    .optional()
    .meta({ description: "For an undo: a row about which something else is decided by now keeps that." }),
});

export const categorizedSchema = z.object({
  updated: z.int(),
  /** For BulkUpdateTransactionCategory, 5,000 at a time: rows that had another category, and which (−1: none). */
  undo: z.array(z.object({ transactionId: z.int(), financialCategoryId: z.int() })),
});

export const decidedSchema = z.object({
  updated: z.int(),
  /** For SetExcludedTransactions, 5,000 at a time: what was decided about the changed rows before. */
  undo: z.array(decisionSchema),
});

export const movedCategorySchema = z.object({
  /** Transactions that changed their category. */
  transactionCount: z.int(),
  /** Budgets that had it. */
  budgetCount: z.int(),
  /** For UndoCategoryRemoval, within 24 hours. */
  undoId: z.uuid(),
});

export type BudgetListRow = z.infer<typeof budgetListRowSchema>;
export type BudgetView = z.infer<typeof budgetSchema>;
export type BudgetCategoryRow = z.infer<typeof categoryRowSchema>;
export type SpendingPace = z.infer<typeof spendingPaceSchema>;
export type BudgetFilter = z.infer<typeof filterSchema>;
export type RefusedBudget = z.infer<typeof refusedBudgetSchema>;
export type SuggestedEstimates = z.infer<typeof suggestedEstimatesSchema>;
export type FinancialCategory = z.infer<typeof financialCategorySchema>;
export type ExclusionDecision = z.infer<typeof decisionSchema>;
