import { z } from "zod";
import { defineGet, definePost } from "#shared/endpoint.ts";
import { bodyIdSchema } from "#shared/finance-shapes.ts";
import {
  detectedExpectationSchema,
  directionSchema,
  expectedPeriodSchema,
  incomeSourceSchema,
  monthSchema,
  payerKeySchema,
} from "./domain/income-shapes.ts";

const sumsSchema = z.object({
  due: z.number(),
  paid: z.number(),
  outstanding: z.number(),
  overdue: z.number(),
});

const choiceSchema = payerKeySchema.extend({
  institutionAccessItemId: bodyIdSchema,
  direction: directionSchema,
});

/** Calls on all that is expected, in and out (docs/reference/money.md, "Bills" and "Calendar"). */
export const expectedCalls = {
  getExpected: defineGet("/api/GetExpected", {
    summary:
      "Returns every due date of a month, of income and bills at all linked banks, by date, and all bills with their next unpaid due date. Amounts of currencies are never added.",
    auth: "finance",
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
  getDetectedExpected: defineGet("/api/GetDetectedExpected", {
    summary:
      "Returns bills, and income that isn't monthly, that regular transactions of the last thirteen months suggest. Nothing is created until DecideDetectedExpected is called.",
    auth: "finance",
    output: z.object({ detected: z.array(detectedExpectationSchema) }),
  }),
  decideDetectedExpected: definePost("/api/DecideDetectedExpected", {
    summary:
      "Adds one that GetDetectedExpected returns, with its past transactions as payments, or stops offering it. One that is no longer offered changes nothing. UndoDetectedExpected undoes it.",
    auth: "finance",
    changes: ["income"],
    input: choiceSchema.extend({ accept: z.boolean() }),
    output: z.object({ incomeSourceId: z.int().nullable(), paymentCount: z.int() }),
  }),
  undoDetectedExpected: definePost("/api/UndoDetectedExpected", {
    summary:
      "Deletes the added source, if one is given, or else offers the refused one again. 404 for an unknown source.",
    auth: "finance",
    changes: ["income"],
    input: choiceSchema.extend({ incomeSourceId: bodyIdSchema.nullable() }),
  }),
};
