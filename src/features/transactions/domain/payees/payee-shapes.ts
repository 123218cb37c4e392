import { z } from "zod";

/** A payee's money in one direction, with what its transactions are sorted to. */
export const payeeSchema = z.object({
  payee: z.string(),
  payees: z.array(z.string()).meta({
    description:
      "Its name as its transactions have it; several if they differ in case, digits, or punctuation alone.",
  }),
  direction: z.enum(["in", "out"]),
  transactionId: z.int().meta({
    description:
      "Its latest transaction that isn't sorted, or else its latest one; stands for it in GetRuleDraft.",
  }),
  /** The bank's text of that transaction. */
  name: z.string(),
  transactionCount: z.int(),
  unsortedCount: z.int(),
  sum: z.number().meta({
    description: "Of its transactions in `isoCurrencyCode`, in currency units; positive for money in.",
  }),
  isoCurrencyCode: z.string().meta({ description: "The currency of most of its transactions." }),
  lastDate: z.string().meta({ description: "The day of its latest transaction." }),
  isTransferLike: z.boolean().meta({
    description:
      "Nothing says what its latest unsorted transaction is, but that it looks like a transfer without its other side; `category` then suggests nothing.",
  }),
  category: z.object({ financialCategoryId: z.int(), name: z.string() }).nullable().meta({
    description:
      "The category that most of its sorted transactions have, or else one that the words of its name suggest, or else the bank's guess; null for none.",
  }),
});

/** Answer of GetPayees. */
export const payeeListSchema = z.object({
  payees: z.array(payeeSchema).meta({
    description:
      "At most 200, those with the most unsorted transactions first, then those with the largest sums.",
  }),
  payeeCount: z.int().meta({ description: "Number of all payees, sorted ones included." }),
  sortedPayeeCount: z.int(),
  transactionCount: z.int().meta({
    description: "Number of all transactions that are spending or income, or something else by a rule.",
  }),
  sortedTransactionCount: z.int(),
});

export type PayeeView = z.infer<typeof payeeSchema>;
export type PayeeList = z.infer<typeof payeeListSchema>;
