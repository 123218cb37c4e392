/** One choice of a select, combobox, radio or checkbox group. */
export type Option<Id extends string | number = string> = {
  id: Id;
  label: string;
  description?: string | undefined;
  isDisabled?: boolean | undefined;
};

/** The id behind a key that React Aria hands back; it may turn numbers into text. */
export function optionId<Id extends string | number>(
  options: readonly Option<Id>[],
  key: string | number | null,
): Id | null {
  return options.find((option) => String(option.id) === String(key))?.id ?? null;
}

/**
 * What choosing "all" comes to (docs/reference/product.md, "Dialogs and forms"): every item that can be chosen, or
 * none if some were already chosen.
 */
export function toggleAll<Id extends string | number>(
  chosen: readonly Id[],
  options: readonly Option<Id>[],
): Id[] {
  return chosen.length > 0 ? [] : options.filter((option) => !option.isDisabled).map((option) => option.id);
}
