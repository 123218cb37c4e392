import { useCallback, useEffect, useMemo, useState } from "react";

/** Stands between a dialog and its closing while something typed is not saved. */
export type UnsavedGuard = {
  /** Whether the question is open. */
  isAsking: boolean;
  /** Closes at once when nothing is unsaved, asks first otherwise. */
  request: (close: () => void) => void;
  /** The person throws the changes away: closes. */
  discard: () => void;
  /** The person goes on editing. */
  keep: () => void;
};

/**
 * Asks before unsaved changes are lost: give the result to `Dialog` as `guard`. While `isDirty` the browser asks too
 * before the tab is closed or reloaded.
 */
export function useUnsavedGuard(isDirty: boolean): UnsavedGuard {
  const [pending, setPending] = useState<{ close: () => void } | null>(null);

  useEffect(() => {
    if (!isDirty) return undefined;
    function warn(event: BeforeUnloadEvent): void {
      event.preventDefault();
    }
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isDirty]);

  const request = useCallback(
    (close: () => void) => {
      if (isDirty) setPending({ close });
      else close();
    },
    [isDirty],
  );

  return useMemo(
    () => ({
      isAsking: pending !== null,
      request,
      discard: () => {
        setPending(null);
        pending?.close();
      },
      keep: () => setPending(null),
    }),
    [pending, request],
  );
}
