import { countText } from "#shared/text/counts.ts";

/** Returns the used share of `max` in percent, never negative; `Infinity` if something is used of nothing. */
export function progressPercent(value: number, max: number): number {
  if (value <= 0) return 0;
  return max > 0 ? (value / max) * 100 : Number.POSITIVE_INFINITY;
}

export type ProgressTone = "positive" | "negative" | "accent";

/** Returns red above 100 percent, green otherwise (docs/reference/product.md, "Budget screens"). */
export function progressTone(percent: number): ProgressTone {
  return percent > 100 ? "negative" : "positive";
}

/** Returns "82%", rounded so that neither 100% nor "over" appears before it is true. */
export function progressText(percent: number): string {
  if (!Number.isFinite(percent)) return "Over 100%";
  const rounded = percent > 100 ? Math.ceil(percent) : Math.floor(percent);
  return `${countText(rounded)}%`;
}
