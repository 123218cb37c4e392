import { z } from "zod";
import { defineGet, definePost, fileSchema } from "#shared/endpoint.ts";
import {
  bodyIdSchema,
  idSchema,
  pagingShape,
  plainDateSchema,
  transactionSchema,
} from "#shared/finance-shapes.ts";
import { rowKinds } from "#shared/row-kinds.ts";
import { ledgerQuery, ledgerSumSchema } from "./domain/ledger-shapes.ts";
import { saveTransactionSchema } from "./domain/typed-row.ts";
import { partCalls } from "./part-contract.ts";
import { ruleCalls } from "./rule-contract.ts";

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

const ledgerCalls = {
  getLedger: defineGet("/api/GetLedger", "finance", {
    summary:
      "Lists the transactions of all banks, newest first unless sorted, with sums of money in and out by currency for all matching transactions. Returns all transactions without `page`. 404 for an account or bank that isn't the person's.",
    input: ledgerQuery,
    output: z.object({
      transactions: z.array(transactionSchema),
      total: z.int().meta({ description: "Number of matching transactions on all pages." }),
      sums: z.array(ledgerSumSchema).meta({
        description:
          "One entry per currency, that of most transactions first. Transactions that the bank removed don't count.",
      }),
      maybeCount: z.int().meta({
        description:
          "Number of transactions at all banks that may be another one (`maybeSameAs`), regardless of the filter.",
      }),
    }),
  }),
  exportLedger: defineGet("/api/ExportLedger", "finance", {
    summary: "Returns the transactions of all banks as a CSV or OFX file, with the query of GetLedger.",
    input: ledgerQuery.safeExtend({
      format: z.enum(["csv", "ofx"], "Choose CSV or OFX.").default("csv").meta({
        description:
          "`ofx`: OFX 2.2, with a statement for each account; without pending and removed transactions.",
      }),
    }),
    output: fileSchema,
    fileTypes: ["text/csv", "application/x-ofx"],
  }),
};

export const joinCalls = {
  getJoinCandidates: defineGet("/api/GetJoinCandidates", "finance", {
    summary:
      "Lists transactions that may be the same as one, and that JoinTransactions accepts: on its account, of its amount, at most 30 days apart, and not told apart by their bank or file. The closest dates come first, then similar payees, 50 at most. 404 for an unknown transaction.",
    input: z.object({ transactionId: idSchema }),
    output: z.object({ transactions: z.array(transactionSchema) }),
  }),
  joinTransactions: definePost("/api/JoinTransactions", "finance", {
    summary:
      "Makes one transaction of two that are the same, such as one from a bank and one that you typed. That of the stronger source stays (`transactionId`: a bank, then a file, then typed, then the older one) and takes over your edits to the other (`joinedTransactionId`). SeparateTransaction undoes this. Idempotent. 400 `otherTransactionId` unless both are on one account, of one amount, and at most 30 days apart; 409 `otherTransactionId` if a bank or a file has both, the bank removed one of them, or both pay an income source.",
    changes: ["transactions"],
    input: z.object({ transactionId: bodyIdSchema, otherTransactionId: bodyIdSchema }),
    output: z.object({ transactionId: z.int(), joinedTransactionId: z.int() }),
  }),
  separateTransaction: definePost("/api/SeparateTransaction", "finance", {
    summary:
      "Takes a joined transaction apart. The one that you joined with it last is back, with your edits to it. Without one, what you typed, or else a file’s, becomes a transaction of its own (`separatedTransactionId`), which is never joined automatically again. JoinTransactions undoes this. 409 `transactionId` if there is nothing to separate.",
    changes: ["transactions"],
    input: z.object({
      transactionId: bodyIdSchema,
      joinedTransactionId: bodyIdSchema.optional().meta({
        description:
          "For an undo: the one that JoinTransactions answered is back, and no other. 404 if it isn’t joined anymore.",
      }),
    }),
    output: z.object({ transactionId: z.int(), separatedTransactionId: z.int() }),
  }),
  setTransactionApart: definePost("/api/SetTransactionApart", "finance", {
    summary:
      "Says that a transaction is another one than `maybeSameAs`, which is null then (true), or takes that back (false). While true, it’s never joined automatically. Idempotent.",
    changes: ["transactions"],
    input: z.object({ transactionId: bodyIdSchema, isApart: z.boolean("Use true or false.") }),
  }),
};

const learningSchema = z.object({ isOn: z.boolean("Use true or false.") });

export const learningCalls = {
  getLearning: defineGet("/api/GetLearning", "finance", {
    summary: "Returns whether categories are guessed from what the person chose by hand.",
    output: learningSchema,
  }),
  setLearning: definePost("/api/SetLearning", "finance", {
    summary:
      "Switches on or off that categories are guessed from what the person chose by hand, and sorts the transactions that this is about, many of them directly afterwards. What was chosen by hand stays.",
    changes: ["transactions"],
    input: learningSchema,
    output: learningSchema,
  }),
};

const typedCalls = {
  saveTransaction: definePost("/api/SaveTransaction", "finance", {
    summary:
      "Adds a transaction to a manual account (id 0), or changes one. Of a transaction from a bank or a file, only the category changes; 400 for its other fields. 404 for an unknown transaction or account, 409 `accountId` for a closed account.",
    changes: ["transactions", "institutions"],
    input: saveTransactionSchema,
    output: transactionSchema,
  }),
  deleteTransaction: definePost("/api/DeleteTransaction", "finance", {
    summary:
      "Deletes a transaction that you typed. RestoreRemovedTransaction undoes this for 24 hours. Idempotent. 409 `transactionId` for a transaction from a bank or a file, 409 `accountId` for a closed account.",
    changes: ["transactions", "institutions"],
    input: z.object({ transactionId: bodyIdSchema }),
  }),
};

export const transactionsContract = {
  ...ledgerCalls,
  ...joinCalls,
  ...ruleCalls,
  ...learningCalls,
  ...typedCalls,
  ...partCalls,
  getTransactions: defineGet("/api/GetTransactions", "finance", {
    summary:
      "Lists a bank's transactions, newest first by default. Positive amounts are money in. Returns all transactions without `page`.",
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
  setTransactionKinds: definePost("/api/SetTransactionKinds", "finance", {
    summary:
      "Sets what transactions are: spending, income, a transfer, or left out. Null goes back to automatic. All or none. `undo` is the input that restores the earlier choices.",
    changes: ["transactions"],
    input: z
      .array(
        kindChoiceSchema.extend({
          basedOn: kindChoiceSchema.shape.kind.optional().meta({
            description: "For an undo: leaves rows alone whose kind has changed since, or that are gone.",
          }),
        }),
      )
      .min(1, "Choose a transaction.")
      .max(5_000, "Send at most 5,000 transactions at a time."),
    output: z.object({ updated: z.int(), undo: z.array(kindChoiceSchema) }),
  }),
  getTransferCandidates: defineGet("/api/GetTransferCandidates", "finance", {
    summary:
      "Lists transactions that may be the other side of one: opposite, on another account, at most 30 days apart, and unmatched. The closest amounts and dates come first, 50 at most. 404 for an unknown transaction.",
    input: z.object({ transactionId: idSchema }),
    output: z.object({ transactions: z.array(transactionSchema) }),
  }),
  setTransferPairs: definePost("/api/SetTransferPairs", "finance", {
    summary:
      "Says that two transactions are one transfer (true), that they aren't (false, so they're never paired or suggested again), or leaves them to the rule (null). All or none. `undo` is the input that restores the earlier decisions. 409 if one of them is matched with another transaction, or has a kind you chose.",
    changes: ["transactions"],
    input: z
      .array(
        pairSchema.extend({
          basedOn: pairSchema.shape.isTransfer.optional().meta({
            description:
              "For an undo: leaves pairs alone whose decision has changed since, or of which a row is gone.",
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
  moveTransactionMarks: definePost("/api/MoveTransactionMarks", "finance", {
    summary:
      "Moves your edits (category, kind, exemptions, income payment) from a removed transaction to another one of the same account, and deletes the removed one. Edits that only the other one has are kept. RestoreRemovedTransaction undoes this for 24 hours. 409 `toTransactionId` if both are linked to an income source.",
    changes: ["transactions"],
    input: z.object({ fromTransactionId: bodyIdSchema, toTransactionId: bodyIdSchema }),
  }),
  dismissRemovedTransaction: definePost("/api/DismissRemovedTransaction", "finance", {
    summary:
      "Deletes a transaction that the bank removed, with your edits to it. RestoreRemovedTransaction undoes this for 24 hours. Idempotent. 409 `transactionId` if the bank still has the transaction.",
    changes: ["transactions"],
    input: z.object({ transactionId: bodyIdSchema }),
  }),
  restoreRemovedTransaction: definePost("/api/RestoreRemovedTransaction", "finance", {
    summary:
      "Restores a removed transaction with your edits within 24 hours after it was deleted or its edits were moved, or one that you typed (409 while its account is closed). Later changes to the other transaction are kept.",
    changes: ["transactions"],
    input: z.object({ transactionId: bodyIdSchema }),
  }),
};
