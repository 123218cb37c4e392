import { countText } from "#shared/text/counts.ts";

/** Returns how many transactions may be others: `2 may be doubles`. */
export function doublesText(count: number): string {
  return count === 1 ? "1 may be a double" : `${countText(count)} may be doubles`;
}
