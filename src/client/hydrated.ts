import { useSyncExternalStore } from "react";

/** False in the server's HTML and while React takes it over, true from then on. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
}
