import { useCallback, useRef } from "react";
import { focusWhenLost } from "#client/routing/focus-when-lost.ts";
import type { FocusTarget } from "#ui/form/field.tsx";

/** After an action that took away what had the focus: the first row of the table, or the list itself where none is left. */
export function focusRows(region: HTMLElement | null): void {
  const box = region?.querySelector<HTMLElement>("tbody input[type=checkbox]");
  focusWhenLost(box ?? region);
}

/** A field that a key can send the focus to: give it `ref`. */
export function useFocusTarget() {
  const target = useRef<FocusTarget | null>(null);
  const ref = useCallback((field: FocusTarget | null) => {
    target.current = field;
  }, []);
  return { ref, focus: () => target.current?.focus() };
}
