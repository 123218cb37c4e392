import { z } from "zod";
import { noteSchema, tagNamesSchema } from "./note-shapes.ts";
import { basedOnShape } from "#shared/field-merge.ts";
import { bodyIdSchema, plainDateSchema } from "#shared/finance-shapes.ts";
import { uncategorizedId } from "#shared/row-kinds.ts";
import { filledLineSchema } from "#shared/text/text-schemas.ts";
import { addDays } from "#shared/time/plain-dates.ts";

const amountSchema = z
  .number("Enter an amount.")
  .min(-999_999_999.999_9, "Enter at most 999,999,999.99.")
  .max(999_999_999.999_9, "Enter at most 999,999,999.99.")
  .refine((units) => units !== 0, "Enter an amount other than zero.")
  .meta({ description: "Currency units; positive for money in, negative for money out." });

const categorySchema = z
  .int32("Choose a category.")
  .refine((id) => id === uncategorizedId || id > 0, "Choose a category.")
  .meta({ description: "−1: none. If omitted, it's sorted automatically, or keeps its category." });

const fields = {
  accountId: bodyIdSchema.meta({ description: "A manual account." }),
  date: plainDateSchema,
  amount: amountSchema,
  name: filledLineSchema("Enter a payee."),
  financialCategoryId: categorySchema.optional(),
  note: noteSchema.optional().meta({ description: "If omitted, it keeps its note." }),
  tags: tagNamesSchema
    .optional()
    .meta({ description: "Names of all its tags, new or known. If omitted, it keeps them." }),
};

/** Fields of a typed row as they were read; each is optional. */
const typedBasisSchema = z.object({
  accountId: z.int().optional(),
  date: z.string().optional(),
  amount: z.number().optional(),
  name: z.string().optional(),
  financialCategoryId: z.int().optional(),
  note: z.string().optional(),
  tags: z.array(z.string()).optional().meta({
    description:
      "Names of its tags as they were read: then only those added and removed since change, and what was changed elsewhere stays.",
  }),
});

/** Input of SaveTransaction. */
export const saveTransactionSchema = z.object({
  transactionId: z
    .int32("Enter an ID.")
    .nonnegative("Enter an ID.")
    .meta({ description: "0 to create one." }),
  ...fields,
  requestId: z.uuid("Enter a UUID.").optional().meta({
    description: "Key chosen by the caller: a new transaction that is sent twice with it is created once.",
  }),
  ...basedOnShape(typedBasisSchema),
});

export type SaveTransactionInput = z.output<typeof saveTransactionSchema>;

const daysPast = 36_525;
const daysAhead = 366;

/** Returns why a day is too far away for a typed row, or null (docs/reference/money.md, "Manual accounts"). */
export function dayProblem(date: string, today: string): string | null {
  if (date < addDays(today, -daysPast)) return "Enter a date of the last 100 years.";
  return date > addDays(today, daysAhead) ? "Enter a date at most one year ahead." : null;
}
