import { createContext, use, type ReactNode } from "react";
import type { BillKey } from "../../domain/bill-types.ts";

/** Context that every block of a bill's page needs besides its data. */
export type BillView = {
  billKey: BillKey;
  now: Date;
  /** YYYY-MM-DD in the site's time zone. */
  today: string;
  /** Loads the whole bill again. */
  retry: () => void;
  isRetrying: boolean;
};

const BillViewContext = createContext<BillView | null>(null);

/** Provides the context to the blocks. */
export function BillViewProvider({ view, children }: { view: BillView; children: ReactNode }) {
  return <BillViewContext value={view}>{children}</BillViewContext>;
}

/** @see BillView */
export function useBillView(): BillView {
  const view = use(BillViewContext);
  if (view === null) throw new Error("BillViewProvider is missing above this component");
  return view;
}
