import { z } from "zod";
import { defineGet, definePost } from "#shared/endpoint.ts";
import { basedOnShape } from "#shared/field-merge.ts";
import { bodyIdSchema, askedCategorySchema, idSchema, plainDateSchema } from "#shared/finance-shapes.ts";
import { lineSchema } from "#shared/text/text-schemas.ts";
import { payeeListSchema } from "./domain/payees/payee-shapes.ts";
import {
  actionSchema,
  conditionSchema,
  mostRules,
  ruleBasisSchema,
  ruleInputShape,
  rulePreviewSchema,
  ruleSchema,
  savedRuleShape,
  undoableSchema,
  undoIdSchema,
} from "./domain/rules/rule-shapes.ts";

const ruleListSchema = z.array(ruleSchema);
const ruleId = bodyIdSchema;

export const ruleCalls = {
  getPayees: defineGet("/api/GetPayees", "finance", {
    summary:
      "Lists the payees of spending and income that still have transactions without a category, money in and money out apart, and counts what is sorted.",
    input: z.object({
      all: z.enum(["true", "false"]).optional().meta({
        description: "`true`: also payees whose transactions are all sorted.",
      }),
      q: z.string().max(200, "Use at most 200 characters.").optional().meta({
        description:
          "Lists only payees whose name contains each of these words; the counts stay those of all.",
      }),
    }),
    output: payeeListSchema,
  }),
  getRules: defineGet("/api/GetRules", "finance", {
    summary:
      "Returns the person's rules in order. For each thing that rules set, the first one that matches wins.",
    output: ruleListSchema,
  }),
  getRuleDraft: defineGet("/api/GetRuleDraft", "finance", {
    summary:
      "Returns a rule for everything of a transaction's payee, with the category wanted, or the transaction's if it has one, and with that category's kind if the bank's word about the transaction is stronger than a category. It is the person's own rule with these conditions (`ruleId`), or a new one (0); nothing is saved.",
    input: z.object({
      transactionId: idSchema,
      financialCategoryId: askedCategorySchema
        .optional()
        .meta({ description: "The category wanted; −1 for none." }),
    }),
    output: z.object({
      /** The payee's name as it's shown. */
      payee: z.string(),
      ruleId: z.int(),
      name: z.string(),
      conditions: z.array(conditionSchema),
      actions: z.array(actionSchema),
    }),
  }),
  previewRule: definePost("/api/PreviewRule", "finance", {
    summary:
      "Returns the transactions that a rule matches, by whose word stands now for what it sets, and the rules that conflict with it. Changes nothing.",
    limit: "read",
    input: z.object(ruleInputShape),
    output: rulePreviewSchema,
  }),
  saveRule: definePost("/api/SaveRule", "finance", {
    summary:
      "Creates a rule (id 0), placed by how much its conditions say, or changes one, and sorts the transactions that it reaches: those that come from now on, and those from `appliesFrom` on. What a person set by hand stays. Returns the rules in order. 400 for a category, an account, or a tag that the person doesn't have, unless it's in an unchanged condition; 404 for an unknown rule.",
    changes: ["transactions"],
    input: z.object({ ...savedRuleShape, undoId: undoIdSchema, ...basedOnShape(ruleBasisSchema) }),
    output: ruleListSchema,
  }),
  deleteRule: definePost("/api/DeleteRule", "finance", {
    summary:
      "Deletes a rule; its transactions are sorted without it, or with `keep` keep what it set, but for names, as if set by hand. Returns the rules in order. Undo takes it back for 24 hours.",
    changes: ["transactions"],
    input: z.object({ ruleId, keep: z.boolean("Use true or false.").default(false), undoId: undoIdSchema }),
    output: ruleListSchema,
  }),
  orderRules: definePost("/api/OrderRules", "finance", {
    summary:
      "Puts rules in an order; those that aren't named follow as they were. Returns the rules in order. 404 for an unknown rule.",
    changes: ["transactions"],
    input: z.object({
      ruleIds: z
        .array(ruleId, "Send the ids in order.")
        .max(mostRules, `Send at most ${mostRules} rules.`)
        .refine((ids) => new Set(ids).size === ids.length, "List each rule only once."),
      undoId: undoIdSchema,
    }),
    output: ruleListSchema,
  }),
  applyRule: definePost("/api/ApplyRule", "finance", {
    summary:
      "Has a rule sort transactions that were there before it, too: all of them, or those dated `from` on. What a person set by hand stays. Returns how many changed.",
    changes: ["transactions"],
    input: z.object({ ruleId, from: plainDateSchema.optional(), undoId: undoIdSchema }),
    output: undoableSchema,
  }),
  renamePayee: definePost("/api/RenamePayee", "finance", {
    summary:
      "Gives a transaction's payee another name, on all its transactions; an empty one is the bank's again. Payees with the same name are one. Returns how many transactions changed.",
    changes: ["transactions"],
    input: z.object({
      transactionId: bodyIdSchema,
      name: lineSchema("Enter a name."),
      undoId: undoIdSchema,
    }),
    output: undoableSchema,
  }),
  undo: definePost("/api/Undo", "finance", {
    summary:
      "Undoes a change of rules or payees from the last 24 hours; what was changed again since stays. 404 if nothing is left to undo.",
    changes: ["transactions"],
    input: z.object({ undoId: z.uuid("Enter the ID of the undo.") }),
  }),
  getUndos: defineGet("/api/GetUndos", "finance", {
    summary: "Returns the changes of rules and payees that can be undone, newest first.",
    output: z.array(z.object({ undoId: z.uuid(), text: z.string(), at: z.string() })),
  }),
};
