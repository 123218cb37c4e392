import { useCallback, useRef } from "react";
import { focusWhenLost } from "#ui/focus/focus-when-lost.ts";
import type { FocusTarget } from "#ui/form/field.tsx";

/** Moves lost focus to the first row of the table, or to the list itself if it's empty. */
export function focusRows(region: HTMLElement | null): void {
  const box = region?.querySelector<HTMLElement>("tbody input[type=checkbox]");
  focusWhenLost(box ?? region);
}

/** Returns a ref for a field and a function that focuses it. */
export function useFocusTarget() {
  const target = useRef<FocusTarget | null>(null);
  const ref = useCallback((field: FocusTarget | null) => {
    target.current = field;
  }, []);
  return { ref, focus: () => target.current?.focus() };
}
