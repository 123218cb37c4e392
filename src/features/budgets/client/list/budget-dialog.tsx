import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { PlainAccessItem } from "#features/institutions/contract.ts";
import { useApi, usePublicConfig } from "#client/app-context.tsx";
import { institutionsQuery } from "#client/data/institutions-query.ts";
import { QueryError } from "#client/query-error.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { SubmitButton, useUnsavedGuard } from "#ui/form/form.tsx";
import { LoadingRegion, Skeleton } from "#ui/status/skeleton.tsx";
import type { BudgetView, FinancialCategory } from "../../contract.ts";
import { BudgetForm, type BudgetFormState } from "./budget-form.tsx";
import { budgetQuery, categoriesQuery, suggestedEstimatesQuery } from "../budget-queries.ts";
import { newBudgetDefaults } from "./budget-fields.ts";
import type { NewBudget } from "./use-suggestions.ts";
import styles from "./budget-dialog.module.css";

type BudgetDialogProps = {
  /** Null to create one. */
  budgetId: number | null;
  onClose: () => void;
  /** Called instead of `onClose` after saving. */
  onSaved?: (budgetId: number) => void;
};

/**
 * Dialog that creates or edits a budget. Loads all options first. The same dialog element shows loading and form, so
 * focus returns to where it came from.
 */
export function BudgetDialog({ budgetId, onClose, onSaved = onClose }: BudgetDialogProps) {
  const formId = useId();
  const choices = useChoices(budgetId);
  const [{ isDirty, isSubmitting }, setState] = useState<BudgetFormState>(untouched);
  const guard = useUnsavedGuard(isDirty);
  return (
    <Dialog
      onClose={onClose}
      title={budgetId === null ? "New Budget" : "Edit Budget"}
      width="budget"
      guard={guard}
      footer={
        <>
          <Button onClick={() => guard.request(onClose)}>Cancel</Button>
          {choices.kind === "ready" ? (
            <SubmitButton form={formId} isPending={isSubmitting}>
              Save Budget
            </SubmitButton>
          ) : null}
        </>
      }
    >
      {choices.kind === "ready" ? (
        <BudgetForm
          id={formId}
          from={choices.from}
          categories={choices.categories}
          institutions={choices.institutions}
          onState={setState}
          onSaved={onSaved}
        />
      ) : null}
      {choices.kind === "loading" ? <FormSkeleton /> : null}
      {choices.kind === "failed" ? (
        <QueryError headingLevel={3} title="Couldn’t load the budget form" query={choices} />
      ) : null}
    </Dialog>
  );
}

const untouched: BudgetFormState = { isDirty: false, isSubmitting: false };

type Choices =
  | { kind: "loading" }
  | { kind: "failed"; error: Error; isFetching: boolean; refetch: () => unknown }
  | {
      kind: "ready";
      from: { budget: BudgetView } | NewBudget;
      categories: FinancialCategory[];
      institutions: PlainAccessItem[];
    };

/** Loads the budget, or the defaults of a new one, and the categories and banks to choose from. */
function useChoices(budgetId: number | null): Choices {
  const api = useApi();
  const categories = useQuery(categoriesQuery(api));
  const institutions = useQuery(institutionsQuery(api));
  const budget = useQuery({ ...budgetQuery(api, budgetId ?? 0), enabled: budgetId !== null });
  const newBudget = useNewBudget(budgetId === null);
  const from = budgetId === null ? newBudget : budget.data && { budget: budget.data };
  if (categories.data !== undefined && institutions.data !== undefined && from !== undefined) {
    return {
      kind: "ready",
      from,
      categories: categories.data,
      institutions: withOwn(institutions.data, budget.data?.budgetAccessItems ?? []),
    };
  }
  const asked = [categories, institutions, ...(budgetId === null ? [] : [budget])];
  const error = asked.find((query) => query.error !== null)?.error ?? null;
  if (error === null) return { kind: "loading" };
  return {
    kind: "failed",
    error,
    refetch: () => Promise.all(asked.map((query) => query.refetch())),
    isFetching: asked.some(({ isFetching }) => isFetching),
  };
}

/** Loads the defaults of a new budget; undefined while loading. If suggestions fail, the form works without them. */
function useNewBudget(enabled: boolean): NewBudget | undefined {
  const api = useApi();
  const { timeZone } = usePublicConfig();
  const [defaults] = useState(() => newBudgetDefaults(new Date(), timeZone));
  const { data, isPending } = useQuery({ ...suggestedEstimatesQuery(api, defaults), enabled });
  if (isPending) return undefined;
  const { isoCurrencyCode } = defaults;
  return { defaults, suggestion: { ...(data ?? { from: null, to: null, categories: [] }), isoCurrencyCode } };
}

/** Adds the budget's own banks that are no longer in the list. */
function withOwn(linked: PlainAccessItem[], own: readonly PlainAccessItem[]): PlainAccessItem[] {
  const known = new Set(linked.map(({ institutionAccessItemId }) => institutionAccessItemId));
  return [...linked, ...own.filter(({ institutionAccessItemId }) => !known.has(institutionAccessItemId))];
}

function FormSkeleton() {
  return (
    <LoadingRegion label="Loading the budget form" className={styles.skeleton}>
      <Skeleton height="var(--size-control)" />
      <Skeleton height="var(--size-control)" />
      <Skeleton height="calc(3 * var(--size-control))" />
      <Skeleton height="calc(6 * var(--size-control))" />
    </LoadingRegion>
  );
}
