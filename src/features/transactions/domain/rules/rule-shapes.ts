import { z } from "zod";
import {
  bodyIdSchema,
  categoryOrNoneSchema,
  isoCurrencyCodeSchema,
  plainDateSchema,
  transactionSchema,
} from "#shared/finance-shapes.ts";
import { rowKinds } from "#shared/row-kinds.ts";
import { filledLineSchema, lineSchema } from "#shared/text/text-schemas.ts";
import { noteSchema, tagNamesSchema } from "../note-shapes.ts";

/*
 * Inputs and outputs of the calls of rules (`../../contract.ts`). The browser imports only the types. The meaning of each
 * condition is in `rule-tests.ts`.
 */

/** Limits of a person's rules (docs/reference/http-api.md, "Limits"). */
export const mostRules = 500;
const mostConditions = 10;
const mostValues = 50;

function severalOf<Value extends z.ZodType>(value: Value) {
  return z
    .array(value, "Enter at least one value.")
    .min(1, "Enter at least one value.")
    .max(mostValues, `Enter at most ${mostValues} values.`);
}

const texts = severalOf(filledLineSchema("Enter a text."));
const amount = z
  .number("Enter an amount.")
  .nonnegative("Enter zero or more.")
  .max(999_999_999.99, "Enter at most 999,999,999.99.")
  .refine((units) => /^\d+(?:\.\d{1,4})?$/.test(String(units)), "Use at most 4 decimals.");
const percent = z.int("Enter a whole number.").min(0, "Enter 0 to 100.").max(100, "Enter 0 to 100.");
const dayOfMonth = z
  .int("Enter a day.")
  .min(1, "Enter a day from 1 to 31.")
  .max(31, "Enter a day from 1 to 31.");
const merchantCode = z
  .int("Enter a code of four digits.")
  .min(0, "Enter a code of four digits.")
  .max(9999, "Enter a code of four digits.");
const twoMerchantCodes = z
  .tuple([merchantCode, merchantCode], "Enter two codes.")
  .refine(([from, to]) => from <= to, "Start with the smaller code.");
const bankCode = z.string("Enter the bank’s code.").regex(/^[A-Z_]{1,100}$/, "Enter the bank’s code.");
const twoAmounts = z
  .tuple([amount, amount], "Enter two amounts.")
  .refine(([from, to]) => from <= to, "Start with the smaller amount.");
const chooseOp = { error: "Choose how to compare." };

function condition<Field extends string, Op extends string, Values extends z.ZodType>(
  field: Field,
  op: Op,
  values: Values,
) {
  return z.strictObject({ field: z.literal(field), op: z.literal(op, chooseOp), values });
}

export const conditionSchema = z.discriminatedUnion(
  "field",
  [
    z.strictObject({
      field: z.literal("payee"),
      op: z.enum(["is", "contains", "starts"], chooseOp),
      values: texts,
    }),
    condition("text", "contains", texts),
    condition("account", "is", severalOf(bodyIdSchema)),
    condition("direction", "is", z.tuple([z.enum(["in", "out"], "Use in or out.")], "Use in or out.")),
    z.discriminatedUnion(
      "op",
      [
        condition("amount", "is", severalOf(amount)),
        condition("amount", "between", twoAmounts),
        condition("amount", "about", z.tuple([amount, percent], "Enter an amount and a percentage.")),
      ],
      chooseOp,
    ),
    condition("currency", "is", severalOf(isoCurrencyCodeSchema)),
    condition("bankCategory", "is", severalOf(bankCode)),
    condition("merchantCode", "between", twoMerchantCodes),
    condition("typeCode", "is", texts),
    condition("day", "between", z.tuple([dayOfMonth, dayOfMonth], "Enter two days of the month.")),
    condition("note", "contains", texts),
    condition("tag", "is", severalOf(bodyIdSchema)),
  ],
  { error: "Choose what to test." },
);

export const actionSchema = z.discriminatedUnion(
  "field",
  [
    z.strictObject({
      field: z.literal("category"),
      value: categoryOrNoneSchema.meta({
        description: "−1: no category, whatever the bank says or was learned.",
      }),
    }),
    z.strictObject({ field: z.literal("kind"), value: z.enum(rowKinds, "Choose what it is.") }),
    z.strictObject({ field: z.literal("payee"), value: filledLineSchema("Enter a name.") }),
    z.strictObject({
      field: z.literal("note"),
      value: noteSchema.min(1, "Enter a note.").meta({ description: "For transactions without one." }),
    }),
    z.strictObject({
      field: z.literal("tags"),
      value: tagNamesSchema.min(1, "Enter a tag.").meta({
        description: "Names of tags that it adds; unknown ones become new tags.",
      }),
    }),
  ],
  { error: "Choose what to do." },
);

const conditions = z
  .array(conditionSchema, "Add a condition.")
  .min(1, "Add a condition.")
  .max(mostConditions, `Use at most ${mostConditions} conditions.`);
export const noActions = "Choose what the rule does.";
const anyActions = z
  .array(actionSchema, noActions)
  .refine(
    (list) => new Set(list.map(({ field }) => field)).size === list.length,
    "Set each thing only once.",
  );
const name = lineSchema("Enter a name.");
const isOn = z.boolean("Use true or false.");

/** A rule as its editor sends it. */
export const ruleInputShape = {
  ruleId: z.int32("Enter an id.").nonnegative("Enter an id.").meta({ description: "0 to create one." }),
  name: name.default("").meta({ description: "Empty: the rule is named after its conditions." }),
  conditions: conditions.meta({ description: "All must hold; of several values of one condition, any." }),
  actions: anyActions.min(1, noActions),
  isOn: isOn.default(true),
  appliesFrom: plainDateSchema.nullable().optional().meta({
    description:
      "First day of the transactions that were there before the rule and that it sorts, too; null for none. If omitted, unchanged; null for a new rule.",
  }),
};

/** A rule to save. One that lost what it set stays as it is, for example when it's turned off. */
export const savedRuleShape = {
  ...ruleInputShape,
  actions: anyActions.meta({ description: "None only if the rule has none, since what it set was deleted." }),
};

/** Id of the undo, chosen by the caller; a call that is sent twice with the same one takes effect once. */
export const undoIdSchema = z.uuid("Enter a UUID.").optional().meta({
  description: "Id for Undo, chosen by the caller. A call sent again with the same one changes nothing more.",
});

/** Answer of a change that can be undone by its id: the number of rows that changed. */
export const undoableSchema = z.object({ updated: z.int(), undoId: z.uuid() });

/** A rule as its editor read it. */
export const ruleBasisSchema = z
  .object(
    { name, conditions: z.array(conditionSchema), actions: z.array(actionSchema), isOn },
    "Include the rule as you read it.",
  )
  .partial();

/** A rule as it is listed. */
export const ruleSchema = z.object({
  ruleId: z.int(),
  name: z.string(),
  /** Its name, or its conditions in words. */
  title: z.string(),
  conditions: z.array(conditionSchema),
  /** Empty if its category or its tags were deleted. */
  actions: z.array(actionSchema),
  isOn: z.boolean(),
  appliesFrom: z.string().nullable(),
  /** Transactions that have something from this rule now. */
  transactionCount: z.int(),
  /** Last time that it sorted a transaction, ISO 8601; null for never. */
  lastUsedAt: z.string().nullable(),
});

const count = z.int().nonnegative();

export const rulePreviewSchema = z.object({
  /** All transactions that match, whenever they came. */
  total: count,
  /** The same by whose word stands now for what the rule would set. What a person set stays. */
  byNow: z.object({ none: count, bank: count, learnt: count, rule: count, person: count }),
  /** Those that the rule would change if it were applied to the past. */
  changing: count,
  /** Of those in the currency that most of them have; positive for money in. */
  sum: z.number(),
  isoCurrencyCode: z.string(),
  otherCurrencies: z.array(z.object({ isoCurrencyCode: z.string(), count, sum: z.number() })),
  /** The newest 20. */
  transactions: z.array(transactionSchema),
  /** Other rules that match some of them and set the same thing to something else. */
  conflicts: z.array(
    z.object({
      ruleId: z.int(),
      /** Position in the list, from 1. */
      number: z.int(),
      name: z.string(),
      field: z.enum(["category", "kind", "payee", "note"]),
      /** The other value, in words. */
      sets: z.string(),
      transactionCount: count,
      /** It's above this one, and wins. */
      wins: z.boolean(),
    }),
  ),
});

export type Condition = z.infer<typeof conditionSchema>;
export type RuleAction = z.infer<typeof actionSchema>;
export type RuleView = z.infer<typeof ruleSchema>;
export type RulePreview = z.infer<typeof rulePreviewSchema>;
