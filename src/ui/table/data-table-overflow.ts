import { useEffect, useState, type RefObject } from "react";

/**
 * Returns true while an element's first child is wider than the element; undefined until measured. A table that overflows
 * becomes a scroll region that Tab reaches; one that fits can have a sticky header.
 */
export function useOverflows(region: RefObject<HTMLElement | null>): boolean | undefined {
  const [overflows, setOverflows] = useState<boolean>();
  useEffect(() => {
    const outer = region.current;
    if (!outer) return undefined;
    const observer = new ResizeObserver(() => {
      const inner = outer.firstElementChild;
      setOverflows(inner instanceof HTMLElement && inner.offsetWidth > outer.clientWidth);
    });
    observer.observe(outer);
    if (outer.firstElementChild) observer.observe(outer.firstElementChild);
    return () => observer.disconnect();
  }, [region]);
  return overflows;
}
