import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/status/empty-state.tsx";
import { wholeList, type RowsView } from "./filters/rows-view.ts";

type NoRowsProps = { change: (change: Partial<RowsView>) => void; isFiltered: boolean };

/** Empty state of a list, with or without filters. */
export function NoRows({ change, isFiltered }: NoRowsProps) {
  if (isFiltered) {
    return (
      <EmptyState
        title="No transactions match"
        icon="filter"
        action={<Button onClick={() => change(wholeList)}>Show all transactions</Button>}
      >
        Remove a filter or change your search.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No transactions yet" icon="wallet">
      Transactions in this budget’s accounts and period appear here as your banks report them.
    </EmptyState>
  );
}
