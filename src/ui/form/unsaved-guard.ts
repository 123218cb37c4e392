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

/**
 * Asks before unsaved changes are lost: pass the result to `Dialog` as `guard`. While `isDirty`, the browser asks too
 * before the tab is closed or reloaded, and the dialog before Back or Forward leaves it (`BackGuard`).
 */
export function useUnsavedGuard(isDirty: boolean): UnsavedGuard {
  const [pending, setPending] = useState<{ close: () => void; stay: (() => void) | undefined } | null>(null);

  useEffect(() => {
    if (!isDirty) return undefined;
    function warn(event: BeforeUnloadEvent): void {
      event.preventDefault();
    }
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isDirty]);

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
