/** A category's name as it is compared: `" GROCERIES"` and `groceries` are one. The input is tidy (`tidyText`). */
export function categoryNameKey(name: string): string {
  return name.normalize("NFKC").replaceAll(/\s+/g, " ").trim().toLowerCase();
}
