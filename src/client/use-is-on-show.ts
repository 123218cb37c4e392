import { useEffect, useRef, type RefObject } from "react";

/** Whether the component is still on the page, for what ends later: a toast's Undo outlives the page that it came from. */
export function useIsOnShow(): RefObject<boolean> {
  const isOnShow = useRef(false);
  useEffect(() => {
    isOnShow.current = true;
    return () => {
      isOnShow.current = false;
    };
  }, []);
  return isOnShow;
}
