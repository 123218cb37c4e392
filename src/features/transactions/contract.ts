import { z } from "zod";
import { defineEndpoint } from "#shared/endpoint.ts";
import {
  bodyIdSchema,
  idSchema,
  pagingShape,
  plainDateSchema,
  transactionSchema,
} from "#shared/finance-shapes.ts";

const yesOrNo = z.enum(["true", "false"]);

export const transactionsContract = {
  getTransactions: defineEndpoint({
    method: "GET",
    path: "/api/GetTransactions",
    summary:
      "Movements of money at one institution, newest first unless `sort` says otherwise; amounts > 0 came in. Without `page` all rows come.",
    auth: "finance",
    input: z
      .object({
        institutionAccessItemId: idSchema,
        flow: z
          .enum(["in", "out"])
          .optional()
          .meta({ description: "`in`: money that came in; `out`: money that went out." }),
        startDate: plainDateSchema.optional().meta({ description: "The first day, included." }),
        endDate: plainDateSchema.optional().meta({ description: "The last day, included." }),
        incomeSourceId: idSchema.optional().meta({ description: "Only rows that pay this income source." }),
        linked: yesOrNo.optional().meta({
          description: "`true`: only rows that pay an income source; `false`: only rows that pay none.",
        }),
        removed: yesOrNo.optional().meta({
          description:
            "`true`: only rows that the bank took back and that stay for their marks; `false`: none of them.",
        }),
        ...pagingShape,
      })
      .refine(({ startDate = "", endDate = "9999-12-31" }) => startDate <= endDate, {
        path: ["endDate"],
        error: "Choose an end that is not before the start.",
      }),
    output: z.object({
      transactions: z.array(transactionSchema),
      institutionName: z.string(),
      total: z.int().meta({ description: "Rows of the same filter, on all pages." }),
      inflowCount: z.int().meta({
        description:
          "Rows of the whole institution that came in, whatever the filter; what the bank took back is not counted.",
      }),
    }),
  }),
  setCountsAsSpending: defineEndpoint({
    method: "POST",
    path: "/api/SetCountsAsSpending",
    summary:
      "“Count it”: has a row that is income counted in budgets all the same, or not any more. Doing it twice is not an error.",
    auth: "finance",
    changes: ["transactions"],
    input: z.object({ transactionId: bodyIdSchema, countsAsSpending: z.boolean() }),
    output: z.object({}),
  }),
  moveTransactionMarks: defineEndpoint({
    method: "POST",
    path: "/api/MoveTransactionMarks",
    summary:
      "Moves category, exemptions, “count it” and income payment from a row that the bank took back to another row of the same account; what the other row has and the first has not stays. The first row is then gone; RestoreRemovedTransaction undoes both for 24 hours. 409 `toTransactionId` where both rows pay an income source.",
    auth: "finance",
    changes: ["transactions"],
    input: z.object({ fromTransactionId: bodyIdSchema, toTransactionId: bodyIdSchema }),
    output: z.object({}),
  }),
  dismissRemovedTransaction: defineEndpoint({
    method: "POST",
    path: "/api/DismissRemovedTransaction",
    summary:
      "Takes away a row that the bank took back and that stayed only for its marks; they go with it. For 24 hours RestoreRemovedTransaction brings it back. Doing it twice is not an error. 409 `transactionId` for a row that the bank still has.",
    auth: "finance",
    changes: ["transactions"],
    input: z.object({ transactionId: bodyIdSchema }),
    output: z.object({}),
  }),
  restoreRemovedTransaction: defineEndpoint({
    method: "POST",
    path: "/api/RestoreRemovedTransaction",
    summary:
      "Brings back, within 24 hours, a row that was dismissed or whose marks were moved, with its marks; what has changed since on the row that they were moved to stays as it is now.",
    auth: "finance",
    changes: ["transactions"],
    input: z.object({ transactionId: bodyIdSchema }),
    output: z.object({}),
  }),
};
