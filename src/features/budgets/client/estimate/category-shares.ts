import type { BudgetCategoryRow } from "../../contract.ts";
import { uncategorizedId } from "#shared/row-kinds.ts";

/** A category's share of the spending. */
export type CategoryShare = {
  financialCategoryId: number;
  category: string;
  sum: number;
  /** Share of all categories with spending, 0 to 1. */
  share: number;
  /** Index of the color; null for uncategorized spending and once all colors are used. */
  color: number | null;
};

export const shareColorCount = 8;

/** Returns the categories with spending, largest first. Those with more refunds than spending are left out. */
export function categoryShares(rows: readonly BudgetCategoryRow[]): CategoryShare[] {
  const spent = rows.filter(({ sum }) => sum > 0).toSorted((a, b) => b.sum - a.sum);
  const whole = spent.reduce((total, { sum }) => total + sum, 0);
  let color = 0;
  return spent.map(({ financialCategoryId, category, sum }) => {
    const hasColor = financialCategoryId !== uncategorizedId && color < shareColorCount;
    const own = hasColor ? color : null;
    if (hasColor) color += 1;
    return { financialCategoryId, category, sum, share: sum / whole, color: own };
  });
}

/** Formats a share: "34%", "<1%". */
export function sharePercent(share: number): string {
  const percent = Math.round(share * 100);
  return percent === 0 ? "<1%" : `${percent}%`;
}
