import { createHash } from "node:crypto";
import type { BudgetInput } from "./budget-values.ts";

/*
 * A double click on "New Budget" makes one budget. A caller may send a key of its own for its wish (`requestId`), which
 * also covers a retry after a broken connection. Without one, what is wished is the key, and only for a few seconds:
 * two budgets that are alike in everything can still be made one after the other.
 */

const ownKey = "request ";

/** The key of a caller's own making. */
export function requestKey(requestId: string): string {
  return `${ownKey}${requestId.toLowerCase()}`;
}

/** Whether a key is the caller's own, and so good for ever. */
export function isRequestKey(key: string): boolean {
  return key.startsWith(ownKey);
}

/** What a new budget is made of, whatever the order of its parts. */
export function contentKey(input: Omit<BudgetInput, "budgetId" | "requestId">): string {
  const { name, startDate, endDate, isoCurrencyCode = null, categories, budgetAccessItems } = input;
  const parts = [
    name,
    startDate,
    endDate,
    isoCurrencyCode,
    categories.map((one) => `${one.financialCategoryId} ${one.estimate ?? ""}`).toSorted(),
    budgetAccessItems.map(String).toSorted(),
  ];
  return `content ${createHash("sha256").update(JSON.stringify(parts)).digest("base64url")}`;
}
