import { z } from "zod";
import { defineGet } from "#shared/endpoint.ts";
import { transactionSchema } from "#shared/finance-shapes.ts";
import { ledgerQuery, ledgerSumSchema } from "./domain/ledger-shapes.ts";

/** `GET` route of a file, not a call: transactions as CSV or OFX, with the query of GetLedger. */
export const ledgerExport = {
  path: "/api/ExportLedger",
  input: ledgerQuery.safeExtend({
    format: z.enum(["csv", "ofx"], "Choose CSV or OFX.").default("csv").meta({
      description:
        "`ofx`: OFX 2.2, with a statement for each account; without pending and removed transactions.",
    }),
  }),
} as const;

export const ledgerCalls = {
  getLedger: defineGet("/api/GetLedger", {
    summary:
      "Lists the transactions of all banks, newest first unless sorted, with sums of money in and out by currency for all matching transactions. Returns all transactions without `page`. 404 for an account or bank that isn't the person's.",
    auth: "finance",
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
};
