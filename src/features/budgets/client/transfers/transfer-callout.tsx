import { countText } from "#shared/text/counts.ts";
import type { ReactNode } from "react";
import { Callout } from "#ui/status/callout.tsx";

type TransferCalloutProps = {
  /** Number of suggestions. */
  count: number;
  /** Leads to them. */
  action: ReactNode;
};

/** Tells that some rows look like transfers (docs/reference/money.md, "Transfers"). Renders nothing if none do. */
export function TransferCallout({ count, action }: TransferCalloutProps) {
  if (count === 0) return null;
  return (
    <Callout title={`Looks like transfers · ${countText(count)}`} action={action}>
      Review {count === 1 ? "it" : "them"} to keep your totals accurate.
    </Callout>
  );
}
