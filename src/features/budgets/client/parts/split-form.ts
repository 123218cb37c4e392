import { z } from "zod";
import type { transactionsContract } from "#features/transactions/contract.ts";
import type { TransactionView } from "#shared/finance-shapes.ts";
import {
  addMoney,
  money,
  negateMoney,
  ofUnits,
  shareOfMoney,
  sumMoney,
  toUnits,
  zeroMoney,
  type Money,
} from "#shared/money.ts";
import { uncategorizedId } from "#shared/row-kinds.ts";

/**
 * Form of a transaction's parts (`SplitTransaction`). Amounts are minor units in the transaction's direction: positive for more of
 * the same, negative for a part that goes the other way.
 */
export const splitSchema = z.object({
  parts: z.array(
    z.object({
      amount: z
        .int("Enter an amount.")
        .nullable()
        .transform((amount, context) => {
          if (amount !== null && amount !== 0) return money(amount);
          const message = amount === 0 ? "Enter an amount other than zero." : "Enter an amount.";
          context.addIssue({ code: "custom", message });
          return z.NEVER;
        }),
      /** Share of the whole; null if an amount was typed. */
      percent: z.number().nullable(),
      category: z.number().nullable(),
      note: z.string().trim().max(500, "Use at most 500 characters."),
      leftOut: z.boolean(),
      isRest: z.boolean(),
    }),
  ),
});

export type SplitInputs = z.input<typeof splitSchema>;
export type SplitFields = z.output<typeof splitSchema>;
export type PartInputs = SplitInputs["parts"][number];

/** Most parts of a transaction (docs/reference/http-api.md, "Limits"). */
export const mostParts = 50;

export const newPart: PartInputs = {
  amount: null,
  percent: null,
  category: null,
  note: "",
  leftOut: false,
  isRest: false,
};

type Whole = Pick<TransactionView, "amount" | "isoCurrencyCode">;

/** Returns a transaction's amount in minor units without its sign. */
export function wholeOf({ amount, isoCurrencyCode }: Whole): Money {
  return ofUnits(Math.abs(amount), isoCurrencyCode);
}

/** Returns the fields of a transaction: its parts, or two of which the first has its category. */
export function splitFieldsOf(row: TransactionView): SplitInputs {
  if (row.parts.length === 0)
    return { parts: [{ ...newPart, category: row.category?.financialCategoryId ?? null }, newPart] };
  return {
    parts: row.parts.map(({ amount, financialCategoryId, note, leftOut, isRest }) => ({
      amount: turned(ofUnits(amount, row.isoCurrencyCode), row),
      percent: null,
      category: financialCategoryId === uncategorizedId ? null : financialCategoryId,
      note,
      leftOut,
      isRest,
    })),
  };
}

function turned(amount: Money, { amount: whole }: Whole): Money {
  return whole < 0 ? negateMoney(amount) : amount;
}

/** A part as SplitTransaction takes it. */
export type PartToSave = z.output<typeof transactionsContract.splitTransaction.input>["parts"][number];

/** Returns the parts to save. A rest that got a category, a note, or was left out is assigned. */
export function partsToSave({ parts }: SplitFields, row: TransactionView): PartToSave[] {
  return parts.map(({ amount, category, note, leftOut, isRest }) => ({
    amount: toUnits(turned(amount, row), row.isoCurrencyCode),
    financialCategoryId: category ?? uncategorizedId,
    note,
    leftOut,
    isRest: isRest && category === null && note === "" && !leftOut,
  }));
}

/** Returns what parts lack of the whole; negative if they are more. Unreadable amounts count as none. */
export function leftOf(whole: Money, parts: readonly Pick<PartInputs, "amount">[]): Money {
  const amounts = parts.map(({ amount }) =>
    amount === null || Number.isNaN(amount) ? zeroMoney : money(amount),
  );
  return addMoney(whole, negateMoney(sumMoney(amounts)));
}

/** Divides an amount into parts that differ by a minor unit at most, and together are it. */
export function evenParts(whole: Money, count: number): Money[] {
  return sharesOf(
    whole,
    Array.from({ length: count }, () => 1),
    count,
  );
}

/** Divides an amount by percentages, whose hundredths count. If they come to 100, the parts together are the amount. */
export function percentParts(whole: Money, percents: readonly (number | null)[]): Money[] {
  return sharesOf(
    whole,
    percents.map((percent) => Math.round((percent ?? 0) * 100)),
    10_000,
  );
}

/** Rounds where each part ends instead of its size, so that roundings don't add up. */
function sharesOf(whole: Money, weights: readonly number[], total: number): Money[] {
  let end = 0;
  let before = zeroMoney;
  return weights.map((weight) => {
    end += weight;
    const after = end === 0 ? zeroMoney : shareOfMoney(whole, end, total);
    const share = addMoney(after, negateMoney(before));
    before = after;
    return share;
  });
}
