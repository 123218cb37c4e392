import { useEffect, useEffectEvent } from "react";
import { useLocation } from "react-router";

/** Runs after each navigation, the first page included: what lies over a page closes when the page changes. */
export function useOnNavigation(run: () => void): void {
  const { key } = useLocation();
  const onNavigation = useEffectEvent((_key: string) => run());
  useEffect(() => {
    onNavigation(key);
  }, [key]);
}
