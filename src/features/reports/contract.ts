import { z } from "zod";
import { defineGet, fileSchema } from "#shared/endpoint.ts";
import { plainDateSchema } from "#shared/finance-shapes.ts";
import { daysBetween } from "#shared/time/plain-dates.ts";
import { mostDays } from "./domain/report-period.ts";

/*
 * Reports on a person's money by currency (docs/reference/money.md, "Reports"). Amounts are JSON numbers in currency units; spending
 * is positive. Days are `YYYY-MM-DD`, months `YYYY-MM`.
 */

const periodShape = {
  from: plainDateSchema
    // The period before it, as long as 100 years, has to have days, too.
    .refine((day) => day >= "1000", "Choose a year from 1000 on.")
    .optional()
    .meta({ description: "First day, inclusive; without it, the first day of the ledger." }),
  to: plainDateSchema.meta({ description: "Last day, inclusive." }),
  isoCurrencyCode: z
    .enum(Intl.supportedValuesOf("currency"), "Enter a currency code such as USD.")
    .optional()
    .meta({ description: "Only this currency. Amounts of several are never added." }),
};

const orderOfDays = {
  path: ["to"],
  error: "Choose an end date on or after the start date.",
};
const lengthOfPeriod = { path: ["from"], error: "Choose at most 100 years." };

function isInOrder({ from, to }: { from?: string | undefined; to: string }): boolean {
  return from === undefined || from <= to;
}

function isShort({ from, to }: { from?: string | undefined; to: string }): boolean {
  return from === undefined || daysBetween(from, to) < mostDays;
}

const periodInput = z.object(periodShape).refine(isInOrder, orderOfDays).refine(isShort, lengthOfPeriod);

const byValues = ["category", "payee", "fixed"] as const;

const spendingInput = z
  .object({
    ...periodShape,
    by: z.enum(byValues, "Choose category, payee, or fixed.").default("category").meta({
      description:
        "`category`: all categories; `payee`: the payees with the most spending; `fixed`: payees paid about the same every month, and all others.",
    }),
    top: z.coerce
      .number("Enter a number.")
      .pipe(z.int("Enter a whole number.").min(1, "Enter 1 or more.").max(50, "Enter at most 50."))
      .default(20)
      .meta({ description: "Number of payees, for `by=payee`." }),
  })
  .refine(isInOrder, orderOfDays)
  .refine(isShort, lengthOfPeriod);

const days = z.object({ from: z.string(), to: z.string() });

/** A figure by month, and compared with the time before. */
const figureSchema = z.object({
  amount: z.number(),
  count: z.int().meta({ description: "Number of transactions." }),
  months: z.array(z.number()).meta({ description: "One for each of the report's months." }),
  previous: z.number().nullable().meta({
    description: "In the period before; null if the ledger doesn't go back as far.",
  }),
  means: z.array(z.object({ months: z.int(), amount: z.number() })).meta({
    description:
      "Means of a month, over the 3, 6, and 12 whole months before the period's first; those that the ledger covers.",
  }),
});

const reportShape = {
  /** Today in the site's time zone. */
  today: z.string(),
  ...days.shape,
  firstDay: z.string().nullable().meta({ description: "First day of the ledger; null without any." }),
};

const flowShape = {
  ...reportShape,
  previous: days,
  months: z.array(z.object({ month: z.string(), ...days.shape })).meta({
    description: "Months of the period, with their days in it.",
  }),
};

const groupSchema = figureSchema.extend({
  financialCategoryId: z.int().nullable().meta({ description: "−1: uncategorized; null for a payee." }),
  payee: z.string().nullable(),
  name: z.string(),
  mean: z.number().meta({ description: "Mean of a transaction." }),
});

export const reportsContract = {
  getNetWorth: defineGet("/api/GetNetWorth", "finance", {
    summary:
      "Returns net worth by currency over a period, at the end of each day, each week, or each month, depending on its length: what accounts hold less what is owed, told by known balances and posted transactions. Days on which something isn't known, or isn't explained by transactions, are marked. Days to come are left out.",
    input: periodInput,
    output: z.object({
      ...reportShape,
      step: z.enum(["day", "week", "month"]),
      currencies: z.array(
        z.object({
          isoCurrencyCode: z.string(),
          points: z.array(
            z.object({
              date: z.string(),
              amount: z.number(),
              owned: z.number(),
              owed: z.number().meta({ description: "0 or less." }),
              isGap: z.boolean(),
            }),
          ),
          accounts: z.array(
            z.object({
              accountId: z.int(),
              institutionAccessItemId: z.int(),
              institutionName: z.string(),
              name: z.string(),
              since: z.string().meta({ description: "First day of its history." }),
              amount: z.number().nullable().meta({
                description: "On the last day; null for an account that was closed or unlinked by then.",
              }),
            }),
          ),
        }),
      ),
    }),
  }),
  getCashFlow: defineGet("/api/GetCashFlow", "finance", {
    summary:
      "Returns income, spending, and their difference by currency and month, without transfers and what is left out, compared with the period before.",
    input: periodInput,
    output: z.object({
      ...flowShape,
      currencies: z.array(
        z.object({
          isoCurrencyCode: z.string(),
          income: figureSchema,
          spending: figureSchema,
          net: figureSchema,
        }),
      ),
    }),
  }),
  getSpendingReport: defineGet("/api/GetSpendingReport", "finance", {
    summary:
      "Returns spending by currency and month: by category, by payee, or what is fixed and what varies, compared with the period before. Refunds lower it.",
    input: spendingInput,
    output: z.object({
      ...flowShape,
      by: z.enum(byValues),
      currencies: z.array(
        z.object({
          isoCurrencyCode: z.string(),
          total: figureSchema,
          groups: z.array(groupSchema).meta({ description: "Most spending first." }),
          rest: figureSchema
            .nullable()
            .meta({ description: "Everything that's in none of the groups; null for nothing." }),
        }),
      ),
    }),
  }),
  exportReport: defineGet("/api/ExportReport", "finance", {
    summary:
      "Returns a report as a CSV file, with the query of GetNetWorth, GetCashFlow, or GetSpendingReport.",
    input: spendingInput.safeExtend({
      report: z.enum(["netWorth", "cashFlow", "spending"], "Choose a report."),
    }),
    output: fileSchema,
    fileTypes: ["text/csv"],
  }),
};

export type NetWorthReport = z.infer<typeof reportsContract.getNetWorth.output>;
export type CashFlowReport = z.infer<typeof reportsContract.getCashFlow.output>;
export type SpendingReport = z.infer<typeof reportsContract.getSpendingReport.output>;
export type FigureView = z.infer<typeof figureSchema>;
export type GroupView = z.infer<typeof groupSchema>;
export type ExportedReport = z.output<typeof reportsContract.exportReport.input>;
export type SpendingInput = z.output<typeof spendingInput>;
export type PeriodInput = z.output<typeof periodInput>;
