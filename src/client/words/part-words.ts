import type { PartView } from "#shared/finance-shapes.ts";
import { moneyText } from "./money-text.ts";

type Part = Pick<PartView, "amount" | "categoryName" | "note" | "leftOut" | "isRest">;

/** Lists the parts of a row, such as "Groceries -$7.00; Gifts -$5.00 (left out)". */
export function partsText(parts: readonly Part[], isoCurrencyCode: string): string {
  return parts
    .map((part) => {
      const remarks = remarksOf(part);
      const remark = remarks.length === 0 ? "" : ` (${remarks.join(", ")})`;
      return `${categoryOf(part)} ${moneyText(part.amount, isoCurrencyCode)}${remark}`;
    })
    .join("; ");
}

/** Returns the category of a part, in words. */
export function categoryOf({ categoryName }: Pick<Part, "categoryName">): string {
  return categoryName ?? "No category";
}

/** Returns what else there is to say about a part. */
export function remarksOf({ isRest, leftOut, note }: Pick<Part, "isRest" | "leftOut" | "note">): string[] {
  return [isRest ? "not assigned yet" : "", leftOut ? "left out" : "", note].filter((one) => one !== "");
}
