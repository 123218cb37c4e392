import { createContext, use, type ReactNode } from "react";
import type { BillKey } from "../../domain/bill-types.ts";

/** What every block of a bill's page needs beside its own data. */
export type BillView = {
  billKey: BillKey;
  now: Date;
  /** YYYY-MM-DD by the site's clock. */
  today: string;
  /** Asks for the whole bill again. */
  retry: () => void;
  isRetrying: boolean;
};

const BillViewContext = createContext<BillView | null>(null);

/** Hands it to the blocks. */
export function BillViewProvider({ view, children }: { view: BillView; children: ReactNode }) {
  return <BillViewContext value={view}>{children}</BillViewContext>;
}

/** @see BillView */
export function useBillView(): BillView {
  const view = use(BillViewContext);
  if (view === null) throw new Error("BillViewProvider is missing above this component");
  return view;
}
