import { moneyText } from "#client/words/money-text.ts";
import { dateWords } from "#shared/time/plain-dates.ts";
import type { BudgetCategoryRow } from "../../contract.ts";

type Goal = NonNullable<BudgetCategoryRow["goal"]>;

/** "$400.00 + $35.00 carried = $435.00 available", "$10.00 − $15.00 overspent before = $5.00 short"; null if nothing is carried. */
export function carriedText(
  { estimate, carried, available }: Pick<BudgetCategoryRow, "estimate" | "carried" | "available">,
  isoCurrencyCode: string,
): string | null {
  if (carried === 0) return null;
  const text = (units: number) => moneyText(units, isoCurrencyCode);
  const part = carried > 0 ? `+ ${text(carried)} carried` : `− ${text(-carried)} overspent before`;
  const sum = available < 0 ? `${text(-available)} short` : `${text(available)} available`;
  return `${text(estimate)} ${part} = ${sum}`;
}

/** "Save $1,000.00 by Mar 31, 2027", "Refill up to $300.00", "$50.00 each period", "Account at $5,000.00 or more". */
export function goalText({ kind, amount, by }: Goal, isoCurrencyCode: string): string {
  const text = moneyText(amount, isoCurrencyCode);
  if (kind === "saveBy") return `Save ${text} by ${dateWords(by ?? "")}`;
  if (kind === "refill") return `Refill up to ${text}`;
  return kind === "perPeriod" ? `${text} each period` : `Account at ${text} or more`;
}

/** "On track", "Behind by $20.00", that its day has passed, or that nobody knows. */
export function goalStatus({ kind, behind }: Goal, isoCurrencyCode: string) {
  if (behind === null)
    return { text: kind === "saveBy" ? "Ended" : "Balance unknown", tone: "neutral" as const };
  if (behind === 0) return { text: "On track", tone: "positive" as const };
  return { text: `Behind by ${moneyText(behind, isoCurrencyCode)}`, tone: "warning" as const };
}

/** Returns true if a goal sets the estimate, so that nobody types it. */
export function setsEstimate({ goal }: Pick<BudgetCategoryRow, "goal">): boolean {
  return goal !== null && goal.kind !== "balance";
}
