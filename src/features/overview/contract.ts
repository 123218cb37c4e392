import { z } from "zod";
import { defineGet } from "#shared/endpoint.ts";
import { incomeReminderSchema, transactionSchema } from "#shared/finance-shapes.ts";
import { budgetSchema, monthIncomeSchema, worthSchema } from "./domain/overview-shapes.ts";

/*
 * Overview of the finance area. Amounts are JSON numbers in currency units; days are `YYYY-MM-DD`, months `YYYY-MM`.
 * Each entry has the id of the screen on which to fix it.
 */

const deletedSchema = z.object({
  kind: z.enum([
    "budget",
    "budget series",
    "income source",
    "bill",
    "category",
    "change",
    "transaction",
    "product",
    "bank",
  ]),
  /** Id for the call that restores the item; for a category or a change, its `undoId`. */
  id: z.string(),
  /** Name of the item; of a change, a sentence about it. */
  name: z.string(),
  /** Category into which this one was merged, if any. */
  mergedInto: z.string().nullable(),
  /** ISO 8601: when it was deleted or changed. It can be restored for a day. */
  deletedAt: z.string(),
});

export type DeletedEntry = z.infer<typeof deletedSchema>;
/** First-day steps; null once all are done. */
const getStartedSchema = z
  .object({
    hasBank: z.boolean(),
    isImporting: z.boolean(),
    hasReviewedBudget: z.boolean(),
    /** Draft to review; null before the first import has made one. */
    draftBudgetId: z.int().nullable(),
    hasConfirmedIncome: z.boolean(),
    /** Bank with regular deposits to confirm; null if none were found. */
    incomeAt: z.int().nullable(),
  })
  .nullable();

const dueSchema = incomeReminderSchema.pick({
  incomeSourceId: true,
  name: true,
  direction: true,
  institutionAccessItemId: true,
  dueDate: true,
  outstanding: true,
  isoCurrencyCode: true,
});

export type GetStarted = NonNullable<z.infer<typeof getStartedSchema>>;
export type Overview = z.infer<typeof overviewContract.getOverview.output>;

export const overviewContract = {
  getOverview: defineGet("/api/GetOverview", "finance", {
    summary:
      "Returns what Accounts shows first: the current budget; what needs attention: income that is overdue or due within 5 days, current budgets over their estimate, spending that has no category yet, and invitations to other people's money (`GetUserAccessItems` says which banks do); income due and paid in the current month, and net worth by currency, with its course over up to 90 days (as `GetNetWorth`); the next due dates of income; the latest transactions; and the steps of the first day.",
    output: z.object({
      reminders: z.array(incomeReminderSchema),
      budgetsOverEstimate: z.array(budgetSchema),
      /** Spending of the last 30 days that has no category, and nobody said it should have none. */
      unsortedCount: z.int(),
      /** Names of people who invite you to see their money. Empty while you look at someone else's. */
      invitations: z.array(z.string()),
      /** Budget that covers today; the one with the latest start, if several. */
      currentBudget: budgetSchema.nullable(),
      /** Income due and paid in the current month, one entry per currency of a source. */
      monthIncome: z.array(monthIncomeSchema),
      /** Today in the site's time zone. */
      today: z.string(),
      /** One entry per currency, that of most accounts first. An account linked twice counts once. */
      netWorth: z.array(worthSchema),
      /** The next unpaid due date of each source in this month or the next, soonest first. */
      dueNext: z.array(dueSchema),
      /** Newest first, at most five. */
      latest: z.array(transactionSchema),
      getStarted: getStartedSchema,
    }),
  }),
  getRecentlyDeleted: defineGet("/api/GetRecentlyDeleted", "finance", {
    summary:
      "Lists what can be restored or undone from the last 24 hours, newest first: your deleted budgets, series of budgets, income sources and bills, categories, and transactions that you typed, everyone's deleted products, and your changes of rules, payees, and tags (as `GetUndos`). Restore them with RestoreBudget, RestoreBudgetSeries, RestoreIncomeSource, UndoCategoryRemoval, RestoreRemovedTransaction, RestoreProduct, and Undo. Also lists banks unlinked with their history kept, which continue when linked again.",
    output: z.array(deletedSchema),
  }),
};
