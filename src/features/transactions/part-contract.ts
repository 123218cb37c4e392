import { z } from "zod";
import { defineGet, definePost } from "#shared/endpoint.ts";
import { basedOnShape } from "#shared/field-merge.ts";
import { bodyIdSchema, categoryOrNoneSchema, tagSchema, transactionSchema } from "#shared/finance-shapes.ts";
import { noteSchema, tagNameSchema } from "./domain/note-shapes.ts";
import { undoableSchema, undoIdSchema } from "./domain/rules/rule-shapes.ts";

const mostParts = 50;

const partInput = z.object({
  amount: z
    .number("Enter an amount.")
    .min(-999_999_999.999_9, "Enter at most 999,999,999.99.")
    .max(999_999_999.999_9, "Enter at most 999,999,999.99.")
    .refine((units) => units !== 0, "Enter an amount other than zero.")
    .meta({ description: "Currency units; its sign may differ from the transaction's." }),
  financialCategoryId: categoryOrNoneSchema.meta({ description: "−1: none." }),
  note: noteSchema.default(""),
  leftOut: z.boolean("Use true or false.").default(false).meta({ description: "Counts in no budget." }),
  isRest: z.boolean("Use true or false.").default(false).meta({
    description: "Changes along with the transaction's amount, and isn't assigned yet; one at most.",
  }),
});

/** Input of SplitTransaction. */
export const splitSchema = z.object({
  transactionId: bodyIdSchema,
  parts: z
    .array(partInput, "Enter parts.")
    .max(mostParts, `Use at most ${mostParts} parts.`)
    .refine((parts) => parts.length !== 1, "Add a second part.")
    .refine(
      (parts) => parts.length === 0 || parts.some(({ leftOut }) => !leftOut),
      "Keep at least one part in.",
    )
    .refine((parts) => parts.filter(({ isRest }) => isRest).length <= 1, "Leave one rest at most.")
    .meta({ description: "At least two; none to join them again." }),
  financialCategoryId: categoryOrNoneSchema.optional().meta({
    description: "If joined again: its category, −1 for none. If omitted, it's sorted automatically.",
  }),
  basedOn: z
    .array(z.int())
    .max(mostParts + 1)
    .optional()
    .meta({
      description: "IDs of its parts when the caller read it. 409 if it has others now.",
    }),
});

export type SplitInput = z.output<typeof splitSchema>;

const tagChangeSchema = z.object({
  transactionIds: z
    .array(bodyIdSchema)
    .min(1, "Choose a transaction.")
    .max(5_000, "Send at most 5,000 transactions at a time."),
  add: z.array(tagNameSchema).max(20, "Add at most 20 tags.").default([]).meta({
    description: "Names; unknown ones become new tags.",
  }),
  remove: z.array(tagNameSchema).max(20, "Remove at most 20 tags.").default([]).meta({
    description: "Names; unknown ones don't matter.",
  }),
  isUndo: z
    .literal(true)
    .optional()
    .meta({ description: "Only in `undo`: leaves transactions alone that are gone." }),
  given: z
    .object({
      tags: z.array(tagNameSchema).max(20, "Send at most 20 tags."),
      note: noteSchema.nullable(),
    })
    .optional()
    .meta({
      description:
        "Only in `undo`: what rules had given these transactions. Rules give it again; what none of them gives anymore becomes the person's.",
    }),
});

export type TagChange = z.output<typeof tagChangeSchema>;

const undoSchema = z
  .array(tagChangeSchema)
  .meta({ description: "Inputs of SetTransactionTags that undo this." });

export const partCalls = {
  splitTransaction: definePost("/api/SplitTransaction", "finance", {
    summary:
      "Splits a transaction into parts, replacing earlier ones, or joins it again. Only figures see parts: the transaction stays whole for matching, balances, transfers, and payments. 400 unless the parts add up to it. 404 for an unknown transaction, 409 `parts` if they changed since `basedOn`.",
    changes: ["transactions"],
    input: splitSchema,
    output: transactionSchema,
  }),
  getTags: defineGet("/api/GetTags", "finance", {
    summary: "Lists the tags by name, with their numbers of transactions.",
    output: z.array(tagSchema.extend({ transactionCount: z.int() })),
  }),
  setTransactionTags: definePost("/api/SetTransactionTags", "finance", {
    summary:
      "Adds tags to transactions, and removes others. All or none. `undo` restores those that changed.",
    changes: ["transactions"],
    input: tagChangeSchema,
    output: z.object({ updated: z.int(), undo: undoSchema }),
  }),
  renameTag: definePost("/api/RenameTag", "finance", {
    summary: "Renames a tag. 409 `name` if another one has the name: merge them instead.",
    changes: ["transactions"],
    input: z.object({
      tagId: bodyIdSchema,
      name: tagNameSchema,
      ...basedOnShape(z.object({ name: tagNameSchema }, "Include the tag as you read it.")),
    }),
    output: tagSchema,
  }),
  mergeTag: definePost("/api/MergeTag", "finance", {
    summary:
      "Gives a tag's transactions another tag instead, and deletes it. Rules use the other one, too. Undo restores the tag, its transactions, and the rules that weren't changed since.",
    changes: ["transactions"],
    input: z.object({ tagId: bodyIdSchema, intoTagId: bodyIdSchema, undoId: undoIdSchema }),
    output: undoableSchema,
  }),
  deleteTag: definePost("/api/DeleteTag", "finance", {
    summary: "Deletes a tag, also in rules; its transactions stay. Undo restores it as MergeTag's does.",
    changes: ["transactions"],
    input: z.object({ tagId: bodyIdSchema, undoId: undoIdSchema }),
    output: undoableSchema,
  }),
};
