import { z } from "zod";
import {
  bodyIdSchema,
  incomeReminderSchema,
  isoCurrencyCodeSchema,
  plainDateSchema,
  plainMonthSchema,
} from "#shared/finance-shapes.ts";
import { isPlainDate, isPlainMonth } from "#shared/time/plain-dates.ts";
import { paymentProblems } from "./income-payment.ts";
import { incomeStatuses } from "./income-month.ts";
import { directions, incomeSourceTypes } from "./income-source.ts";
import { rhythms } from "./rhythm.ts";

/*
 * Inputs and outputs of the income calls (docs/reference/http-api.md, "Income"; docs/reference/money.md, "Income
 * sources"). Amounts are JSON numbers of currency units; due and paid amounts are never negative. Months are `YYYY-MM`,
 * except `month` and `year` of GetIncomeSources.
 */

/** Range of supported years, in which every month has neighbors. */
export const firstYear = 1900;
export const lastYear = 2199;
export const yearWords = `Choose a year from ${firstYear} to ${lastYear}.`;
const hasKnownYear = (text: string) => {
  const year = Number(text.slice(0, 4));
  return year >= firstYear && year <= lastYear;
};

export const daySchema = plainDateSchema.refine(
  (text) => !isPlainDate(text) || hasKnownYear(text),
  yearWords,
);
export const monthSchema = plainMonthSchema.refine(
  (text) => !isPlainMonth(text) || hasKnownYear(text),
  yearWords,
);
export const dayOfMonthSchema = rangeSchema(1, 31, "Choose a day from 1 to 31.").meta({
  description: "A month without that day uses its last one; 31 is the last day of any month.",
});
export const graceDaysSchema = rangeSchema(0, 60, "Choose from 0 to 60 days.");

/** Returns the schema of a whole number in a range; `message` asks for one. */
export function rangeSchema(from: number, to: number, message: string) {
  return z.int(message).min(from, message).max(to, message);
}

/**
 * Input amount in currency units (docs/reference/http-api.md, "Limits"). The handler checks its decimals, which depend
 * on the currency.
 */
export const unitsSchema = z
  .number("Enter an amount.")
  .min(0, "Enter zero or more.")
  .max(999_999_999.999_9, "Enter at most 999,999,999.99.");

export const directionSchema = z.enum(directions, "Choose income or a bill.");
export const rhythmSchema = z.enum(rhythms, "Choose how often it’s due.");

/** Direction, rhythm, and lateness of a source (docs/reference/money.md, "Rhythms"). */
export const expectationShape = {
  direction: directionSchema.meta({ description: "`in` for income, `out` for a bill." }),
  rhythm: rhythmSchema.meta({
    description:
      "Weeks, quarters, and years count from `startDate`. Twice a month is due on `dayOfMonthDue` and `secondDay`, irregular on `dueDates`.",
  }),
  secondDay: z.int().nullable().meta({ description: "The later day of two a month; null otherwise." }),
  dueDates: z.array(z.string()),
  /** The amount varies: about half of it pays. */
  isAbout: z.boolean(),
  /** Days after the due date before it's late. */
  graceDays: z.int(),
};

export const incomeSourceTypeSchema = z.enum(incomeSourceTypes, "Choose Rent, Loan, or Other.");
export const statusSchema = z.enum(incomeStatuses);

export const incomeSourceSchema = z.object({
  incomeSourceId: z.int(),
  ...expectationShape,
  name: z.string(),
  description: z.string(),
  startDate: z.string(),
  endDate: z.string().nullable(),
  institutionAccessItemId: z.int(),
  /** From the term of the requested month, or of the current month. */
  amountDue: z.number(),
  dayOfMonthDue: z.int(),
  incomeSourceType: incomeSourceTypeSchema,
  expectedPaymentMemos: z.array(z.string()),
  isExisting: z.literal(true),
  isoCurrencyCode: z.string(),
  /** Terms, earliest first; the first also applies to the months before it. */
  terms: z.array(z.object({ effectiveFrom: z.string(), amountDue: z.number(), dayOfMonthDue: z.int() })),
});

/** The source as the caller read it before saving. */
export const incomeSourceBasisSchema = incomeSourceSchema
  .pick({
    name: true,
    description: true,
    startDate: true,
    endDate: true,
    amountDue: true,
    dayOfMonthDue: true,
    incomeSourceType: true,
    terms: true,
    rhythm: true,
    secondDay: true,
    dueDates: true,
    isAbout: true,
    graceDays: true,
  })
  .partial();

/** Figures of a source in one month. `paid` + `outstanding` = `due` + `overpaid`. */
export const monthFiguresShape = {
  /** True if the due date is within the source's dates; otherwise nothing is due. */
  isActive: z.boolean(),
  /** Null if the source isn't active and nothing was paid. */
  status: statusSchema.nullable(),
  dueDate: z.string(),
  due: z.number(),
  paid: z.number(),
  outstanding: z.number(),
  overpaid: z.number(),
  overdue: z.number(),
};

/** A payee whose transactions in one direction are regular. */
export const detectedKeySchema = z.object({
  institutionAccessItemId: bodyIdSchema,
  direction: directionSchema,
  payeeKey: z
    .string("Choose a payee.")
    .min(1, "Choose a payee.")
    .max(500, "Choose a payee.")
    // No text in Postgres has one.
    .refine((key) => !key.includes("\0"), "Choose a payee."),
  isoCurrencyCode: isoCurrencyCodeSchema,
});

/** A source or bill that regular rows suggest, whose amounts are positive in both directions. */
export const detectedSourceSchema = detectedKeySchema.extend({
  ...incomeSourceSchema.pick({
    name: true,
    incomeSourceType: true,
    rhythm: true,
    secondDay: true,
    isAbout: true,
    startDate: true,
    amountDue: true,
    dayOfMonthDue: true,
  }).shape,
  /** The payee's name as its transactions show it. */
  payee: z.string(),
  paymentCount: z.int(),
  lastDate: z.string(),
});

/** One due date of a source, or of a bill. */
export const expectedPeriodSchema = z.object({
  incomeSourceId: z.int(),
  direction: directionSchema,
  name: z.string(),
  institutionAccessItemId: z.int(),
  /** The month, or for a rhythm other than monthly the due date. */
  period: z.string(),
  isoCurrencyCode: z.string(),
  isAbout: z.boolean(),
  isPastDue: z.boolean(),
  ...monthFiguresShape,
});

export const paymentSchema = z.object({
  incomePaymentId: z.int(),
  incomeSourceId: z.int(),
  paymentDate: z.string(),
  /** The month it is credited to, `YYYY-MM`. */
  creditedMonth: z.string(),
  /** The month, or for a rhythm other than monthly the due date, that it pays. */
  period: z.string(),
  /** True if the person chose another month or due date than that of its date. */
  isMoved: z.boolean(),
  /** For a linked payment, the transaction's current amount. */
  amount: z.number(),
  isoCurrencyCode: z.string(),
  paymentMemo: z.string(),
  isManualAdjustment: z.boolean(),
  /** False if a `problem` keeps it out of all totals. */
  counts: z.boolean(),
  problem: z.enum(paymentProblems).nullable().meta({
    description:
      "`removed`: the bank removed the transaction. `outflow`, `inflow`, `currency`: the bank changed it to money out (of income), in (of a bill), or to another currency.",
  }),
  /** The transaction; null for a manual adjustment. */
  transaction: z
    .object({
      transactionId: z.int(),
      date: z.string(),
      /** The payer's name as lists show it. */
      payee: z.string(),
      name: z.string(),
      pending: z.boolean(),
      account: z.object({ accountId: z.int(), official_name: z.string() }),
    })
    .nullable(),
});

export const monthEntrySchema = z.object({
  text: z.string().meta({ description: "Such as `November 2026`." }),
  month: z.int(),
  year: z.int(),
});

export const totalsShape = { due: z.number(), paid: z.number(), overdue: z.number() };

export const incomeSourceListItemSchema = z.object({
  incomeSource: incomeSourceSchema,
  isActive: z.boolean(),
  status: statusSchema,
  /** 0 if the source isn't active in the month. */
  currentMonthDue: z.number(),
  currentMonthPaid: z.boolean(),
  currentMonthPaymentTotal: z.number(),
  currentMonthPastDue: z.boolean(),
  currentMonthOverdue: z.number(),
  dueDate: z.string(),
  /** Months with payments, newest first. */
  paymentHistory: z.array(z.object({ month: z.int(), year: z.int(), paidAmount: z.number() })),
});

export const suggestionSchema = z.object({
  transactionId: z.int(),
  date: z
    .string()
    .meta({ description: "When it was authorized, or else posted: the day that its reasons count from." }),
  /** The payer's name as lists show it. */
  payee: z.string(),
  name: z.string(),
  merchantName: z.string().nullable(),
  amount: z.number(),
  pending: z.boolean(),
  account: z.object({ accountId: z.int(), official_name: z.string() }),
  /** 0 to 100; only meaningful for ordering. */
  score: z.int(),
  /** The payer is known or named, and amount and date fit. */
  isStrong: z.boolean(),
  /** Reasons in words, strongest first. */
  reasons: z.array(z.string()),
});

export const rentRollCellSchema = z.object({
  month: z.string(),
  ...monthFiguresShape,
  payments: z.array(paymentSchema),
});

export const rentRollSchema = z.object({
  institutionName: z.string(),
  isoCurrencyCode: z.string(),
  months: z.array(z.object({ month: z.string(), text: z.string() })),
  rows: z.array(
    z.object({
      incomeSourceId: z.int(),
      name: z.string(),
      incomeSourceType: incomeSourceTypeSchema,
      isoCurrencyCode: z.string(),
      /** One per month, in order. */
      cells: z.array(rentRollCellSchema),
      totals: z.object(totalsShape),
    }),
  ),
  columnTotals: z.array(z.object({ month: z.string(), ...totalsShape })),
  totals: z.object(totalsShape),
  otherCurrencies: z.array(
    z.object({
      isoCurrencyCode: z.string(),
      count: z.int(),
      columnTotals: z.array(z.object({ month: z.string(), ...totalsShape })),
      totals: z.object(totalsShape),
    }),
  ),
});

/** Shared with the overview. */
export { incomeReminderSchema };

export type IncomeSourceBasis = z.infer<typeof incomeSourceBasisSchema>;
export type IncomeSourceView = z.infer<typeof incomeSourceSchema>;
export type IncomeSourceListItem = z.infer<typeof incomeSourceListItemSchema>;
export type IncomeMonthEntry = z.infer<typeof monthEntrySchema>;
export type IncomePaymentView = z.infer<typeof paymentSchema>;
export type IncomeSuggestion = z.infer<typeof suggestionSchema>;
export type RentRollCell = z.infer<typeof rentRollCellSchema>;
export type IncomeReminder = z.infer<typeof incomeReminderSchema>;
export type ExpectedPeriod = z.infer<typeof expectedPeriodSchema>;
export type DetectedSourceView = z.infer<typeof detectedSourceSchema>;
