import { z } from "zod";
import { defineGet, definePost } from "#shared/endpoint.ts";
import { bodyIdSchema, idSchema, transactionSchema } from "#shared/finance-shapes.ts";

export const joinCalls = {
  getJoinCandidates: defineGet("/api/GetJoinCandidates", {
    summary:
      "Lists transactions that may be the same as one, and that JoinTransactions accepts: on its account, of its amount, at most 30 days apart, and not told apart by their bank or file. The closest dates come first, then similar payees, 50 at most. 404 for an unknown transaction.",
    auth: "finance",
    input: z.object({ transactionId: idSchema }),
    output: z.object({ transactions: z.array(transactionSchema) }),
  }),
  joinTransactions: definePost("/api/JoinTransactions", {
    summary:
      "Makes one transaction of two that are the same, such as one from a bank and one that you typed. That of the stronger source stays (`transactionId`: a bank, then a file, then typed, then the older one) and takes over your edits to the other (`joinedTransactionId`). SeparateTransaction undoes this. Idempotent. 400 `otherTransactionId` unless both are on one account, of one amount, and at most 30 days apart; 409 `otherTransactionId` if a bank or a file has both, the bank removed one of them, or both pay an income source.",
    auth: "finance",
    changes: ["transactions"],
    input: z.object({ transactionId: bodyIdSchema, otherTransactionId: bodyIdSchema }),
    output: z.object({ transactionId: z.int(), joinedTransactionId: z.int() }),
  }),
  separateTransaction: definePost("/api/SeparateTransaction", {
    summary:
      "Takes a joined transaction apart. The one that you joined with it last is back, with your edits to it. Without one, what you typed, or else a file’s, becomes a transaction of its own (`separatedTransactionId`), which is never joined automatically again. JoinTransactions undoes this. 409 `transactionId` if there is nothing to separate.",
    auth: "finance",
    changes: ["transactions"],
    input: z.object({ transactionId: bodyIdSchema }),
    output: z.object({ transactionId: z.int(), separatedTransactionId: z.int() }),
  }),
  setTransactionApart: definePost("/api/SetTransactionApart", {
    summary:
      "Says that a transaction is another one than `maybeSameAs`, which is null then (true), or takes that back (false). While true, it’s never joined automatically. Idempotent.",
    auth: "finance",
    changes: ["transactions"],
    input: z.object({ transactionId: bodyIdSchema, isApart: z.boolean("Use true or false.") }),
  }),
};
