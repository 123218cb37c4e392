import { lazy, Suspense, useState } from "react";
import { DocumentHead } from "#client/document-head.tsx";
import { memberLoader } from "#client/routing/member-loader.ts";
import { Button } from "#ui/button.tsx";
import { useBudget, useBudgetId } from "../budget-of-page.ts";
import { budgetRowsQuery, categoriesQuery } from "../budget-queries.ts";
import { RowsHeader } from "./rows-header.tsx";
import styles from "./budget-rows.module.css";
import { exportHref, readRowsView, rowsInput } from "./rows-view.ts";
import { TransactionRows } from "./transaction-rows.tsx";
import { useRowsView } from "./use-rows-view.ts";

// Forms and their schemas come when they are first asked for.
const CategoryManager = lazy(async () => ({
  default: (await import("../categories/category-manager.tsx")).CategoryManager,
}));

/** The rows of the address's view. */
export const loader = memberLoader("budgetId", ({ api, search, first }, budgetId) => [
  first(budgetRowsQuery(api, budgetId, rowsInput(readRowsView(search), false))),
  first(categoriesQuery(api)),
]);

/** Rows of a budget that are not exempt, to be put into categories (docs/reference/product.md, "Budget screens"). */
export function Component() {
  const budgetId = useBudgetId();
  const { data: budget } = useBudget(budgetId);
  const [view] = useRowsView();
  const [isManaging, setManaging] = useState(false);
  return (
    // A late budget makes the page anew: what comes with it pushes nothing about.
    <div key={budget?.budgetId ?? "loading"} className={styles.page}>
      <DocumentHead
        title={budget === undefined ? "Transactions" : `Transactions of ${budget.budgetName}`}
        description="The transactions of a budget."
        isPrivate
      />
      <RowsHeader title="Transactions" budget={budget} exportHref={exportHref(budgetId, view, false)}>
        <Button icon="tag" onClick={() => setManaging(true)}>
          Categories
        </Button>
      </RowsHeader>
      <TransactionRows budgetId={budgetId} budget={budget} />
      {/* Its own boundary: while the dialog's code is on its way the rows stay. */}
      <Suspense fallback={null}>
        {isManaging ? <CategoryManager isOpen onClose={() => setManaging(false)} /> : null}
      </Suspense>
    </div>
  );
}
