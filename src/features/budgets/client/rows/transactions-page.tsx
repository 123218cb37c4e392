import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { lazyDialog } from "#client/forms/lazy-dialog.tsx";
import { useApi } from "#client/app-context.tsx";
import { DocumentHead } from "#client/document-head.tsx";
import { useListView } from "#client/lists/list-view.ts";
import { itemLoader } from "#client/routing/member-loader.ts";
import { Button } from "#ui/button.tsx";
import { useBudget, useBudgetId } from "../budget-of-page.ts";
import { budgetRowsQuery, categoriesQuery } from "../budget-queries.ts";
import { transferSuggestionsQuery } from "#client/data/transfer-suggestions-query.ts";
import { SortLink } from "../payees/sort-link.tsx";
import { RowsHeader } from "./rows-header.tsx";
import styles from "./budget-rows.module.css";
import { exportHref, readRowsView, rowsInput } from "./filters/rows-view.ts";
import { TransactionRows } from "./transaction-rows.tsx";

// Forms and their schemas load on first use.
const CategoryManager = lazyDialog(
  async () => (await import("../categories/category-manager.tsx")).CategoryManager,
);
const RulesManager = lazyDialog(async () => (await import("../rules/rules-manager.tsx")).RulesManager);

/** Loads the rows of the view in the URL and the categories. */
export const loader = itemLoader("budgetId", ({ api, search, first }, budgetId) => [
  first(budgetRowsQuery(api, budgetId, rowsInput(readRowsView(search), false))),
  first(categoriesQuery(api)),
  first(transferSuggestionsQuery(api, budgetId)),
]);

/**
 * Transactions screen: rows of a budget that aren't exempt, to be categorized (docs/reference/product.md, "Budget
 * screens").
 */
export function Component() {
  const budgetId = useBudgetId();
  const { isPending } = useQuery(transferSuggestionsQuery(useApi(), budgetId));
  const { data } = useBudget(budgetId);
  const budget = isPending ? undefined : data;
  const { view } = useListView(readRowsView);
  const [managed, setManaged] = useState<"categories" | "rules" | null>(null);
  return (
    // A budget or suggestions that arrive late remount the page, so nothing shifts.
    <div key={isPending ? "loading" : (budget?.budgetId ?? "reviewed")} className={styles.page}>
      <DocumentHead
        title={budget === undefined ? "Transactions" : `Transactions, ${budget.budgetName}`}
        description="A budget’s transactions."
        isPrivate
      />
      <RowsHeader title="Transactions" budget={budget} exportHref={exportHref(budgetId, view, false)}>
        <SortLink />
        <Button icon="tag" onClick={() => setManaged("categories")}>
          Categories
        </Button>
        <Button icon="filter" onClick={() => setManaged("rules")}>
          Rules
        </Button>
      </RowsHeader>
      <TransactionRows budgetId={budgetId} />
      {/* A boundary of its own keeps the rows visible while the dialog's code loads. */}
      <Suspense fallback={null}>
        {managed === "categories" ? <CategoryManager isOpen onClose={() => setManaged(null)} /> : null}
        {managed === "rules" ? <RulesManager onClose={() => setManaged(null)} /> : null}
      </Suspense>
    </div>
  );
}
