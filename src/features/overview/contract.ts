import { z } from "zod";
import { defineEndpoint } from "#shared/endpoint.ts";
import { incomeReminderSchema, itemStateSchema } from "#shared/finance-shapes.ts";

/*
 * Overview of the finance area. Amounts are JSON numbers in currency units; days are `YYYY-MM-DD`, months `YYYY-MM`.
 * Each entry has the id of the screen on which to fix it.
 */

const bankSchema = z.object({
  institutionAccessItemId: z.int(),
  institutionName: z.string(),
  state: itemStateSchema,
  /** Sentence about the state; absent for a healthy bank. */
  stateReason: z.string().optional(),
  /** ISO 8601: when access ends unless it is renewed. */
  expiresAt: z.string().optional(),
  newAccountsAvailable: z.boolean(),
});

const budgetSchema = z.object({
  budgetId: z.int(),
  budgetName: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  transactionsTotal: z.number(),
  estimateTotal: z.number(),
  totalPercent: z.int(),
  plannedTotal: z.number(),
  plannedPercent: z.int(),
  isoCurrencyCode: z.string(),
});

const figuresSchema = z.object({
  isoCurrencyCode: z.string(),
  /** Balance of deposit accounts at linked banks, as last reported. */
  onDeposit: z.number(),
  /** Owed on cards and loans of linked banks. */
  owed: z.number(),
  /** Income due in the current month. */
  incomeDue: z.number(),
  incomePaid: z.number(),
  incomeOverdue: z.number(),
});

const deletedSchema = z.object({
  kind: z.enum(["budget", "income source", "category", "rule", "product", "bank"]),
  /** Id for the call that restores the item; for a category or a rule, its `undoId`. */
  id: z.string(),
  name: z.string(),
  /** Category into which this one was merged, if any. */
  mergedInto: z.string().nullable(),
  /** ISO 8601. The item can be restored for a day. */
  deletedAt: z.string(),
});

export type DeletedEntry = z.infer<typeof deletedSchema>;
export type FinanceOverview = z.infer<typeof overviewContract.getFinanceOverview.output>;

export const overviewContract = {
  getFinanceOverview: defineEndpoint({
    method: "GET",
    path: "/api/GetFinanceOverview",
    summary:
      "Returns what needs attention, most urgent first: banks that need repair, lost or will lose access, are down, or have new accounts; income that is overdue or due within 5 days; and current budgets over their estimate. Also returns totals by currency and the current budget.",
    auth: "finance",
    input: z.object({}),
    output: z.object({
      banks: z.array(bankSchema),
      reminders: z.array(incomeReminderSchema),
      budgetsOverEstimate: z.array(budgetSchema),
      /** Budget that covers today; the one with the latest start, if several. */
      currentBudget: budgetSchema.nullable(),
      /** Totals, one entry per currency. */
      figures: z.array(figuresSchema),
    }),
  }),
  getRecentlyDeleted: defineEndpoint({
    method: "GET",
    path: "/api/GetRecentlyDeleted",
    summary:
      "Lists items deleted in the last 24 hours, newest first: your budgets, income sources, and categories, and everyone's products. Restore them with RestoreBudget, RestoreIncomeSource, UndoCategoryRemoval, and RestoreProduct. Also lists banks unlinked with their history kept, which continue when linked again.",
    auth: "finance",
    input: z.object({}),
    output: z.array(deletedSchema),
  }),
};
