import { useCallback, useRef } from "react";
import type { FocusTarget } from "#ui/form/field.tsx";

/** A field that a key can send the focus to: give it `ref`. */
export function useFocusTarget() {
  const target = useRef<FocusTarget | null>(null);
  const ref = useCallback((field: FocusTarget | null) => {
    target.current = field;
  }, []);
  return { ref, focus: () => target.current?.focus() };
}
