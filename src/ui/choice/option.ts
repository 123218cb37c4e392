/** An option of a select, combobox, radio group, or checkbox group. */
export type Option<Id extends string | number = string> = {
  id: Id;
  label: string;
  description?: string | undefined;
  isDisabled?: boolean | undefined;
};

/** Returns the id for a key from React Aria, which may turn numbers into text. */
export function optionId<Id extends string | number>(
  options: readonly Option<Id>[],
  key: string | number | null,
): Id | null {
  return options.find((option) => String(option.id) === String(key))?.id ?? null;
}

/**
 * Returns the selection after choosing "all" (docs/reference/product.md, "Dialogs and forms"): every enabled item, or none
 * if some were already selected.
 */
export function toggleAll<Id extends string | number>(
  chosen: readonly Id[],
  options: readonly Option<Id>[],
): Id[] {
  return chosen.length > 0 ? [] : options.filter((option) => !option.isDisabled).map((option) => option.id);
}
