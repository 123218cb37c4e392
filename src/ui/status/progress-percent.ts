/** How much of `max` is used, in percent. Nothing allowed but something used is `Infinity`; never negative. */
export function progressPercent(value: number, max: number): number {
  if (value <= 0) return 0;
  return max > 0 ? (value / max) * 100 : Number.POSITIVE_INFINITY;
}

export type ProgressTone = "positive" | "negative" | "accent";

/** Red above 100 percent, green otherwise (docs/reference/product.md, "Budget screens"). */
export function progressTone(percent: number): ProgressTone {
  return percent > 100 ? "negative" : "positive";
}

/** "82%"; rounded so that neither 100% nor "over" is claimed before it is true. */
export function progressText(percent: number): string {
  if (!Number.isFinite(percent)) return "Over 100%";
  const rounded = percent > 100 ? Math.ceil(percent) : Math.floor(percent);
  return `${rounded.toLocaleString("en-US")}%`;
}
