/** Sort order of a table: one column, one direction. */
export type TableSort = { columnId: string; direction: "ascending" | "descending" };

/** Sort value of a row; null and undefined come last in both directions. */
export type SortValue = string | number | boolean | null | undefined;

/** Returns the next sort order (docs/reference/product.md, "Tables"): ascending, then descending, then none. */
export function nextSort(current: TableSort | null, columnId: string): TableSort | null {
  if (current?.columnId !== columnId) return { columnId, direction: "ascending" };
  return current.direction === "ascending" ? { columnId, direction: "descending" } : null;
}

const collator = new Intl.Collator("en-US", { numeric: true, sensitivity: "base" });

/** Compares two non-null values, ascending: words alphabetically, with embedded numbers by value. */
export function compareSortValues(a: SortValue, b: SortValue): number {
  if (typeof a === "string" && typeof b === "string") return collator.compare(a, b);
  return Number(a) - Number(b);
}

/** Returns the announcement of a changed sort order. */
export function sortMessage(sort: TableSort | null, header: string): string {
  return sort === null ? "Not sorted" : `Sorted by ${header}, ${sort.direction}`;
}
