/** How a table is sorted: one column, one direction. */
export type TableSort = { columnId: string; direction: "ascending" | "descending" };

/** What a column is sorted by; null and undefined stand at the end in both directions. */
export type SortValue = string | number | boolean | null | undefined;

/** The next step of the cycle (docs/reference/product.md, "Tables"): ascending, then descending, then none. */
export function nextSort(current: TableSort | null, columnId: string): TableSort | null {
  if (current?.columnId !== columnId) return { columnId, direction: "ascending" };
  return current.direction === "ascending" ? { columnId, direction: "descending" } : null;
}

const collator = new Intl.Collator("en-US", { numeric: true, sensitivity: "base" });

/** Compares two values that are there, ascending: words as in a dictionary with numbers by size. */
export function compareSortValues(a: SortValue, b: SortValue): number {
  if (typeof a === "string" && typeof b === "string") return collator.compare(a, b);
  return Number(a) - Number(b);
}

/** Said aloud after the order changed. */
export function sortMessage(sort: TableSort | null, header: string): string {
  return sort === null ? "Not sorted" : `Sorted by ${header}, ${sort.direction}`;
}
