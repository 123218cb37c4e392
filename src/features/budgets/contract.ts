import { z } from "zod";
import { defineEndpoint } from "#shared/endpoint.ts";
import { basedOnShape } from "#shared/field-merge.ts";
import {
  bodyIdSchema,
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
  budgetTransactionsQuery,
  categorizedSchema,
  categoryBasisSchema,
  categoryOrNoneSchema,
  decidedSchema,
  basedDecisionSchema,
  endBeforeStart,
  estimateBasisSchema,
  estimateSchema,
  filterSchema,
  financialCategorySchema,
  idOrNewSchema,
  lineSchema,
  mostRows,
  movedCategorySchema,
  refusedBudgetSchema,
  requestIdSchema,
  savedBudgetSchema,
  staleBudgetSchema,
  suggestedEstimatesQuery,
  suggestedEstimatesSchema,
  tooManyRows,
} from "./domain/budget-shapes.ts";

export type {
  BudgetCategoryRow,
  BudgetFilter,
  BudgetListRow,
  BudgetView,
  ExclusionDecision,
  FinancialCategory,
  RefusedBudget,
  SpendingPace,
} from "./domain/budget-shapes.ts";

const mostCategories = 500;
const mostItems = 200;
const budgetId = bodyIdSchema;

/** `GET`, a file and no call: rows of a budget as CSV, with the query of their list. */
export const budgetExport = {
  path: "/api/ExportBudgetTransactions",
  input: budgetTransactionsQuery,
} as const;

export const budgetCalls = {
  getBudgets: defineEndpoint({
    method: "GET",
    path: "/api/GetBudgets",
    summary: "The person's budgets with their progress, newest first",
    auth: "finance",
    input: z.object({}),
    output: z.array(budgetListRowSchema),
  }),
  getBudgetForToday: defineEndpoint({
    method: "GET",
    path: "/api/GetBudgetForToday",
    summary:
      "The budget that covers today; of several the one with the latest start. Null where there is none.",
    auth: "finance",
    input: z.object({}),
    output: z.object({ budgetId: z.int().nullable() }),
  }),
  getSuggestedEstimates: defineEndpoint({
    method: "GET",
    path: "/api/GetSuggestedEstimates",
    summary:
      "Categories for a new budget, each with an estimate: what was spent on it a month, on average over the last three months, as long as the period, in round numbers. A transaction without a category counts for the one that the bank's category stands for. Transfers, income, exempt and removed transactions do not count.",
    auth: "finance",
    input: suggestedEstimatesQuery,
    output: suggestedEstimatesSchema,
  }),
  getBudget: defineEndpoint({
    method: "GET",
    path: "/api/GetBudget",
    summary: "A budget with its figures; `summary=true` leaves the two lists of rows out",
    auth: "finance",
    input: z.object({
      budgetId: idSchema,
      summary: z.enum(["true", "false"], "Say true or false.").default("false"),
    }),
    output: budgetSchema,
  }),
  getBudgetTransactions: defineEndpoint({
    method: "GET",
    path: "/api/GetBudgetTransactions",
    summary:
      "Rows of a budget, newest first unless sorted. With `excluded` one list comes: `true` the exempt rows, `false` the others. Without it both come, the exempt ones whole; `page` cuts the others, and `total` counts them.",
    auth: "finance",
    input: budgetTransactionsQuery,
    output: z.object({
      transactions: z.array(transactionSchema),
      excludedTransactions: z.array(transactionSchema),
      /** Rows on all pages of the list that is cut: the exempt one with `excluded=true`, else the other. */
      total: z.int(),
      /** Spending of those that count, in the budget's currency; 0 for exempt rows. */
      sum: z.number(),
      isoCurrencyCode: z.string(),
    }),
  }),
  getSamePayee: defineEndpoint({
    method: "GET",
    path: "/api/GetSamePayee",
    summary: "Other rows of the budget with the payee of one, not exempt and without a category",
    auth: "finance",
    input: z.object({ budgetId: idSchema, transactionId: idSchema }),
    output: z.object({ payee: z.string(), count: z.int(), transactionIds: z.array(z.int()) }),
  }),
  saveBudget: defineEndpoint({
    method: "POST",
    path: "/api/SaveBudget",
    summary:
      "Makes a budget (id 0) or changes one, whole or not at all: its categories and institutions are those given and no others. The same new budget sent twice within ten seconds is one; so is one that is sent again with the same `requestId`, and it is what was sent last. With `basedOn`, what somebody else has changed since is kept or, where this call changes it too, refused with 409. 400 for categories that the person does not have, 404 for a budget or an institution that is not there.",
    auth: "finance",
    changes: ["budgets"],
    bare: true,
    input: z
      .object({
        budgetId: idOrNewSchema,
        name: lineSchema("a name"),
        startDate: plainDateSchema,
        endDate: plainDateSchema,
        isoCurrencyCode: isoCurrencyCodeSchema
          .optional()
          .meta({ description: "Left out, it stays; a new budget has USD." }),
        categories: z
          .array(
            z.object(
              {
                financialCategoryId: z.int32("Choose a category."),
                estimate: estimateSchema
                  .optional()
                  .meta({ description: "Left out, it stays; 0 for a new one." }),
              },
              "Choose a category.",
            ),
            "Choose categories.",
          )
          .max(mostCategories, `Choose at most ${mostCategories} categories.`)
          .meta({ description: "Those with an id that is not above 0 are ignored." }),
        budgetAccessItems: z
          .array(bodyIdSchema, "Choose institutions.")
          .max(mostItems, `Choose at most ${mostItems} institutions.`),
        requestId: requestIdSchema,
        ...basedOnShape(budgetBasisSchema),
      })
      .refine(({ startDate, endDate }) => startDate <= endDate, endBeforeStart),
    output: savedBudgetSchema,
    // What is wrong with the input itself is said before the budget is known.
    bareFailures: {
      400: refusedBudgetSchema.partial({ budgetId: true }),
      404: refusedBudgetSchema,
      409: staleBudgetSchema,
    },
  }),
  copyBudget: defineEndpoint({
    method: "POST",
    path: "/api/CopyBudget",
    summary:
      "Makes the budget of the next period: as long, with the same categories, estimates and institutions. Whole months stay whole months, and a month's name becomes the next one's. Twice within ten seconds is one.",
    auth: "finance",
    changes: ["budgets"],
    input: z.object({ budgetId, requestId: requestIdSchema }),
    output: z.object(budgetHeadShape),
  }),
  deleteBudget: defineEndpoint({
    method: "POST",
    path: "/api/DeleteBudget",
    summary: "Takes a budget away; for 24 hours it can be restored. Doing it twice is not an error.",
    auth: "finance",
    changes: ["budgets"],
    input: z.object({ budgetId }),
    output: z.object({}),
  }),
  restoreBudget: defineEndpoint({
    method: "POST",
    path: "/api/RestoreBudget",
    summary: "Brings back a budget that was deleted in the last 24 hours",
    auth: "finance",
    changes: ["budgets"],
    input: z.object({ budgetId }),
    output: z.object(budgetHeadShape),
  }),
  updateBudgetCategoryEstimate: defineEndpoint({
    method: "POST",
    path: "/api/UpdateBudgetCategoryEstimate",
    summary:
      "Sets a category's estimate, by name: the person's own category first, then a built-in one. It joins the budget if it was not in it. 400 for a name that no category has.",
    auth: "finance",
    changes: ["budgets"],
    input: z.object({
      budgetId,
      financialCategoryName: lineSchema("a category"),
      estimate: estimateSchema,
      ...basedOnShape(estimateBasisSchema),
    }),
    output: z.object({ financialCategoryId: z.int(), estimate: z.number() }),
  }),
  removeBudgetCategory: defineEndpoint({
    method: "POST",
    path: "/api/RemoveBudgetCategory",
    summary:
      "Takes a category and its estimate out of a budget; transactions keep theirs. Answers what UpdateBudgetCategoryEstimate needs to undo it, or null where it was not in the budget.",
    auth: "finance",
    changes: ["budgets"],
    input: z.object({ budgetId, financialCategoryId: bodyIdSchema }),
    output: z.object({
      undo: z.object({ financialCategoryName: z.string(), estimate: z.number() }).nullable(),
    }),
  }),
};

const oneRow = z.object({ transactionId: bodyIdSchema, budgetId });

export const rowCalls = {
  bulkUpdateTransactionCategory: defineEndpoint({
    method: "POST",
    path: "/api/BulkUpdateTransactionCategory",
    summary:
      "Sets categories of transactions, all or none; −1 clears. Of rows with `basedOn` those that were changed since are left alone and not in `updated`. 400 for a category that the person does not have, 404 for a budget that is not there or a row that is not in it.",
    auth: "finance",
    changes: ["transactions"],
    input: z
      .array(
        z.object(
          {
            transactionId: bodyIdSchema,
            financialCategoryId: categoryOrNoneSchema,
            budgetId,
            basedOn: categoryOrNoneSchema.optional(),
          },
          "Give a transaction, a category and a budget.",
        ),
        "Send a list of transactions.",
      )
      .max(mostRows, tooManyRows)
      .refine(
        (rows) =>
          new Set(rows.map(({ transactionId }) => transactionId)).size ===
          new Set(rows.map((row) => `${row.transactionId} ${row.financialCategoryId}`)).size,
        "Give each transaction one category.",
      ),
    output: categorizedSchema,
  }),
  categorizeMatching: defineEndpoint({
    method: "POST",
    path: "/api/CategorizeMatching",
    summary: "Sets the category of all rows of a budget that match a filter; −1 clears",
    auth: "finance",
    changes: ["transactions"],
    input: z.object({ budgetId, filter: filterSchema, financialCategoryId: categoryOrNoneSchema }),
    output: categorizedSchema,
  }),
  setExcludedTransaction: defineEndpoint({
    method: "POST",
    path: "/api/SetExcludedTransaction",
    summary: "Exempts a transaction in a budget; doing it twice is not an error",
    auth: "finance",
    changes: ["transactions"],
    input: oneRow,
    output: z.object({}),
  }),
  restoreExcludedTransaction: defineEndpoint({
    method: "POST",
    path: "/api/RestoreExcludedTransaction",
    summary: "Has an exempt transaction count again; doing it twice is not an error",
    auth: "finance",
    changes: ["transactions"],
    input: oneRow,
    output: z.object({}),
  }),
  setExcludedTransactions: defineEndpoint({
    method: "POST",
    path: "/api/SetExcludedTransactions",
    summary:
      "Decides about many transactions of a budget, all or none: exempt (true), not exempt (false), or nothing decided (null), which exempts only transfers between linked accounts. Of decisions with `basedOn` those that were changed since are left alone and not in `updated`. 404 for a row that is not in the budget.",
    auth: "finance",
    changes: ["transactions"],
    input: z.object({
      budgetId,
      decisions: z
        .array(basedDecisionSchema, "Choose transactions.")
        .max(mostRows, tooManyRows)
        .refine(
          (rows) => new Set(rows.map(({ transactionId }) => transactionId)).size === rows.length,
          "Name each transaction once.",
        ),
    }),
    output: decidedSchema,
  }),
  setExcludedMatching: defineEndpoint({
    method: "POST",
    path: "/api/SetExcludedMatching",
    summary: "Exempts, or restores, all rows of a budget that match a filter",
    auth: "finance",
    changes: ["transactions"],
    input: z.object({ budgetId, filter: filterSchema, excluded: z.boolean("Say true or false.") }),
    output: decidedSchema,
  }),
  acceptTransfers: defineEndpoint({
    method: "POST",
    path: "/api/AcceptTransfers",
    summary:
      "Exempts what looks like a transfer: every suggestion of the budget, or those of `transactionIds` that still are one",
    auth: "finance",
    changes: ["transactions"],
    input: z.object({
      budgetId,
      transactionIds: z.array(bodyIdSchema, "Choose transactions.").max(mostRows, tooManyRows).optional(),
    }),
    output: decidedSchema,
  }),
};

export const categoryCalls = {
  financialCategories: defineEndpoint({
    method: "GET",
    path: "/api/FinancialCategories",
    summary: "The person's own categories and the built-in ones, by name",
    auth: "finance",
    input: z.object({}),
    output: z.array(financialCategorySchema),
  }),
  getFinancialCategoryUsage: defineEndpoint({
    method: "GET",
    path: "/api/GetFinancialCategoryUsage",
    summary: "The same, each with how many of the person's transactions and budgets have it",
    auth: "finance",
    input: z.object({}),
    output: z.array(financialCategorySchema.extend({ transactionCount: z.int(), budgetCount: z.int() })),
  }),
  saveFinancialCategory: defineEndpoint({
    method: "POST",
    path: "/api/SaveFinancialCategory",
    summary:
      "Makes a category (id 0) or renames the person's own. 409 where another one has the name, whatever the case, and for a built-in one.",
    auth: "finance",
    changes: ["categories"],
    input: z.object({
      financialCategoryId: idOrNewSchema,
      name: lineSchema("a name"),
      ...basedOnShape(categoryBasisSchema),
    }),
    output: financialCategorySchema,
  }),
  mergeFinancialCategories: defineEndpoint({
    method: "POST",
    path: "/api/MergeFinancialCategories",
    summary:
      "Moves every transaction of one category to another, and in each budget its estimate. The person's own category is gone afterwards; a built-in one stays, empty.",
    auth: "finance",
    changes: ["categories"],
    input: z
      .object({ from: bodyIdSchema, into: bodyIdSchema })
      .refine((ids) => ids.from !== ids.into, { path: ["into"], error: "Choose another category." }),
    output: movedCategorySchema,
  }),
  deleteFinancialCategory: defineEndpoint({
    method: "POST",
    path: "/api/DeleteFinancialCategory",
    summary:
      "Deletes the person's own category; its transactions and estimates go to `reassignTo`, or are without a category. 409 for a built-in one.",
    auth: "finance",
    changes: ["categories"],
    input: z
      .object({ financialCategoryId: bodyIdSchema, reassignTo: bodyIdSchema.nullable().default(null) })
      .refine((ids) => ids.financialCategoryId !== ids.reassignTo, {
        path: ["reassignTo"],
        error: "Choose another category.",
      }),
    output: movedCategorySchema,
  }),
  undoCategoryRemoval: defineEndpoint({
    method: "POST",
    path: "/api/UndoCategoryRemoval",
    summary:
      "Undoes a merge or a delete of the last 24 hours; what was changed since keeps the change. 409 `name` where another category has taken the name.",
    auth: "finance",
    changes: ["categories"],
    input: z.object({ undoId: z.uuid("Give the id of the undo.") }),
    output: financialCategorySchema,
  }),
};

export const budgetsContract = { ...budgetCalls, ...rowCalls, ...categoryCalls };
