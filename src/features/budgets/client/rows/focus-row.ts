import { focusWhenLost } from "#client/routing/focus-when-lost.ts";

/** After an action that took away what had the focus: the first row of the table, or the list itself where none is left. */
export function focusRows(region: HTMLElement | null): void {
  const box = region?.querySelector<HTMLElement>("tbody input[type=checkbox]");
  focusWhenLost(box ?? region);
}
