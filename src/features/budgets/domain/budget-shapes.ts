import { z } from "zod";
import { countText } from "#shared/text/counts.ts";
import {
  accessItemSchema,
  bodyIdSchema,
  categoryOrNoneSchema,
  idSchema,
  isoCurrencyCodeSchema,
  pagingShape,
  plainDateSchema,
  transactionSchema,
} from "#shared/finance-shapes.ts";
import { categoryKinds, rowKinds } from "#shared/row-kinds.ts";
import { staleSaveSchema } from "#shared/field-merge.ts";
import { estimateSchema } from "./budget-fields-shapes.ts";
import { budgetParts } from "./budget-rows.ts";
import { carriedShape, seriesViewSchema } from "./series/series-shapes.ts";

export { estimateSchema };

/*
 * Inputs and outputs of the budget calls (`../contract.ts`). The browser imports only the types, since these need zod.
 * Amounts are JSON numbers of currency units. A transaction's amount is > 0 for money in; sums, estimates, and totals of
 * a budget are spending, positive (docs/reference/http-api.md, "Transactions and budgets").
 */

/** Maximum number of rows in one call (docs/reference/http-api.md, "Limits"). */
export const mostRows = 5_000;
export const tooManyRows = `Send at most ${countText(mostRows)} rows at a time.`;

/** Id of an existing record, or 0 to create one (docs/reference/http-api.md, "Values"). */
export const idOrNewSchema = z
  .int32("Enter an ID.")
  .nonnegative("Enter an ID.")
  .meta({ description: "0 to create one." });

/** Idempotency key chosen by the caller: a request sent twice with the same key takes effect once. */
export const requestIdSchema = z.uuid("Enter a UUID.").optional();

const partSchema = z.enum(budgetParts, "Choose a part of the budget.").optional().meta({
  description:
    "`counted`: counted in the totals. `income`: income, not counted. `otherCurrencies` and `removed` (by the bank): not counted. `all`: everything that isn't exempt. Defaults to `all`, but to `counted` with `financialCategoryId`, so that a category's figures match its transactions. Doesn't apply to exempt transactions.",
});
const fromSchema = plainDateSchema.optional();
const toSchema = plainDateSchema.optional();

/** Filter for the rows of a budget: matches what GetBudgetTransactions lists for the same filter, on all pages. */
export const filterSchema = z
  .strictObject(
    {
      excluded: z.boolean("Use true or false.").default(false),
      financialCategoryId: categoryOrNoneSchema.optional(),
      part: partSchema,
      from: fromSchema,
      to: toSchema,
      q: pagingShape.q,
    },
    "Include a filter.",
  )
  .meta({
    description: "Same as the query of GetBudgetTransactions; `excluded: true` selects exempt transactions.",
  });

/** Query of GetBudgetTransactions and of the CSV export. */
export const budgetTransactionsQuery = z.object({
  budgetId: idSchema,
  excluded: z.enum(["true", "false"], "Use true or false.").optional(),
  financialCategoryId: z.coerce.number("Choose a category.").pipe(categoryOrNoneSchema).optional(),
  part: partSchema,
  from: fromSchema,
  to: toSchema,
  ...pagingShape,
});

/** Filter of a budget's rows, as {@link budgetTransactionsQuery} takes it. */
export const budgetIdsQuery = budgetTransactionsQuery.pick({
  budgetId: true,
  excluded: true,
  financialCategoryId: true,
  part: true,
  from: true,
  to: true,
  q: true,
});

export const financialCategorySchema = z.object({
  financialCategoryId: z.int(),
  name: z.string(),
  kind: z.enum(categoryKinds),
  isBuiltIn: z.boolean(),
});

/** Name, period, and currency of a budget. */
export const budgetHeadShape = {
  budgetId: z.int(),
  budgetName: z.string(),
  isDraft: z
    .boolean()
    .meta({ description: "Made by the site at the first import, and neither changed nor kept yet." }),
  startDate: z.string(),
  endDate: z.string(),
  dateRange: z.string(),
  isoCurrencyCode: z.string(),
  /** Null for a budget that doesn't repeat. */
  seriesId: z.int().nullable(),
};

const totalsShape = {
  transactionsTotal: z.number(),
  estimateTotal: z.number(),
  /** `estimateTotal` and what is carried into the period; percentages are of this. */
  availableTotal: z.number(),
  totalPercent: z.int(),
  /** Spending in categories with an estimate or something carried; `availableTotal` less this is left. */
  plannedTotal: z.number(),
  plannedPercent: z.int(),
  /** The rest of `transactionsTotal`. */
  unplannedTotal: z.number(),
};

export const budgetListRowSchema = z.object({ ...budgetHeadShape, ...totalsShape });

const categoryRowSchema = z.object({
  /** −1 for uncategorized rows. */
  financialCategoryId: z.int(),
  category: z.string(),
  /** Number of rows in `sum`. */
  count: z.int(),
  sum: z.number(),
  /** Estimate that the goal asks for, if the category has one that sets it. */
  estimate: z.number(),
  ...carriedShape,
  totalPercent: z.int(),
  /** False for a category that only a transaction of the budget has. */
  isInBudget: z.boolean(),
});

/** Spending by day against an even pace, for the chart; the last `total` is `transactionsTotal`. */
const spendingPaceSchema = z.object({
  /** Today in the site's time zone. */
  today: z.string(),
  dayCount: z.int(),
  /** Days of the period that have started: 0 before it, `dayCount` after it. */
  daysElapsed: z.int(),
  /** Even-pace spending by the end of today. */
  evenTotal: z.number(),
  /** Days with counted rows only, in order; `total` accumulates from the start. */
  days: z.array(
    z.object({
      date: z.string(),
      sum: z.number(),
      total: z.number(),
      /** Cumulative spending in categories with an estimate; the last equals the budget's `plannedTotal`. */
      plannedTotal: z.number(),
    }),
  ),
  /** Cumulative spending in the period before, of the same length, on days with spending; null without any. */
  lastPeriod: z.array(z.object({ daysPassed: z.int(), total: z.number() })).nullable(),
});

const currencySum = z.object({ isoCurrencyCode: z.string(), count: z.int(), sum: z.number() });

export const budgetSchema = z.object({
  ...budgetHeadShape,
  ...totalsShape,
  series: seriesViewSchema.nullable(),
  budgetAccessItems: z.array(accessItemSchema),
  budgetCategories: z.array(
    z.object({ financialCategoryId: z.int(), financialCategoryName: z.string(), estimate: z.number() }),
  ),
  budgetCategoryData: z.array(categoryRowSchema),
  /** Rows that aren't exempt, counted or not: the ones the Transactions screen lists. */
  transactionCount: z.int(),
  categorizedCount: z.int(),
  excludedCount: z.int(),
  /** "Income, not counted", by currency, the budget's own first; money in is positive. */
  incomeNotCounted: z.array(currencySum),
  removedCount: z.int(),
  /** Spending in currencies other than the budget's, never part of a total. */
  otherCurrencies: z.array(currencySum),
  spendingPace: spendingPaceSchema,
  transactions: z.array(transactionSchema).optional(),
  excludedTransactions: z.array(transactionSchema).optional(),
});

/** Validation error for a period that ends before it starts. */
export const endBeforeStart = {
  path: ["endDate"],
  error: "Choose an end date on or after the start date.",
};

export const suggestedEstimatesQuery = z
  .object({ startDate: plainDateSchema, endDate: plainDateSchema, isoCurrencyCode: isoCurrencyCodeSchema })
  .refine(({ startDate, endDate }) => startDate <= endDate, endBeforeStart);

export const suggestedEstimatesSchema = z.object({
  /** First and last day of the averaged spending; null without spending in this currency. */
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

/** The budget as the caller read it before saving. A category without an estimate leaves that estimate unchanged. */
export const budgetBasisSchema = z.object(budgetStateShape, "Include the budget as you read it.").partial();

/** A category's name as the caller read it. */
export const categoryBasisSchema = z.object(
  { name: z.string("Include the name as you read it.") },
  "Include the category as you read it.",
);

/** An estimate as the caller read it. */
export const estimateBasisSchema = z.object(
  {
    estimate: z
      .number("Include the estimate as you read it.")
      .nullable()
      .meta({ description: "Null if the category wasn't in the budget." }),
  },
  "Include the estimate as you read it.",
);

/**
 * Failed save, without an envelope (docs/reference/http-api.md, "Transactions and budgets"). `errorMessage` joins all of
 * `errors`.
 */
export const refusedBudgetSchema = z.object({
  success: z.literal(false),
  budgetId: z.int(),
  errorMessage: z.string(),
  errors: z.record(z.string(), z.array(z.string())),
});

/** Conflict (409) of a save based on outdated values. */
export const staleBudgetSchema = refusedBudgetSchema.extend({
  data: staleSaveSchema(z.object({ budgetId: z.int(), ...budgetStateShape })),
});

/** A person's decision on a row: exempt, not exempt, or null, which leaves it to the rule for transfers. */
export const decisionSchema = z.object({
  transactionId: bodyIdSchema,
  excluded: z.boolean("Use true, false, or null.").nullable(),
});

export const basedDecisionSchema = decisionSchema.extend({
  basedOn: decisionSchema.shape.excluded
    .optional()
    .meta({ description: "For an undo: a row whose decision has changed since keeps the newer one." }),
});

/** Two transactions that may be one transfer, or one whose other side isn't in the person's accounts. */
export const transferSuggestionSchema = z.object({
  out: transactionSchema.nullable(),
  in: transactionSchema.nullable(),
  reasons: z.array(z.string()),
  /** Your own or your bank's word is behind it, and nothing about it is a guess. */
  isLikely: z.boolean(),
});

export const bankCategorySchema = z.object({
  /** As the bank sends it: detailed where it is, such as `FOOD_AND_DRINK_COFFEE`. */
  bankCode: z.string(),
  /** In words, such as "food and drink: coffee". */
  name: z.string(),
  /** Kind that it says its transactions are; null if it says none. */
  kind: z.enum(rowKinds).nullable(),
  /** The category it maps to; −1 for none. */
  financialCategoryId: z.int(),
  /** The category it maps to unless the person chooses another; −1 for none. */
  defaultCategoryId: z.int(),
  transactionCount: z.int(),
});

export const categorizedSchema = z.object({
  updated: z.int(),
  /**
   * Changed rows with their previous categories (−1 for none) and whether those were set by hand, for
   * BulkUpdateTransactionCategory, 5,000 at a time.
   */
  undo: z.array(z.object({ transactionId: z.int(), financialCategoryId: z.int(), isByHand: z.boolean() })),
});

export const decidedSchema = z.object({
  updated: z.int(),
  /** Changed rows with their previous decisions, for SetExcludedTransactions, 5,000 at a time. */
  undo: z.array(decisionSchema),
});

export const movedCategorySchema = z.object({
  /** Transactions whose category changed. */
  transactionCount: z.int(),
  /** Budgets that had the category. */
  budgetCount: z.int(),
  /** Id for UndoCategoryRemoval, valid for 24 hours. */
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
export type BankCategory = z.infer<typeof bankCategorySchema>;
export type TransferSuggestion = z.infer<typeof transferSuggestionSchema>;
export type ExclusionDecision = z.infer<typeof decisionSchema>;
