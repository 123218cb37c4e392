import { z } from "zod";
import {
  askedCategorySchema,
  idSchema,
  isoCurrencyCodeSchema,
  pagingShape,
  plainDateSchema,
} from "#shared/finance-shapes.ts";
import { rowKinds } from "#shared/row-kinds.ts";
import { mostPayeeLetters, readPayeeList } from "#shared/text/payee-list.ts";

/** Unsigned currency units, the same number in every currency. */
const sizeSchema = z.coerce
  .number("Enter an amount.")
  .pipe(
    z
      .number("Enter an amount.")
      .min(0, "Enter zero or more.")
      .max(999_999_999.99, "Enter at most 999,999,999.99."),
  )
  .optional();

/** Payees by the name that is shown, each on a line of its own. */
const payeesSchema = z
  .string()
  .max(mostPayeeLetters, "Choose fewer payees.")
  .transform(readPayeeList)
  .optional();

/** Query of GetLedger and of its CSV export. */
export const ledgerQuery = z
  .object({
    from: plainDateSchema.optional().meta({ description: "First day, inclusive." }),
    to: plainDateSchema.optional().meta({ description: "Last day, inclusive." }),
    accountId: idSchema.optional(),
    institutionAccessItemId: idSchema.optional(),
    kind: z.enum(rowKinds, "Choose a kind.").optional(),
    maybe: z.literal("true", "Use true.").optional().meta({
      description: "Only those of files that may be another transaction (`maybeSameAs`).",
    }),
    financialCategoryId: askedCategorySchema.optional().meta({ description: "−1: uncategorized." }),
    isoCurrencyCode: isoCurrencyCodeSchema.optional(),
    payee: payeesSchema.meta({
      description: "Only these payees, by the name that is shown; several on lines of their own.",
    }),
    exceptPayee: payeesSchema.meta({ description: "Without these payees; several on lines of their own." }),
    tag: idSchema.optional().meta({ description: "ID of a tag." }),
    ruleId: idSchema.optional().meta({
      description: "Only those that have their category, kind, payee's name, note, or a tag from this rule.",
    }),
    minAmount: sizeSchema.meta({ description: "Smallest amount, without its sign, inclusive." }),
    maxAmount: sizeSchema.meta({ description: "Largest amount, without its sign, inclusive." }),
    ...pagingShape,
  })
  .refine(({ from = "", to = "9999-12-31" }) => from <= to, {
    path: ["to"],
    error: "Choose an end date on or after the start date.",
  })
  .refine(({ minAmount = 0, maxAmount = Infinity }) => minAmount <= maxAmount, {
    path: ["maxAmount"],
    error: "Enter an amount of at least the smallest one.",
  });

/** Sum of the rows in one currency, in currency units. Rows that the bank removed don't count. */
export const ledgerSumSchema = z.object({
  isoCurrencyCode: z.string(),
  /** Money in, 0 or more. */
  in: z.number(),
  /** Money out, 0 or more. */
  out: z.number(),
});

export type LedgerQuery = z.output<typeof ledgerQuery>;
export type LedgerSum = z.infer<typeof ledgerSumSchema>;
