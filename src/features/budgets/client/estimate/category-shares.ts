import type { BudgetCategoryRow } from "../../contract.ts";
import { uncategorizedId } from "../../domain/budget-rows.ts";

/** A category's part of what was spent. */
export type CategoryShare = {
  financialCategoryId: number;
  category: string;
  sum: number;
  /** Of all categories in which something was spent, 0 to 1. */
  share: number;
  /** Which colour; null for what has no category and for what comes after the colours are used up. */
  colour: number | null;
};

export const shareColourCount = 8;

/** Categories with spending, largest first. Those whose refunds outweigh it have no part and are not listed. */
export function categoryShares(rows: readonly BudgetCategoryRow[]): CategoryShare[] {
  const spent = rows.filter(({ sum }) => sum > 0).toSorted((a, b) => b.sum - a.sum);
  const whole = spent.reduce((total, { sum }) => total + sum, 0);
  let colour = 0;
  return spent.map(({ financialCategoryId, category, sum }) => {
    const hasColour = financialCategoryId !== uncategorizedId && colour < shareColourCount;
    const own = hasColour ? colour : null;
    if (hasColour) colour += 1;
    return { financialCategoryId, category, sum, share: sum / whole, colour: own };
  });
}

/** "34%", "<1%". */
export function sharePercent(share: number): string {
  const percent = Math.round(share * 100);
  return percent === 0 ? "<1%" : `${percent}%`;
}
