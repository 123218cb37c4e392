import { useEffect, useEffectEvent } from "react";
import type { RowsView } from "./rows-view.ts";

/**
 * Leads to the last page where the address names one behind it: what stood there has gone elsewhere, or never was.
 * `total` undefined: not known yet.
 */
export function usePageInRange(
  { page, pageSize }: RowsView,
  total: number | undefined,
  change: (change: Partial<RowsView>, options: { replace: boolean }) => void,
): void {
  const lastPage = total === undefined ? null : Math.max(1, Math.ceil(total / pageSize));
  const isBehind = lastPage !== null && page > lastPage;
  const goBack = useEffectEvent(() => {
    if (lastPage !== null) change({ page: lastPage }, { replace: true });
  });
  useEffect(() => {
    if (isBehind) goBack();
  }, [isBehind]);
}
