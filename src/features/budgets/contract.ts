import { z } from "zod";
import { filledLineSchema } from "#shared/text/text-schemas.ts";
import { defineGet, definePost, fileSchema } from "#shared/endpoint.ts";
import { basedOnShape } from "#shared/field-merge.ts";
import {
  bodyIdSchema,
  categoryOrNoneSchema,
  idSchema,
  isoCurrencyCodeSchema,
  plainDateSchema,
  transactionSchema,
} from "#shared/finance-shapes.ts";
import {
  budgetBasisSchema,
  budgetHeadShape,
  budgetListRowSchema,
  budgetSchema,
  budgetIdsQuery,
  budgetTransactionsQuery,
  categorizedSchema,
  decidedSchema,
  basedDecisionSchema,
  endBeforeStart,
  estimateBasisSchema,
  estimateSchema,
  filterSchema,
  idOrNewSchema,
  mostRows,
  refusedBudgetSchema,
  requestIdSchema,
  savedBudgetSchema,
  staleBudgetSchema,
  suggestedEstimatesQuery,
  suggestedEstimatesSchema,
  tooManyRows,
  transferSuggestionSchema,
} from "./domain/budget-shapes.ts";
import { categoryCalls } from "./category-contract.ts";
import { seriesCalls } from "./series-contract.ts";

export type {
  BankCategory,
  BudgetCategoryRow,
  BudgetFilter,
  BudgetListRow,
  BudgetView,
  ExclusionDecision,
  FinancialCategory,
  RefusedBudget,
  SpendingPace,
  TransferSuggestion,
} from "./domain/budget-shapes.ts";

const mostCategories = 500;
const mostItems = 200;
const budgetId = bodyIdSchema;

export const budgetCalls = {
  getBudgets: defineGet("/api/GetBudgets", "finance", {
    summary: "Returns the person's budgets with their progress, newest first.",
    output: z.array(budgetListRowSchema),
  }),
  getBudgetForToday: defineGet("/api/GetBudgetForToday", "finance", {
    summary: "Returns the budget that covers today (the one that starts last if there are several), or null.",
    output: z.object({ budgetId: z.int().nullable() }),
  }),
  getSuggestedEstimates: defineGet("/api/GetSuggestedEstimates", "finance", {
    summary:
      "Suggests categories for a new budget, each with an estimate: average spending over the last three months, scaled to the period and rounded. A transaction without a category counts toward the one its bank category maps to. Transfers, income, and exempt or removed transactions don't count.",
    input: suggestedEstimatesQuery,
    output: suggestedEstimatesSchema,
  }),
  getBudget: defineGet("/api/GetBudget", "finance", {
    summary: "Returns a budget with its figures; `summary=true` omits both lists of transactions.",
    input: z.object({
      budgetId: idSchema,
      summary: z.enum(["true", "false"], "Use true or false.").default("false"),
    }),
    output: budgetSchema,
  }),
  getBudgetTransactions: defineGet("/api/GetBudgetTransactions", "finance", {
    summary:
      "Returns a budget's transactions, newest first unless sorted. `excluded` selects one list: `true` for exempt transactions, `false` for the rest. Without it, both are returned: the exempt list in full, the other one paged and counted by `total`.",
    input: budgetTransactionsQuery,
    output: z.object({
      transactions: z.array(transactionSchema),
      excludedTransactions: z.array(transactionSchema),
      /** Rows on all pages of the paged list: the exempt one with `excluded=true`, else the other. */
      total: z.int(),
      /** Spending of the rows that count, in the budget's currency; 0 for exempt rows. */
      sum: z.number(),
      isoCurrencyCode: z.string(),
    }),
  }),
  exportBudgetTransactions: defineGet("/api/ExportBudgetTransactions", "finance", {
    summary:
      "Returns a budget's transactions as a CSV file, with the query of GetBudgetTransactions: those that aren't exempt, unless `excluded=true`.",
    input: budgetTransactionsQuery,
    output: fileSchema,
    fileTypes: ["text/csv"],
  }),
  getBudgetTransactionIds: defineGet("/api/GetBudgetTransactionIds", "finance", {
    summary:
      "Returns the ids of a budget's transactions that match a filter: what GetBudgetTransactions lists on all pages, `excluded` being `false` by default.",
    input: budgetIdsQuery,
    output: z.object({ transactionIds: z.array(z.int()) }),
  }),
  getTransferSuggestions: defineGet("/api/GetTransferSuggestions", "finance", {
    summary:
      "Suggests transfers that need your word: with several candidates, without evidence, with a fee, in two currencies, or with only one side here. With a budget, each has a transaction of it without a decision on its exemption; without, one of the last 90 days on any account. Each transaction is in one suggestion at most. SetTransferPairs accepts or rejects two transactions, SetTransactionKinds a single one.",
    input: z.object({ budgetId: idSchema.optional() }),
    output: z.array(transferSuggestionSchema),
  }),
  saveBudget: definePost("/api/SaveBudget", "finance", {
    summary:
      "Creates a budget (id 0) or changes one, atomically; its categories and banks become exactly those given. The same new budget sent twice within ten seconds creates one; so does one sent again with the same `requestId`, which then has the latest values. With `basedOn`, changes made elsewhere are kept, or refused with 409 where this call changes the same field. 400 for categories the person doesn't have, 404 for an unknown budget or bank.",
    changes: ["budgets"],
    bare: true,
    input: z
      .object({
        budgetId: idOrNewSchema,
        name: filledLineSchema("Enter a name."),
        startDate: plainDateSchema,
        endDate: plainDateSchema,
        isoCurrencyCode: isoCurrencyCodeSchema
          .optional()
          .meta({ description: "If omitted, unchanged; USD for a new budget." }),
        categories: z
          .array(
            z.object(
              {
                financialCategoryId: z.int32("Choose a category."),
                estimate: estimateSchema
                  .optional()
                  .meta({ description: "If omitted, unchanged; 0 for a new category." }),
              },
              "Choose a category.",
            ),
            "Choose categories.",
          )
          .max(mostCategories, `Choose at most ${mostCategories} categories.`)
          .meta({ description: "Entries with an ID of 0 or less are ignored." }),
        budgetAccessItems: z
          .array(bodyIdSchema, "Choose banks.")
          .max(mostItems, `Choose at most ${mostItems} banks.`),
        requestId: requestIdSchema,
        ...basedOnShape(budgetBasisSchema),
      })
      .refine(({ startDate, endDate }) => startDate <= endDate, endBeforeStart),
    output: savedBudgetSchema,
    // Invalid input is refused before the budget's id is read.
    bareFailures: {
      400: refusedBudgetSchema.partial({ budgetId: true }),
      404: refusedBudgetSchema,
      409: staleBudgetSchema,
    },
  }),
  copyBudget: definePost("/api/CopyBudget", "finance", {
    summary:
      "Copies a budget to the next period of the same length, with the same categories, estimates, and banks. Whole months stay whole months, and a month's name becomes the next month's. Calling it twice within ten seconds creates one copy.",
    changes: ["budgets"],
    input: z.object({ budgetId, requestId: requestIdSchema }),
    output: z.object(budgetHeadShape),
  }),
  keepBudgetDraft: definePost("/api/KeepBudgetDraft", "finance", {
    summary:
      "Keeps the draft budget of the first import as it is, so that `isDraft` becomes false, as after any change. Idempotent.",
    changes: ["budgets"],
    input: z.object({ budgetId }),
  }),
  deleteBudget: definePost("/api/DeleteBudget", "finance", {
    summary: "Deletes a budget, which can be restored for 24 hours. Idempotent.",
    changes: ["budgets"],
    input: z.object({ budgetId }),
  }),
  restoreBudget: definePost("/api/RestoreBudget", "finance", {
    summary: "Restores a budget deleted in the last 24 hours.",
    changes: ["budgets"],
    input: z.object({ budgetId }),
    output: z.object(budgetHeadShape),
  }),
  updateBudgetCategoryEstimate: definePost("/api/UpdateBudgetCategoryEstimate", "finance", {
    summary:
      "Sets the estimate of a category by its name; the person's own categories take precedence over built-in ones. Adds the category to the budget if needed. 400 for an unknown name.",
    changes: ["budgets"],
    input: z.object({
      budgetId,
      financialCategoryName: filledLineSchema("Enter a category."),
      estimate: estimateSchema,
      ...basedOnShape(estimateBasisSchema),
    }),
    output: z.object({ financialCategoryId: z.int(), estimate: z.number() }),
  }),
  removeBudgetCategory: definePost("/api/RemoveBudgetCategory", "finance", {
    summary:
      "Removes a category and its estimate from a budget; transactions keep the category. Returns what UpdateBudgetCategoryEstimate needs to undo it, or null if the category wasn't in the budget.",
    changes: ["budgets"],
    input: z.object({
      budgetId,
      financialCategoryId: bodyIdSchema,
      ...basedOnShape(estimateBasisSchema),
    }),
    output: z.object({
      undo: z.object({ financialCategoryName: z.string(), estimate: z.number() }).nullable(),
    }),
  }),
};

const oneRow = z.object({ transactionId: bodyIdSchema, budgetId });

export const rowCalls = {
  bulkUpdateTransactionCategory: definePost("/api/BulkUpdateTransactionCategory", "finance", {
    summary:
      "Sets the categories of transactions, all or none; −1 leaves them without one for good. `budgetId` null takes a transaction of any date and bank. Transactions with `basedOn` that have changed since, or are gone, are left alone and not counted in `updated`. 400 for a category the person doesn't have, 404 for an unknown budget or a transaction outside it.",
    changes: ["transactions"],
    input: z
      .array(
        z.object(
          {
            transactionId: bodyIdSchema,
            financialCategoryId: categoryOrNoneSchema,
            budgetId: budgetId.nullable(),
            basedOn: categoryOrNoneSchema.optional(),
            isByHand: z
              .boolean("Say true or false.")
              .default(true)
              .meta({ description: "False, for an undo, leaves the row to be sorted by itself again." }),
          },
          "Include a transaction, a category, and a budget.",
        ),
        "Send a list of transactions.",
      )
      .max(mostRows, tooManyRows)
      .refine(
        (rows) =>
          new Set(rows.map(({ transactionId }) => transactionId)).size ===
          new Set(rows.map((row) => `${row.transactionId} ${row.financialCategoryId}`)).size,
        "Use only one category per transaction.",
      ),
    output: categorizedSchema,
  }),
  categorizeMatching: definePost("/api/CategorizeMatching", "finance", {
    summary:
      "Sets the category of all transactions in a budget that match a filter; −1 leaves them without one for good.",
    changes: ["transactions"],
    input: z.object({ budgetId, filter: filterSchema, financialCategoryId: categoryOrNoneSchema }),
    output: categorizedSchema,
  }),
  setExcludedTransaction: definePost("/api/SetExcludedTransaction", "finance", {
    summary: "Exempts a transaction from a budget. Idempotent.",
    changes: ["transactions"],
    input: oneRow,
  }),
  restoreExcludedTransaction: definePost("/api/RestoreExcludedTransaction", "finance", {
    summary: "Restores an exempt transaction, so that it counts again. Idempotent.",
    changes: ["transactions"],
    input: oneRow,
  }),
  setExcludedTransactions: definePost("/api/SetExcludedTransactions", "finance", {
    summary:
      "Sets whether transactions are exempt from a budget, all or none: true, false, or null for no decision, which exempts only transfers between linked accounts. Decisions with `basedOn` that have changed since, or whose transaction is gone, are left alone and not counted in `updated`. 404 for a transaction outside the budget.",
    changes: ["transactions"],
    input: z.object({
      budgetId,
      decisions: z
        .array(basedDecisionSchema, "Choose transactions.")
        .max(mostRows, tooManyRows)
        .refine(
          (rows) => new Set(rows.map(({ transactionId }) => transactionId)).size === rows.length,
          "List each transaction only once.",
        ),
    }),
    output: decidedSchema,
  }),
  setExcludedMatching: definePost("/api/SetExcludedMatching", "finance", {
    summary: "Exempts or restores all transactions in a budget that match a filter.",
    changes: ["transactions"],
    input: z.object({ budgetId, filter: filterSchema, excluded: z.boolean("Use true or false.") }),
    output: decidedSchema,
  }),
};

export const budgetsContract = { ...budgetCalls, ...seriesCalls, ...rowCalls, ...categoryCalls };
