import { useQuery } from "@tanstack/react-query";
import { Fragment, useRef, useState, type ReactNode } from "react";
import { useNavigate } from "react-router";
import { lazyDialog } from "#client/forms/lazy-dialog.tsx";
import { endsScreen } from "#client/data/ends-screen.ts";
import { useApi, usePublicConfig } from "#client/app-context.tsx";
import { DocumentHead } from "#client/document-head.tsx";
import { focusWhenLost } from "#ui/focus/focus-when-lost.ts";
import { memberPaths } from "#client/routing/member-paths.ts";
import { paths } from "#client/routing/paths.ts";
import { useDialogInAddress } from "#client/routing/dialog-in-address.ts";
import { memberLoader } from "#client/routing/member-loader.ts";
import { institutionsQuery } from "#client/data/institutions-query.ts";
import { RequestFailedDialog } from "#client/forms/request-failed-dialog.tsx";
import { PageHeader } from "#client/pages/page-header.tsx";
import { QueryError } from "#client/query-error.tsx";
import { dateInZone } from "#shared/time/date-in-zone.ts";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { EmptyState } from "#ui/status/empty-state.tsx";
import { Icon } from "#ui/icon.tsx";
import { ButtonLink } from "#ui/link.tsx";
import { LoadingRegion, Skeleton } from "#ui/status/skeleton.tsx";
import { BudgetCard } from "./budget-card.tsx";
import type { BudgetListRow } from "../../contract.ts";
import { budgetsQuery } from "../budget-queries.ts";
import { othersText, periodGroups } from "../series/period-groups.ts";
import { categoriesHash } from "../categories/categories-address.ts";
import { rulesHash } from "../rules/rules-address.ts";
import { newBudgetHash } from "./new-budget-address.ts";
import { useBudgetActions } from "./use-budget-actions.ts";
import cardStyles from "./budget-card.module.css";
import styles from "./spending-page.module.css";

// The form, date picker, and schema load on first use.
const BudgetDialog = lazyDialog(async () => (await import("./budget-dialog.tsx")).BudgetDialog);
const CategoryManager = lazyDialog(
  async () => (await import("../categories/category-manager.tsx")).CategoryManager,
);
const RulesManager = lazyDialog(async () => (await import("../rules/rules-manager.tsx")).RulesManager);

/** Loads the banks as well, because without a budget the page suggests linking one first. */
export const loader = memberLoader(({ api, first }) => [
  first(budgetsQuery(api)),
  first(institutionsQuery(api)),
]);

/** Spending screen: all budgets with their progress, newest first (docs/reference/product.md, "Routes"). */
export function Component() {
  const api = useApi();
  const { timeZone } = usePublicConfig();
  const budgets = useQuery({ ...budgetsQuery(api), throwOnError: endsScreen });
  const [editedId, setEditedId] = useState<number | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // The card that had focus is gone, so focus moves to the heading.
  const actions = useBudgetActions(() => focusWhenLost(heading.current));
  const categories = useDialogInAddress(categoriesHash);
  const rules = useDialogInAddress(rulesHash);
  const navigate = useNavigate();
  const creation = useDialogInAddress(newBudgetHash);
  async function openNew(budgetId: number): Promise<void> {
    // Back then leads to the list, not to an empty form.
    await navigate({ hash: "" }, { replace: true, preventScrollReset: true });
    await navigate(memberPaths.budgetEstimate(budgetId), { viewTransition: true });
  }
  const today = dateInZone(new Date(budgets.dataUpdatedAt), timeZone);
  const toCard = (budget: BudgetListRow) => (
    <BudgetCard
      key={budget.budgetId}
      budget={budget}
      today={today}
      onEdit={() => setEditedId(budget.budgetId)}
      onCopy={() => actions.copy(budget)}
      onDelete={() => actions.remove(budget)}
      onDeleteSeries={() => actions.removeSeries(budget)}
    />
  );
  return (
    <div className={styles.page}>
      <DocumentHead title="Spending" description="Your budgets and their progress." isPrivate />
      <PageHeader
        title="Spending"
        titleRef={heading}
        intro="Your budgets, newest first."
        actions={
          <>
            <Button icon="tag" onClick={categories.open}>
              Categories
            </Button>
            <Button icon="filter" onClick={rules.open}>
              Rules
            </Button>
            <Button variant="primary" icon="plus" onClick={creation.open}>
              New Budget
            </Button>
          </>
        }
      />
      <BudgetListState budgets={budgets} onCreate={creation.open}>
        <ul className={styles.list} aria-busy={actions.isPending || undefined}>
          {periodGroups(budgets.data ?? [], today).map(({ shown, others }) => (
            <Fragment key={shown.seriesId === null ? shown.budgetId : `series ${shown.seriesId}`}>
              {toCard(shown)}
              {others.length === 0 ? null : (
                <li>
                  <details>
                    <summary className={styles.more}>
                      {othersText(others.length)}
                      <span className="visually-hidden"> of {shown.budgetName}</span>
                    </summary>
                    <ul className={styles.list}>{others.map(toCard)}</ul>
                  </details>
                </li>
              )}
            </Fragment>
          ))}
        </ul>
      </BudgetListState>
      {editedId === null ? null : <BudgetDialog budgetId={editedId} onClose={() => setEditedId(null)} />}
      {creation.isOpen ? (
        <BudgetDialog
          budgetId={null}
          onClose={creation.close}
          onSaved={(budgetId) => void openNew(budgetId)}
        />
      ) : null}
      {categories.isOpen ? <CategoryManager onClose={categories.close} /> : null}
      {rules.isOpen ? <RulesManager onClose={rules.close} /> : null}
      <RequestFailedDialog failure={actions.failure} isPending={actions.isPending} />
    </div>
  );
}

type Budgets = {
  data: readonly unknown[] | undefined;
  error: Error | null;
  isFetching: boolean;
  refetch: () => Promise<unknown>;
};

type BudgetListStateProps = { budgets: Budgets; onCreate: () => void; children: ReactNode };

function BudgetListState({ budgets, onCreate, children }: BudgetListStateProps) {
  const { data, error } = budgets;
  if (data === undefined && error !== null) {
    return <QueryError title="Couldn’t load your budgets" query={budgets} />;
  }
  if (data === undefined) return <ListSkeleton />;
  if (data.length === 0) return <NoBudgets onCreate={onCreate} />;
  return children;
}

/** Empty state: suggests linking a bank first, then creating a budget. */
function NoBudgets({ onCreate }: { onCreate: () => void }) {
  const institutions = useQuery(institutionsQuery(useApi()));
  if (institutions.isPending) return <ListSkeleton />;
  if (institutions.data?.length === 0) {
    return (
      <EmptyState
        title="Link a bank first"
        icon="bank"
        action={
          <ButtonLink to={paths.accounts()} variant="primary" viewTransition>
            <Icon name="link" />
            Link a bank
          </ButtonLink>
        }
      >
        A budget compares your plan with what you actually spend. You can also create the budget first.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No budgets yet"
      icon="wallet"
      action={
        <Button variant="primary" icon="plus" onClick={onCreate}>
          New Budget
        </Button>
      }
    >
      Choose a period, the accounts to count, and an estimate for each category.
    </EmptyState>
  );
}

function ListSkeleton() {
  return (
    <LoadingRegion label="Loading budgets" className={styles.list}>
      {[1, 2, 3].map((line) => (
        <Card key={line} className={cardStyles.card}>
          <div>
            <Skeleton width="60%" height="var(--space-6)" />
            <Skeleton width="80%" height="var(--space-5)" className={cardStyles.period} />
          </div>
          <div className={cardStyles.progress}>
            <Skeleton height="var(--space-8)" />
          </div>
          <Skeleton height="var(--space-10)" />
        </Card>
      ))}
    </LoadingRegion>
  );
}
