import { z } from "zod";
import { defineGet, definePost } from "#shared/endpoint.ts";
import { bodyIdSchema, idSchema } from "#shared/finance-shapes.ts";
import { detectedIncomeSchema, payerKeySchema } from "./domain/income-shapes.ts";

/** Calls on regular deposits (docs/reference/money.md, "Detected income"). */
export const detectionCalls = {
  getDetectedIncome: defineGet("/api/GetDetectedIncome", {
    summary:
      "Returns regular deposits of the last twelve months that could be income sources, at all linked banks or one: a payer who paid about the same in at least three months and is neither linked to a source nor refused. Nothing is created until DecideDetectedIncome is called.",
    auth: "finance",
    input: z.object({ institutionAccessItemId: idSchema.optional() }),
    output: z.object({ detected: z.array(detectedIncomeSchema) }),
  }),
  decideDetectedIncome: definePost("/api/DecideDetectedIncome", {
    summary:
      "Creates income sources from the accepted payers of GetDetectedIncome, with their past deposits as payments, and stops offering the refused ones; all or none. A payer that is no longer offered is skipped, so a repeated request changes nothing.",
    auth: "finance",
    changes: ["income"],
    input: z.object({
      institutionAccessItemId: bodyIdSchema,
      accept: z.array(payerKeySchema, "Choose payers.").max(200, "Choose at most 200 payers."),
      refuse: z.array(payerKeySchema, "Choose payers.").max(200, "Choose at most 200 payers."),
    }),
    output: z.object({ incomeSourceIds: z.array(z.int()), paymentCount: z.int() }),
  }),
  undoDetectedIncome: definePost("/api/UndoDetectedIncome", {
    summary:
      "Undoes DecideDetectedIncome, all or none: deletes its sources, unlinks their payments, and offers the refused payers again. 404 for an unknown source.",
    auth: "finance",
    changes: ["income"],
    input: z.object({
      institutionAccessItemId: bodyIdSchema,
      incomeSourceIds: z.array(bodyIdSchema, "Choose sources.").max(200, "Choose at most 200 sources."),
      refused: z.array(payerKeySchema, "Choose payers.").max(200, "Choose at most 200 payers."),
    }),
  }),
};
