import { useQuery } from "@tanstack/react-query";
import { Fragment, Suspense } from "react";
import { useApi } from "#client/app-context.tsx";
import { isNotFound } from "#client/data/api-failure.ts";
import { endsScreen } from "#client/data/ends-screen.ts";
import { institutionsQuery } from "#client/data/institutions-query.ts";
import { isFiltered, useListView } from "#client/lists/list-view.ts";
import { moneyText } from "#client/words/money-text.ts";
import { doublesText } from "#client/words/doubles-text.ts";
import { memberPaths } from "#client/routing/member-paths.ts";
import { paths } from "#client/routing/paths.ts";
import type { AccountView } from "#shared/finance-shapes.ts";
import { Button } from "#ui/button.tsx";
import { lazyPart } from "#ui/lazy/lazy-part.tsx";
import { Callout } from "#ui/status/callout.tsx";
import { EmptyState } from "#ui/status/empty-state.tsx";
import { UnloadedPart } from "#ui/lazy/unloaded-part.tsx";
import { ButtonLink } from "#ui/link.tsx";
import { categoriesQuery, ledgerQuery, rulesQuery, tagsQuery } from "../budget-queries.ts";
import { transferSuggestionsQuery } from "#client/data/transfer-suggestions-query.ts";
import { registerColumns } from "../rows/row-cells.tsx";
import { registerActs } from "../rows/row-acts.ts";
import { RowsTable } from "../rows/rows-table.tsx";
import { focusRows } from "../rows/row-focus.ts";
import { chooserOptions } from "../rows/choosing/use-category-choice.ts";
import { RowCount } from "../rows/filters/row-count.tsx";
import { useRowList } from "../rows/use-row-list.ts";
import { TransferTray } from "../transfers/transfer-tray.tsx";
import { QuickEntrySpace } from "../typed/quick-entry-space.tsx";
import { RegisterFilters } from "./register-filters.tsx";
import { manualAccount } from "./register-places.ts";
import { readRegisterView, registerFilter, registerInput } from "./register-view.ts";

// Only people with manual accounts need it.
const QuickEntry = lazyPart(async () => (await import("../typed/quick-entry.tsx")).QuickEntry, UnloadedPart);

/** Transactions of all banks in the view of the URL, to be filtered, categorized, and given a kind. */
export function RegisterRows() {
  const api = useApi();
  const list = useListView(readRegisterView);
  const { view } = list;
  const query = useQuery({ ...ledgerQuery(api, registerInput(view)), throwOnError: endsScreen });
  const { data: categories = [] } = useQuery(categoriesQuery(api));
  const { data: tags = [] } = useQuery(tagsQuery(api));
  const { data: rules } = useQuery({ ...rulesQuery(api), enabled: view.rule !== undefined });
  const bankList = useQuery(institutionsQuery(api));
  const banks = bankList.data ?? [];
  const isWhole = !isFiltered(view);
  const suggestions = useQuery({ ...transferSuggestionsQuery(api, null), enabled: isWhole });
  // Rows wait until it's known what is above them, which would push them down.
  const isLoading =
    query.isPending ||
    (isWhole && suggestions.isPending) ||
    (view.account !== undefined && bankList.isPending);
  // An account that is gone has no rows; its filter can be removed.
  const isGone = isNotFound(query.error);
  const answer = isGone ? noRows : isLoading ? undefined : query.data;
  const state = useRowList({
    list,
    query,
    total: answer?.total ?? 0,
    filter: registerFilter(view),
    // Calls for all matching rows are about a budget.
    all: null,
    actsOf: registerActs,
  });
  const account = manualAccount(banks, view);

  return (
    <>
      <RegisterFilters
        list={list}
        banks={banks}
        categories={categories}
        tags={tags}
        rules={rules}
        searchRef={state.search.ref}
      />
      {/* With the rows, so that it doesn't push their loading face down. A boundary of its own keeps them visible while its code loads. */}
      {account === undefined || isLoading ? null : (
        <Suspense fallback={<QuickEntrySpace />}>
          <QuickEntry key={account.accountId} account={account} options={chooserOptions(categories)} />
        </Suspense>
      )}
      {/* Rows that arrive late remount the list, so nothing shifts. */}
      <Fragment key={isLoading ? "loading" : "loaded"}>
        <RowCount total={answer?.total} skeleton="100 transactions · $1,000.00 in · $1,000.00 out">
          {answer?.sums.map((sum) => (
            <span key={sum.isoCurrencyCode}>
              {" · "}
              <strong>{moneyText(sum.in, sum.isoCurrencyCode)}</strong> in ·{" "}
              <strong>{moneyText(sum.out, sum.isoCurrencyCode)}</strong> out
            </span>
          ))}
        </RowCount>
        {isWhole && !isLoading ? (
          <TransferTray budgetId={null} onClosed={() => focusRows(state.region.current)} />
        ) : null}
        <Doubles
          count={isWhole ? (answer?.maybeCount ?? 0) : 0}
          onReview={() => list.showOnly({ show: "maybe" })}
        />
        <RowsTable
          columns={registerColumns(view)}
          rows={answer?.transactions ?? []}
          state={state}
          isLoading={isLoading}
          isGone={isGone}
          empty={
            isFiltered(account === undefined ? view : { ...view, account: undefined }) ? undefined : (
              <NoTransactions manual={account} />
            )
          }
          categories={categories}
        />
      </Fragment>
    </>
  );
}

/** Answer about an account that is gone. */
const noRows = { transactions: [], total: 0, sums: [], maybeCount: 0 };

/** Tells that some rows may be others. Renders nothing if none may. */
function Doubles({ count, onReview }: { count: number; onReview: () => void }) {
  if (count === 0) return null;
  return (
    <Callout
      title={doublesText(count)}
      action={
        <Button size="small" variant="primary" aria-label="Review doubles" onClick={onReview}>
          Review
        </Button>
      }
    >
      Join {count === 1 ? "it" : "them"} with what was here, or keep both.
    </Callout>
  );
}

/** Empty state without filters besides that of the manual account. */
function NoTransactions({ manual }: { manual: AccountView | undefined }) {
  return (
    <EmptyState
      title="No transactions yet"
      icon="wallet"
      action={
        <ButtonLink
          to={manual === undefined ? paths.accounts() : memberPaths.importFiles(manual.accountId)}
          viewTransition
        >
          {manual === undefined ? "See accounts" : "Import files"}
        </ButtonLink>
      }
    >
      {manual === undefined
        ? "Link a bank to see its transactions here. A first import can take a few minutes."
        : "Type the first one above, or import your bank’s files."}
    </EmptyState>
  );
}
