import type { TransactionView } from "#shared/finance-shapes.ts";

/** Returns the bank's own text of a transaction, or null if its payee says the same. */
export function originalText({ payee, name }: Pick<TransactionView, "payee" | "name">): string | null {
  return name.toLowerCase() === payee.toLowerCase() ? null : name;
}
