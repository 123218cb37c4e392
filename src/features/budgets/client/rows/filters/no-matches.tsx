import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/status/empty-state.tsx";

/** Empty state of a list whose filters no row matches. */
export function NoMatches({ onShowAll }: { onShowAll: () => void }) {
  return (
    <EmptyState
      title="No transactions match"
      icon="filter"
      action={<Button onClick={onShowAll}>Show all transactions</Button>}
    >
      Remove a filter or change your search.
    </EmptyState>
  );
}
