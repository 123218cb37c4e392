import { useQuery } from "@tanstack/react-query";
import { Fragment, Suspense, useRef } from "react";
import { Link } from "react-router";
import { useApi } from "#client/app-context.tsx";
import { isNotFound } from "#client/data/api-failure.ts";
import { endsScreen } from "#client/data/ends-screen.ts";
import { institutionsQuery } from "#client/data/institutions-query.ts";
import { moneyText } from "#client/words/money-text.ts";
import { doublesText } from "#client/words/doubles-text.ts";
import { memberPaths } from "#client/routing/member-paths.ts";
import { paths } from "#client/routing/paths.ts";
import type { AccountView } from "#shared/finance-shapes.ts";
import { tableServer } from "#client/table-view.ts";
import { Button, buttonClassName } from "#ui/button.tsx";
import { lazyPart } from "#ui/lazy/lazy-part.tsx";
import { Callout } from "#ui/status/callout.tsx";
import { EmptyState } from "#ui/status/empty-state.tsx";
import { SkeletonWords } from "#ui/status/skeleton.tsx";
import { UnloadedPart } from "#ui/lazy/unloaded-part.tsx";
import { categoriesQuery, ledgerQuery, rulesQuery, tagsQuery } from "../budget-queries.ts";
import { transferSuggestionsQuery } from "#client/data/transfer-suggestions-query.ts";
import { transactionsText } from "../estimate/budget-progress.ts";
import rowStyles from "../rows/budget-rows.module.css";
import { registerColumns } from "../rows/row-cells.tsx";
import { registerActs } from "../rows/row-acts.ts";
import { RowsTable } from "../rows/rows-table.tsx";
import { RowFailure } from "../rows/row-failure.tsx";
import { focusRows, useFocusTarget } from "../rows/row-focus.ts";
import { TransactionTools } from "../rows/transaction-tools.tsx";
import { useCategoryChoice } from "../rows/choosing/use-category-choice.ts";
import { useNewCategory } from "../rows/choosing/use-new-category.tsx";
import { useRowActions } from "../rows/use-row-actions.ts";
import { useRowSelection } from "../rows/use-row-selection.ts";
import { usePageInRange, useUrlView } from "../rows/filters/use-rows-view.ts";
import { TransferTray } from "../transfers/transfer-tray.tsx";
import { QuickEntrySpace } from "../typed/quick-entry-space.tsx";
import { RegisterFilters } from "./register-filters.tsx";
import { manualAccount } from "./register-places.ts";
import {
  isRegisterFiltered,
  readRegisterView,
  registerFilter,
  registerInput,
  registerQuery,
  wholeRegister,
  type RegisterView,
} from "./register-view.ts";

// Only people with manual accounts need it.
const QuickEntry = lazyPart(async () => (await import("../typed/quick-entry.tsx")).QuickEntry, UnloadedPart);

/** Transactions of all banks in the view of the URL, to be filtered, categorized, and given a kind. */
export function RegisterRows() {
  const api = useApi();
  const [view, change] = useUrlView(readRegisterView, registerQuery);
  const rows = useQuery({ ...ledgerQuery(api, registerInput(view)), throwOnError: endsScreen });
  const { data: categories = [] } = useQuery(categoriesQuery(api));
  const { data: tags = [] } = useQuery(tagsQuery(api));
  const { data: rules } = useQuery({ ...rulesQuery(api), enabled: view.rule !== null });
  const bankList = useQuery(institutionsQuery(api));
  const banks = bankList.data ?? [];
  const isWhole = !isRegisterFiltered(view);
  const suggestions = useQuery({ ...transferSuggestionsQuery(api, null), enabled: isWhole });
  // Rows wait until it's known what is above them, which would push them down.
  const isLoading =
    rows.isPending || (isWhole && suggestions.isPending) || (view.account !== null && bankList.isPending);
  const answer = isLoading ? undefined : rows.data;
  // An account that is gone has no rows; its filter can be removed.
  const isGone = isNotFound(rows.error);
  const total = isGone ? 0 : (answer?.total ?? 0);
  const list = isGone ? [] : (answer?.transactions ?? []);
  const region = useRef<HTMLDivElement>(null);
  const selection = useRowSelection(registerFilter(view), total);
  const { option, options, category, choose } = useCategoryChoice(categories);
  const actions = useRowActions(registerActs, () => focusRows(region.current));
  const { perform, acts, isPending, failure } = actions;
  const account = manualAccount(banks, view);
  usePageInRange(view, rows.isPlaceholderData ? undefined : rows.data?.total, change);
  const search = useFocusTarget();
  const chooser = useFocusTarget();
  const newCategory = useNewCategory(chooser, choose);

  function save() {
    if (option === null || selection.count === 0 || isPending) return;
    const ids = [...selection.ids].map(Number);
    perform(
      { failedText: "Couldn’t save the category.", run: () => acts.categorize({ ids }, option) },
      () => {
        selection.clear();
        choose(null);
      },
    );
  }

  return (
    <>
      <RegisterFilters
        view={view}
        change={change}
        banks={banks}
        categories={categories}
        tags={tags}
        rules={rules}
        searchRef={search.ref}
      />
      {/* With the rows, so that it doesn't push their loading face down. A boundary of its own keeps them visible while its code loads. */}
      {account === undefined || isLoading ? null : (
        <Suspense fallback={<QuickEntrySpace />}>
          <QuickEntry key={account.accountId} account={account} options={options} />
        </Suspense>
      )}
      {/* Rows that arrive late remount the list, so nothing shifts. */}
      <Fragment key={isLoading ? "loading" : "loaded"}>
        <Sums answer={isGone ? { total: 0, sums: [] } : answer} />
        {isWhole && !isLoading ? (
          <TransferTray budgetId={null} onClosed={() => focusRows(region.current)} />
        ) : null}
        <Doubles
          count={isWhole ? (answer?.maybeCount ?? 0) : 0}
          onReview={() => change({ ...wholeRegister, show: "maybe" })}
        />
        <RowFailure failure={failure} isPending={isPending} />
        <RowsTable
          columns={registerColumns(view)}
          rows={list}
          server={tableServer(view, total, change)}
          selection={{
            selected: selection.ids,
            onChange: selection.select,
            actions: (
              <TransactionTools
                options={options}
                category={category}
                onChoose={choose}
                count={selection.count}
                isLoading={isLoading}
                isPending={isPending}
                actions={actions}
                onSave={save}
                readIds={async () => [...selection.ids].map(Number)}
                onDone={selection.clear}
                onCreate={newCategory.create}
                chooserRef={chooser.ref}
              />
            ),
          }}
          query={{
            data: answer,
            error: rows.error,
            isPending: isLoading,
            isFetching: rows.isFetching,
            refetch: rows.refetch,
          }}
          isGone={isGone}
          empty={<NoTransactions view={view} manual={account} onShowAll={() => change(wholeRegister)} />}
          actions={actions}
          options={options}
          region={region}
          focusChooser={chooser.focus}
          keys={{ f: search.focus }}
        />
      </Fragment>
      {newCategory.dialog}
    </>
  );
}

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

type LedgerSums = { total: number; sums: { isoCurrencyCode: string; in: number; out: number }[] };

/** Number of matching transactions, and the money in and out by currency. */
function Sums({ answer }: { answer: LedgerSums | undefined }) {
  return (
    <p className={rowStyles.sum} aria-live="polite">
      {answer === undefined ? (
        <SkeletonWords>100 transactions · $1,000.00 in · $1,000.00 out</SkeletonWords>
      ) : (
        <>
          <strong>{transactionsText(answer.total)}</strong>
          {answer.sums.map((sum) => (
            <span key={sum.isoCurrencyCode}>
              {" · "}
              <strong>{moneyText(sum.in, sum.isoCurrencyCode)}</strong> in ·{" "}
              <strong>{moneyText(sum.out, sum.isoCurrencyCode)}</strong> out
            </span>
          ))}
        </>
      )}
    </p>
  );
}

type NoTransactionsProps = {
  view: RegisterView;
  /** The manual account that the view shows. */
  manual: AccountView | undefined;
  onShowAll: () => void;
};

function NoTransactions({ view, manual, onShowAll }: NoTransactionsProps) {
  if (manual !== undefined && !isRegisterFiltered({ ...view, account: null })) {
    return (
      <EmptyState
        title="No transactions yet"
        icon="wallet"
        action={
          <Link to={memberPaths.importFiles(manual.accountId)} className={buttonClassName()} viewTransition>
            Import files
          </Link>
        }
      >
        Type the first one above, or import your bank’s files.
      </EmptyState>
    );
  }
  if (isRegisterFiltered(view)) {
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
  return (
    <EmptyState
      title="No transactions yet"
      icon="wallet"
      action={
        <Link to={paths.accounts()} className={buttonClassName()} viewTransition>
          See accounts
        </Link>
      }
    >
      Link a bank to see its transactions here. A first import can take a few minutes.
    </EmptyState>
  );
}
