import { z } from "zod";
import { defineEndpoint } from "#shared/endpoint.ts";
import { incomeReminderSchema, itemStateSchema } from "#shared/finance-shapes.ts";

/*
 * The finance area at a glance. Amounts are JSON numbers of currency units; days are `YYYY-MM-DD`, months `YYYY-MM`.
 * Everything has the id of the screen on which it is cured.
 */

const bankSchema = z.object({
  institutionAccessItemId: z.int(),
  institutionName: z.string(),
  state: itemStateSchema,
  /** A plain sentence; absent where there is nothing to say. */
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
  /** On deposit accounts of linked banks, as the banks last said. */
  onDeposit: z.number(),
  /** Owed on cards and loans of linked banks. */
  owed: z.number(),
  /** Of income sources in the current month. */
  incomeDue: z.number(),
  incomePaid: z.number(),
  incomeOverdue: z.number(),
});

const deletedSchema = z.object({
  kind: z.enum(["budget", "income source", "category", "product", "bank"]),
  /** What the call that restores it takes: its id, of a category the `undoId`. */
  id: z.string(),
  name: z.string(),
  /** Of a category that was merged: what has its rows now. */
  mergedInto: z.string().nullable(),
  /** ISO 8601. A day later it is gone for good. */
  deletedAt: z.string(),
});

export type DeletedThing = z.infer<typeof deletedSchema>;
export type FinanceOverview = z.infer<typeof overviewContract.getFinanceOverview.output>;

export const overviewContract = {
  getFinanceOverview: defineEndpoint({
    method: "GET",
    path: "/api/GetFinanceOverview",
    summary:
      "What needs attention now, the worst first: banks to repair, that have ended access, expire, are down or have new accounts; income that is overdue or due within 5 days; budgets of today that are over their estimate. With it the sums of each currency, and today's budget.",
    auth: "finance",
    input: z.object({}),
    output: z.object({
      banks: z.array(bankSchema),
      reminders: z.array(incomeReminderSchema),
      budgetsOverEstimate: z.array(budgetSchema),
      /** The one that covers today; of several, the one that began last. */
      currentBudget: budgetSchema.nullable(),
      /** By currency: sums never cross one. */
      figures: z.array(figuresSchema),
    }),
  }),
  getRecentlyDeleted: defineEndpoint({
    method: "GET",
    path: "/api/GetRecentlyDeleted",
    summary:
      "What was deleted in the last 24 hours, the last first: the person's budgets, income sources and categories, and everybody's products, to be restored by RestoreBudget, RestoreIncomeSource, UndoCategoryRemoval and RestoreProduct; and banks that were unlinked with their history kept, which come back when they are linked again",
    auth: "finance",
    input: z.object({}),
    output: z.array(deletedSchema),
  }),
};
