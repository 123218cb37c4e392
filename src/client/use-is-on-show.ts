import { useEffect, useRef } from "react";

/** Returns a ref that tells if the component is still on the page. */
export function useIsOnShow() {
  const isOnShow = useRef(false);
  useEffect(() => {
    isOnShow.current = true;
    return () => {
      isOnShow.current = false;
    };
  }, []);
  return isOnShow;
}
