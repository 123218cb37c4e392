import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/status/empty-state.tsx";
import { wholeList, type RowsView } from "./rows-view.ts";

type NoRowsProps = { change: (change: Partial<RowsView>) => void; isFiltered: boolean };

/** No rows: because of the filters, or because there are none. */
export function NoRows({ change, isFiltered }: NoRowsProps) {
  if (isFiltered) {
    return (
      <EmptyState
        title="No transaction matches"
        icon="filter"
        action={<Button onClick={() => change(wholeList)}>Show all transactions</Button>}
      >
        Take a filter off, or search for something else.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No transactions yet" icon="wallet">
      The transactions of this budget’s accounts in its period appear here as the banks report them.
    </EmptyState>
  );
}
