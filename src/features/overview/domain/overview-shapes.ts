import { z } from "zod";
import type { incomeReminderSchema } from "#shared/finance-shapes.ts";

/** A budget that covers today. */
export const budgetSchema = z.object({
  budgetId: z.int(),
  budgetName: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  transactionsTotal: z.number(),
  estimateTotal: z.number(),
  /** The estimates and what is carried into the period. */
  availableTotal: z.number(),
  plannedTotal: z.number(),
  plannedPercent: z.int(),
  isoCurrencyCode: z.string(),
});

/** This month's income in a currency. */
export const monthIncomeSchema = z.object({ isoCurrencyCode: z.string(), due: z.number(), paid: z.number() });

/** Net worth in a currency, and its recent course. */
export const worthSchema = z.object({
  isoCurrencyCode: z.string(),
  amount: z.number(),
  /**
   * Up to 90 days, oldest first: the first on which all accounts are known that are a week old, those on which it changed,
   * and today, each at its end.
   */
  days: z.array(z.object({ date: z.string(), amount: z.number() })),
});

export type Reminder = z.infer<typeof incomeReminderSchema>;
export type CurrentBudget = z.infer<typeof budgetSchema>;
export type MonthIncome = z.infer<typeof monthIncomeSchema>;
export type RecentWorth = z.infer<typeof worthSchema>;
