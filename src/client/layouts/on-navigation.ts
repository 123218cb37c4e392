import { useEffect, useEffectEvent } from "react";
import { useLocation } from "react-router";

/** Runs a callback after each navigation and on the first page, for example to close overlays. */
export function useOnNavigation(run: () => void): void {
  const { key } = useLocation();
  const onNavigation = useEffectEvent((_key: string) => run());
  useEffect(() => {
    onNavigation(key);
  }, [key]);
}
