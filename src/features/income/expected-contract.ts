import { z } from "zod";
import { defineGet, definePost } from "#shared/endpoint.ts";
import { bodyIdSchema, idSchema } from "#shared/finance-shapes.ts";
import {
  detectedKeySchema,
  detectedSourceSchema,
  expectedPeriodSchema,
  incomeSourceSchema,
  monthSchema,
} from "./domain/income-shapes.ts";

const sumsSchema = z.object({
  due: z.number(),
  paid: z.number(),
  outstanding: z.number(),
  overdue: z.number(),
});

const detectedKeysSchema = z
  .array(detectedKeySchema, "Choose payees.")
  .max(200, "Choose at most 200 payees.");

/** Calls on all that is expected, in and out (docs/reference/money.md, "Bills", "Calendar", and "Detected sources"). */
export const expectedCalls = {
  getExpected: defineGet("/api/GetExpected", "finance", {
    summary:
      "Returns every due date of a month, of income and bills at all linked banks, by date, and all bills with their next unpaid due date. Amounts of currencies are never added.",
    input: z.object({ month: monthSchema.optional().meta({ description: "Defaults to the current one." }) }),
    output: z.object({
      month: z.string(),
      today: z.string(),
      periods: z.array(expectedPeriodSchema),
      totals: z.array(z.object({ isoCurrencyCode: z.string(), in: sumsSchema, out: sumsSchema })),
      bills: z.array(
        z.object({
          bill: incomeSourceSchema,
          institutionName: z.string(),
          /** The oldest unpaid due date that is late, or else the next unpaid one within a year. */
          next: expectedPeriodSchema.nullable(),
        }),
      ),
    }),
  }),
  getDetectedSources: defineGet("/api/GetDetectedSources", "finance", {
    summary:
      "Returns bills and income that regular transactions of the last thirteen months suggest, or the income at one bank: of payees that are neither linked to a source nor refused. Nothing is created until DecideDetectedSources is called.",
    input: z.object({ institutionAccessItemId: idSchema.optional() }),
    output: z.object({ detected: z.array(detectedSourceSchema) }),
  }),
  decideDetectedSources: definePost("/api/DecideDetectedSources", "finance", {
    summary:
      "Creates what is accepted of GetDetectedSources, with its past transactions as payments, and stops offering what is refused; all or none. What is no longer offered is skipped, so a repeated request changes nothing.",
    changes: ["income"],
    input: z.object({ accept: detectedKeysSchema, refuse: detectedKeysSchema }),
    output: z.object({ incomeSourceIds: z.array(z.int()), paymentCount: z.int() }),
  }),
  undoDetectedSources: definePost("/api/UndoDetectedSources", "finance", {
    summary:
      "Undoes DecideDetectedSources, all or none: deletes its sources, unlinks their payments, and offers what was refused again. 404 for an unknown source.",
    changes: ["income"],
    input: z.object({
      incomeSourceIds: z.array(bodyIdSchema, "Choose sources.").max(200, "Choose at most 200 sources."),
      refused: detectedKeysSchema,
    }),
  }),
};
