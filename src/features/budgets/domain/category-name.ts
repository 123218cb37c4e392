/** Normalizes a category name for comparison: `" GROCERIES"` equals `groceries`. The input is tidy (`tidyText`). */
export function categoryNameKey(name: string): string {
  return name.normalize("NFKC").replaceAll(/\s+/g, " ").trim().toLowerCase();
}
