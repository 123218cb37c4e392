import { z } from "zod";
import { definePost } from "#shared/endpoint.ts";
import { bodyIdSchema, transactionSchema } from "#shared/finance-shapes.ts";
import { saveTransactionSchema } from "./domain/typed-row.ts";

export const typedCalls = {
  saveTransaction: definePost("/api/SaveTransaction", {
    summary:
      "Adds a transaction to a manual account (id 0), or changes one. Of a transaction from a bank or a file, only the category changes; 400 for its other fields. 404 for an unknown transaction or account, 409 `accountId` for a closed account.",
    auth: "finance",
    changes: ["transactions", "institutions"],
    input: saveTransactionSchema,
    output: transactionSchema,
  }),
  deleteTransaction: definePost("/api/DeleteTransaction", {
    summary:
      "Deletes a transaction that you typed. RestoreRemovedTransaction undoes this for 24 hours. Idempotent. 409 `transactionId` for a transaction from a bank or a file, 409 `accountId` for a closed account.",
    auth: "finance",
    changes: ["transactions", "institutions"],
    input: z.object({ transactionId: bodyIdSchema }),
  }),
};
