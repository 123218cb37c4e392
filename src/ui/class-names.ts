/** Joins class names and skips missing ones: `classNames(styles.card, isOpen && styles.open, className)`. */
export function classNames(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(" ");
}
