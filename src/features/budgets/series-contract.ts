import { z } from "zod";
import { definePost } from "#shared/endpoint.ts";
import { basedOnShape } from "#shared/field-merge.ts";
import { bodyIdSchema } from "#shared/finance-shapes.ts";
import {
  budgetBasisSchema,
  endBeforeStart,
  estimateSchema,
  idOrNewSchema,
  requestIdSchema,
} from "./domain/budget-shapes.ts";
import { appliesToSchema, planShape, seriesInputShape } from "./domain/series/series-shapes.ts";

const budgetId = bodyIdSchema;
const seriesId = bodyIdSchema;
const mostCategories = 500;
const mostItems = 200;
const mostOwn = 10_000;

/** A category's values in one period, in that period's currency. */
const ownPlanSchema = z.object({
  budgetId,
  estimate: estimateSchema,
  carry: planShape.carry,
  cap: planShape.cap.unwrap(),
  goal: planShape.goal.unwrap(),
});

export type OwnPlan = z.infer<typeof ownPlanSchema>;

/** Calls of budgets that repeat (docs/reference/money.md, "Series"). */
export const seriesCalls = {
  saveBudgetSeries: definePost("/api/SaveBudgetSeries", "finance", {
    summary:
      "Creates a series (id 0) or changes one, atomically. A new one starts with `budgetId`, a budget that doesn't repeat yet, or with a new one. For an existing one, `budgetId` is the period at hand, by default the current one; what differs from it goes to the periods that `appliesTo` names. The rhythm, the anchor, and the end are the series' own: a change makes the periods that haven't started anew. 400 for categories the person doesn't have, 404 for an unknown series, budget, or bank, 409 as for SaveBudget.",
    changes: ["budgets"],
    input: z
      .object({
        seriesId: idOrNewSchema,
        budgetId: bodyIdSchema.optional(),
        ...seriesInputShape,
        budgetAccessItems: z
          .array(bodyIdSchema, "Choose banks.")
          .max(mostItems, `Choose at most ${mostItems} banks.`),
        categories: z
          .array(
            z.object(
              {
                financialCategoryId: z.int32("Choose a category."),
                estimate: estimateSchema.optional(),
                ...planShape,
                carry: planShape.carry.optional().meta({
                  description: "If omitted, it and the goal stay as they are; `none` for a new category.",
                }),
              },
              "Choose a category.",
            ),
            "Choose categories.",
          )
          .max(mostCategories, `Choose at most ${mostCategories} categories.`),
        appliesTo: appliesToSchema,
        requestId: requestIdSchema,
        ...basedOnShape(budgetBasisSchema),
      })
      .refine(({ anchor, startDate = anchor, endDate = startDate }) => startDate <= endDate, endBeforeStart)
      .refine(({ anchor, startDate = anchor, ends = null }) => ends === null || startDate <= ends, {
        path: ["ends"],
        error: "Choose an end on or after the start date.",
      }),
    output: z.object({ seriesId: z.int(), budgetId: z.int() }),
  }),
  saveCategoryPlan: definePost("/api/SaveCategoryPlan", "finance", {
    summary:
      "Sets what a category of a series carries over, its goal, and its estimate. `basedOn` refuses with 409 if they have changed since. To undo it, save the former values and send `own` of the answer. 404 for a budget outside a series, 400 for a category that isn't in it.",
    changes: ["budgets"],
    input: z.object({
      budgetId,
      financialCategoryId: bodyIdSchema,
      estimate: estimateSchema.optional().meta({ description: "If omitted, unchanged." }),
      ...planShape,
      appliesTo: appliesToSchema,
      own: z
        .array(ownPlanSchema)
        .max(mostOwn, `Send at most ${mostOwn} periods.`)
        .optional()
        .meta({ description: "Values to put back in other periods, as the call to undo has answered." }),
      ...basedOnShape(
        z.object(
          {
            estimate: estimateSchema.optional(),
            carry: planShape.carry,
            cap: z.number("Enter an amount.").nullable(),
            goal: planShape.goal.unwrap(),
          },
          "Include the plan as you read it.",
        ),
      ),
    }),
    output: z.object({
      own: z.array(ownPlanSchema).meta({
        description: "Values that other periods had of their own before, and lost by this.",
      }),
    }),
  }),
  setFreshStart: definePost("/api/SetFreshStart", "finance", {
    summary:
      "Sets whether a category starts a period with nothing carried into it, whatever was left. Idempotent. 400 for a category that isn't in the budget.",
    changes: ["budgets"],
    input: z.object({
      budgetId,
      financialCategoryId: bodyIdSchema,
      startsFresh: z.boolean("Use true or false."),
    }),
  }),
  deleteBudgetSeries: definePost("/api/DeleteBudgetSeries", "finance", {
    summary: "Deletes a series with all its budgets, which can be restored for 24 hours. Idempotent.",
    changes: ["budgets"],
    input: z.object({ seriesId }),
  }),
  restoreBudgetSeries: definePost("/api/RestoreBudgetSeries", "finance", {
    summary: "Restores a series deleted in the last 24 hours, with the budgets deleted with it.",
    changes: ["budgets"],
    input: z.object({ seriesId }),
  }),
};
