import { z } from "zod";
import { defineGet, definePost } from "#shared/endpoint.ts";
import {
  bodyIdSchema,
  idSchema,
  pagingShape,
  plainDateSchema,
  transactionSchema,
} from "#shared/finance-shapes.ts";
import { rowKinds } from "#shared/row-kinds.ts";
import { ledgerCalls } from "./ledger-contract.ts";

export { ledgerExport } from "./ledger-contract.ts";
import { joinCalls } from "./join-contract.ts";
import { learningCalls } from "./learning-contract.ts";
import { partCalls } from "./part-contract.ts";
import { ruleCalls } from "./rule-contract.ts";
import { typedCalls } from "./typed-contract.ts";

export type { PayeeList, PayeeView } from "./domain/payees/payee-shapes.ts";
export type { Condition, RuleAction, RulePreview, RuleView } from "./domain/rules/rule-shapes.ts";
export type { TagChange } from "./part-contract.ts";

const kindChoiceSchema = z.object({
  transactionId: bodyIdSchema,
  kind: z.enum(rowKinds, "Choose what it is.").nullable(),
});

const pairSchema = z.object({
  outTransactionId: bodyIdSchema.meta({ description: "Money out." }),
  inTransactionId: bodyIdSchema.meta({ description: "Money in, on another account." }),
  isTransfer: z.boolean("Use true, false, or null.").nullable(),
});

const yesOrNo = z.enum(["true", "false"]);

export const transactionsContract = {
  ...ledgerCalls,
  ...joinCalls,
  ...ruleCalls,
  ...learningCalls,
  ...typedCalls,
  ...partCalls,
  getTransactions: defineGet("/api/GetTransactions", {
    summary:
      "Lists a bank's transactions, newest first by default. Positive amounts are money in. Returns all transactions without `page`.",
    auth: "finance",
    input: z
      .object({
        institutionAccessItemId: idSchema,
        flow: z.enum(["in", "out"]).optional().meta({ description: "`in`: money in; `out`: money out." }),
        startDate: plainDateSchema.optional().meta({ description: "First day, inclusive." }),
        endDate: plainDateSchema.optional().meta({ description: "Last day, inclusive." }),
        incomeSourceId: idSchema.optional().meta({ description: "Only payments of this income source." }),
        linked: yesOrNo.optional().meta({
          description: "`true`: only transactions linked to an income source; `false`: only unlinked ones.",
        }),
        removed: yesOrNo.optional().meta({
          description:
            "`true`: only transactions that the bank removed but that keep your edits; `false`: all others.",
        }),
        ...pagingShape,
      })
      .refine(({ startDate = "", endDate = "9999-12-31" }) => startDate <= endDate, {
        path: ["endDate"],
        error: "Choose an end date on or after the start date.",
      }),
    output: z.object({
      transactions: z.array(transactionSchema),
      institutionName: z.string(),
      total: z.int().meta({ description: "Number of matching transactions on all pages." }),
      inflowCount: z.int().meta({
        description:
          "Number of incoming transactions at the bank, regardless of the filter, without removed ones.",
      }),
    }),
  }),
  setTransactionKinds: definePost("/api/SetTransactionKinds", {
    summary:
      "Sets what transactions are: spending, income, a transfer, or left out. Null goes back to automatic. All or none. `undo` is the input that restores the earlier choices.",
    auth: "finance",
    changes: ["transactions"],
    input: z
      .array(
        kindChoiceSchema.extend({
          basedOn: kindChoiceSchema.shape.kind.optional().meta({
            description: "For an undo: leaves rows alone whose kind has changed since.",
          }),
        }),
      )
      .min(1, "Choose a transaction.")
      .max(5_000, "Send at most 5,000 transactions at a time."),
    output: z.object({ updated: z.int(), undo: z.array(kindChoiceSchema) }),
  }),
  getTransferCandidates: defineGet("/api/GetTransferCandidates", {
    summary:
      "Lists transactions that may be the other side of one: opposite, on another account, at most 30 days apart, and unmatched. The closest amounts and dates come first, 50 at most. 404 for an unknown transaction.",
    auth: "finance",
    input: z.object({ transactionId: idSchema }),
    output: z.object({ transactions: z.array(transactionSchema) }),
  }),
  setTransferPairs: definePost("/api/SetTransferPairs", {
    summary:
      "Says that two transactions are one transfer (true), that they aren't (false, so they're never paired or suggested again), or leaves them to the rule (null). All or none. `undo` is the input that restores the earlier decisions. 409 if one of them is matched with another transaction, or has a kind you chose.",
    auth: "finance",
    changes: ["transactions"],
    input: z
      .array(
        pairSchema.extend({
          basedOn: pairSchema.shape.isTransfer.optional().meta({
            description: "For an undo: leaves pairs alone whose decision has changed since.",
          }),
        }),
      )
      .min(1, "Choose two transactions.")
      .max(500, "Send at most 500 pairs at a time.")
      .refine(
        (pairs) =>
          new Set(pairs.map((pair) => `${pair.outTransactionId} ${pair.inTransactionId}`)).size ===
          pairs.length,
        "List each pair only once.",
      ),
    output: z.object({ updated: z.int(), undo: z.array(pairSchema) }),
  }),
  moveTransactionMarks: definePost("/api/MoveTransactionMarks", {
    summary:
      "Moves your edits (category, kind, exemptions, income payment) from a removed transaction to another one of the same account, and deletes the removed one. Edits that only the other one has are kept. RestoreRemovedTransaction undoes this for 24 hours. 409 `toTransactionId` if both are linked to an income source.",
    auth: "finance",
    changes: ["transactions"],
    input: z.object({ fromTransactionId: bodyIdSchema, toTransactionId: bodyIdSchema }),
  }),
  dismissRemovedTransaction: definePost("/api/DismissRemovedTransaction", {
    summary:
      "Deletes a transaction that the bank removed, with your edits to it. RestoreRemovedTransaction undoes this for 24 hours. Idempotent. 409 `transactionId` if the bank still has the transaction.",
    auth: "finance",
    changes: ["transactions"],
    input: z.object({ transactionId: bodyIdSchema }),
  }),
  restoreRemovedTransaction: definePost("/api/RestoreRemovedTransaction", {
    summary:
      "Restores a removed transaction with your edits within 24 hours after it was deleted or its edits were moved, or one that you typed. Later changes to the other transaction are kept.",
    auth: "finance",
    changes: ["transactions"],
    input: z.object({ transactionId: bodyIdSchema }),
  }),
};
