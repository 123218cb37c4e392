import { z } from "zod";
import { filledLineSchema } from "#shared/text/text-schemas.ts";
import { bodyIdSchema, isoCurrencyCodeSchema, plainDateSchema } from "#shared/finance-shapes.ts";
import { estimateSchema } from "../budget-fields-shapes.ts";
import { carryModes } from "./carry.ts";
import { rhythmUnits } from "./rhythm.ts";

/* Inputs and outputs of the series calls (`../../series-contract.ts`). Amounts are JSON numbers of currency units. */

const amountSchema = estimateSchema.positive("Enter an amount above zero.");

export const rhythmSchema = z.object(
  {
    every: z.int("Enter a whole number.").min(1, "Enter 1 or more.").max(366, "Enter at most 366."),
    unit: z.enum(rhythmUnits, "Choose days, weeks, months, or years."),
  },
  "Include a rhythm.",
);

export const goalSchema = z.discriminatedUnion(
  "kind",
  [
    z.object({ kind: z.literal("saveBy"), amount: amountSchema, by: plainDateSchema }),
    z.object({ kind: z.literal("refill"), amount: amountSchema }),
    z.object({ kind: z.literal("perPeriod"), amount: amountSchema }),
    z.object({ kind: z.literal("balance"), amount: amountSchema, accountId: bodyIdSchema }),
  ],
  "Choose a kind of goal.",
);

export const planShape = {
  carry: z.enum(carryModes, "Use none, leftovers, or both.").meta({
    description:
      "What a period takes over from the one before: nothing, money left over, or that and what was overspent.",
  }),
  cap: amountSchema.nullable().optional().meta({ description: "Most that is carried." }),
  goal: goalSchema.nullable().optional(),
};

export const appliesToSchema = z
  .enum(["this", "later", "open"], "Use this, later, or open.")
  .default("this")
  .meta({
    description:
      "Periods that what changed applies to: this one, this and all later ones, or all that haven't ended. The last two include those not made yet.",
  });

/** A goal with how far it is; `behind` is 0 if it's on track, and null if nobody knows or its day has passed. */
export const goalViewSchema = z.object({
  kind: z.enum(["saveBy", "refill", "perPeriod", "balance"]),
  amount: z.number(),
  by: z.string().nullable(),
  accountId: z.int().nullable(),
  behind: z.number().nullable(),
});

/** Figures of what a category carries. Outside a series, nothing. */
export const carriedShape = {
  /** Into this period; below zero if it was overspent. */
  carried: z.number(),
  /** `estimate` plus `carried`. */
  available: z.number(),
  carry: z.enum(carryModes),
  cap: z.number().nullable(),
  startsFresh: z.boolean(),
  goal: goalViewSchema.nullable(),
};

const neighborSchema = z.object({ budgetId: z.int(), budgetName: z.string() }).nullable();

export const seriesViewSchema = z.object({
  seriesId: z.int(),
  rhythm: z.object({ every: z.int(), unit: z.enum(rhythmUnits) }),
  anchor: z.string(),
  /** No period starts after this day. */
  ends: z.string().nullable(),
  previous: neighborSchema,
  next: neighborSchema,
});

export const seriesInputShape = {
  rhythm: rhythmSchema,
  anchor: plainDateSchema.meta({
    description: "A day on which a period starts. Of day 31, months start on their last day.",
  }),
  ends: plainDateSchema.nullable().optional().meta({ description: "No period starts after this day." }),
  name: filledLineSchema("Enter a name.").meta({
    description: "The period's name. A month, days, or a year in it become those of each period.",
  }),
  startDate: plainDateSchema
    .optional()
    .meta({ description: "Of the period at hand; the anchor if omitted." }),
  endDate: plainDateSchema
    .optional()
    .meta({ description: "Of the period at hand; by the rhythm if omitted." }),
  isoCurrencyCode: isoCurrencyCodeSchema.optional(),
};

export type SeriesView = z.infer<typeof seriesViewSchema>;
export type GoalView = z.infer<typeof goalViewSchema>;
export type GoalInput = z.infer<typeof goalSchema>;
export type PlanInput = {
  carry?: "none" | "leftovers" | "both" | undefined;
  cap?: number | null | undefined;
  goal?: GoalInput | null | undefined;
};
