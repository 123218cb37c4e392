import { useSyncExternalStore } from "react";

/** Returns false in the server's HTML and during hydration, then true. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
}
