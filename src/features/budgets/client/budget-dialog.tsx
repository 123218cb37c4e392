import { useQuery } from "@tanstack/react-query";
import type { AccessItemView } from "#features/institutions/contract.ts";
import { failureWords, requestIdOf } from "#client/api-failure.ts";
import { useApi } from "#client/app-context.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { ErrorPanel } from "#ui/error-panel.tsx";
import { LoadingRegion, Skeleton } from "#ui/skeleton.tsx";
import type { FinancialCategory } from "../contract.ts";
import { BudgetFormDialog } from "./budget-form-dialog.tsx";
import { budgetQuery, categoriesQuery, institutionsQuery } from "./budget-queries.ts";
import styles from "./budget-dialog.module.css";

type BudgetDialogProps = {
  /** Null for a new one. */
  budgetId: number | null;
  onClose: () => void;
};

/** Makes or changes a budget. What can be chosen is fetched first: the form starts with all of it. */
export function BudgetDialog({ budgetId, onClose }: BudgetDialogProps) {
  const api = useApi();
  const categories = useQuery(categoriesQuery(api));
  const institutions = useQuery(institutionsQuery(api));
  const budget = useQuery({ ...budgetQuery(api, budgetId ?? 0), enabled: budgetId !== null });
  const title = budgetId === null ? "New Budget" : "Edit Budget";
  const isComplete = budgetId === null || budget.data !== undefined;
  if (categories.data !== undefined && institutions.data !== undefined && isComplete) {
    return (
      <BudgetFormDialog
        title={title}
        budget={budget.data ?? null}
        categories={categories.data}
        institutions={withOwn(institutions.data, budget.data?.budgetAccessItems ?? [])}
        onClose={onClose}
      />
    );
  }
  const waitingFor = [categories, institutions, ...(budgetId === null ? [] : [budget])];
  const failed = waitingFor.find(({ error }) => error !== null);
  const error = failed?.error ?? null;
  return (
    <Dialog isOpen onClose={onClose} title={title} width="budget">
      {error === null ? (
        <FormSkeleton />
      ) : (
        <ErrorPanel
          headingLevel={3}
          title="The budget’s choices could not be loaded"
          message={failureWords(error)}
          onRetry={() => void Promise.all(waitingFor.map((query) => query.refetch()))}
          isRetrying={waitingFor.some(({ isFetching }) => isFetching)}
          {...requestIdOf(error)}
        />
      )}
    </Dialog>
  );
}

/** A budget may have an institution that is not on the list any more. */
function withOwn(linked: AccessItemView[], own: readonly AccessItemView[]): AccessItemView[] {
  const known = new Set(linked.map(({ institutionAccessItemId }) => institutionAccessItemId));
  return [...linked, ...own.filter(({ institutionAccessItemId }) => !known.has(institutionAccessItemId))];
}

export type BudgetChoices = { categories: FinancialCategory[]; institutions: AccessItemView[] };

function FormSkeleton() {
  return (
    <LoadingRegion label="Loading the budget’s choices" className={styles.skeleton}>
      <Skeleton height="var(--size-control)" />
      <Skeleton height="var(--size-control)" />
      <Skeleton height="calc(3 * var(--size-control))" />
      <Skeleton height="calc(6 * var(--size-control))" />
    </LoadingRegion>
  );
}
