import { FilterSelect, ListFilters } from "#client/lists/list-filters.tsx";
import { isFiltered, type UrlList } from "#client/lists/list-view.ts";
import { memberPaths } from "#client/routing/member-paths.ts";
import { paths } from "#client/routing/paths.ts";
import { ButtonLink } from "#ui/link.tsx";
import { EmptyState } from "#ui/status/empty-state.tsx";
import { periodText, showNames, showWords, type InflowsView } from "./inflows-view.ts";

/** Search and filters of the list, kept in the URL. */
export function InflowFilters({ list }: { list: UrlList<InflowsView> }) {
  const { view, change } = list;
  return (
    <ListFilters
      searchWidth="most"
      list={list}
      placeholder="Name, account, or amount"
      active={[
        { label: view.show && showWords[view.show], off: { show: undefined } },
        { label: periodText(view), off: { month: undefined, day: undefined } },
      ]}
    >
      <FilterSelect
        label="Show"
        any="All deposits"
        options={showNames.map((id) => ({ id, label: showWords[id] }))}
        value={view.show}
        onChange={(show) => change({ show })}
      />
    </ListFilters>
  );
}

type NoInflowsProps = {
  itemId: number;
  /** The source in the URL, which "Show all deposits" keeps. */
  named: number | null;
  view: InflowsView;
  hasAny: boolean;
};

/** Empty state of the list, with or without filters. */
export function NoInflows({ itemId, named, view, hasAny }: NoInflowsProps) {
  if (isFiltered(view) && hasAny) {
    return (
      <EmptyState
        title="No transactions match"
        icon="search"
        action={
          <ButtonLink to={memberPaths.accountTransactions(itemId, named ?? undefined)} preventScrollReset>
            Show all deposits
          </ButtonLink>
        }
      >
        {view.q === undefined ? "No deposits match these filters." : `No deposits match “${view.q}” here.`}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No deposits yet"
      icon="wallet"
      action={
        <ButtonLink to={paths.accounts()} viewTransition>
          See accounts
        </ButtonLink>
      }
    >
      Deposits in this bank’s accounts appear here. A first import can take a few minutes.
    </EmptyState>
  );
}
