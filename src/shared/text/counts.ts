/**
 * Writes a whole number with commas: `1,240`. `Intl.NumberFormat` writes the same, but a phone takes longer to load its data than
 * to draw a page.
 */
export function countText(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/** Writes a count with its noun: `1 transaction`, `1,240 transactions`. */
export function countWords(count: number, one: string): string {
  return `${countText(count)} ${one}${count === 1 ? "" : "s"}`;
}
