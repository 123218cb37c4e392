import { z } from "zod";
import type { PayeeView } from "#features/transactions/contract.ts";
import type { TransactionView } from "#shared/finance-shapes.ts";
import { money, negateMoney, ofUnits, toUnits } from "#shared/money.ts";
import { uncategorizedId } from "#shared/row-kinds.ts";
import { required } from "#ui/form/required.ts";

/** Form of a typed transaction (`SaveTransaction`). The amount has no sign; `isIn` is money in. */
export const typedSchema = z.object({
  date: z.string().nullable().transform(required("Enter a date.")),
  name: z.string().trim().min(1, "Enter a payee.").max(200, "Use at most 200 characters."),
  amount: z
    .int("Enter an amount.")
    .nullable()
    .transform((amount, context) => {
      if (amount !== null && amount !== 0) return amount;
      context.addIssue({ code: "custom", message: "Enter an amount." });
      return z.NEVER;
    }),
  isIn: z.boolean(),
  category: z.number().nullable(),
});

export type TypedInputs = z.input<typeof typedSchema>;
export type TypedFields = z.output<typeof typedSchema>;

/** Returns the fields of the next transaction. */
export function newTyped(date: string): TypedInputs {
  return { date, name: "", amount: null, isIn: false, category: null };
}

/** Returns the fields of a transaction that was typed before. */
export function typedFieldsOf({
  date,
  name,
  amount,
  isoCurrencyCode,
  category,
}: TransactionView): TypedInputs {
  const minor = ofUnits(amount, isoCurrencyCode);
  return {
    date,
    name,
    amount: amount < 0 ? negateMoney(minor) : minor,
    isIn: amount > 0,
    category: category?.financialCategoryId ?? null,
  };
}

/** Returns the values of SaveTransaction. Without a category, it's left to be sorted. */
export function typedToSave({ date, name, amount, isIn, category }: TypedFields, isoCurrencyCode: string) {
  const size = toUnits(money(amount), isoCurrencyCode);
  return {
    date,
    name,
    amount: isIn ? size : -size,
    ...(category === null ? {} : { financialCategoryId: category }),
  };
}

/** Returns the values of a saved transaction, which a change is based on. */
export function typedBasis({ account, date, name, amount, category }: TransactionView) {
  return {
    accountId: account.accountId,
    date,
    name,
    amount,
    financialCategoryId: category?.financialCategoryId ?? uncategorizedId,
  };
}

/** Returns the category that most of a payee's transactions have, first of those in the same direction; null for none. */
export function categoryOfPayee(payees: readonly PayeeView[], name: string, isIn: boolean): number | null {
  const key = name.trim().toLowerCase();
  const same = payees.filter(({ payee }) => payee.toLowerCase() === key);
  const direction = isIn ? "in" : "out";
  const found = same.find((one) => one.direction === direction) ?? same[0];
  return found?.category?.financialCategoryId ?? null;
}
