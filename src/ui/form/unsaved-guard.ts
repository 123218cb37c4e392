import { useCallback, useEffect, useMemo, useState } from "react";

/** Guards a dialog with unsaved input against closing. */
export type UnsavedGuard = {
  isDirty: boolean;
  /** True while the question is open. */
  isAsking: boolean;
  /** Closes at once if nothing is unsaved, otherwise asks first; `stay` is called if the answer is to keep editing. */
  request: (close: () => void, stay?: () => void) => void;
  /** Discards the changes and closes. */
  discard: () => void;
  /** Keeps the dialog open for editing. */
  keep: () => void;
};

let unsavedCount = 0;

/** True while something on the page is typed and not saved. */
export function hasUnsavedInput(): boolean {
  return unsavedCount > 0;
}

/** Has the browser ask before the tab is closed or reloaded while `isUnsaved`. */
export function useUnsavedInput(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return undefined;
    function warn(event: BeforeUnloadEvent): void {
      event.preventDefault();
    }
    unsavedCount += 1;
    window.addEventListener("beforeunload", warn);
    return () => {
      unsavedCount -= 1;
      window.removeEventListener("beforeunload", warn);
    };
  }, [isUnsaved]);
}

/**
 * Asks before unsaved changes are lost: pass the result to `Dialog` as `guard`. While `isDirty`, the browser asks too
 * before the tab is closed or reloaded, and the dialog before Back or Forward leaves it (`BackGuard`).
 */
export function useUnsavedGuard(isDirty: boolean): UnsavedGuard {
  const [pending, setPending] = useState<{ close: () => void; stay: (() => void) | undefined } | null>(null);

  useUnsavedInput(isDirty);

  const request = useCallback(
    (close: () => void, stay?: () => void) => {
      if (isDirty) setPending({ close, stay });
      else close();
    },
    [isDirty],
  );

  return useMemo(
    () => ({
      isDirty,
      isAsking: pending !== null,
      request,
      discard: () => {
        setPending(null);
        pending?.close();
      },
      keep: () => {
        setPending(null);
        pending?.stay?.();
      },
    }),
    [isDirty, pending, request],
  );
}
