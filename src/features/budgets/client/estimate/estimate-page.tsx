import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { lazyDialog } from "#client/forms/lazy-dialog.tsx";
import { useApi } from "#client/app-context.tsx";
import { DocumentHead } from "#client/document-head.tsx";
import { itemLoader } from "#client/routing/member-loader.ts";
import { periodWords } from "#shared/time/plain-dates.ts";
import { Button } from "#ui/button.tsx";
import { Callout } from "#ui/status/callout.tsx";
import { Card } from "#ui/card.tsx";
import { LoadingRegion, Skeleton, SkeletonWords } from "#ui/status/skeleton.tsx";
import type { BudgetCategoryRow, BudgetView } from "../../contract.ts";
import { useBudget, useBudgetId } from "../budget-of-page.ts";
import { transferSuggestionsQuery } from "#client/data/transfer-suggestions-query.ts";
import { periodText } from "./budget-progress.ts";
import { DraftHint, ImportHint, NotInTotals, TransferHint } from "./budget-remarks.tsx";
import { BudgetTotals } from "./budget-totals.tsx";
import { CategoryCards } from "./category-cards.tsx";
import { CategoryShareBar } from "./category-share-bar.tsx";
import styles from "./estimate-page.module.css";
import { PaceChart } from "./pace-chart.tsx";

// Forms and their schemas load on first use.
const BudgetDialog = lazyDialog(async () => (await import("../list/budget-dialog.tsx")).BudgetDialog);
const CategoryManager = lazyDialog(
  async () => (await import("../categories/category-manager.tsx")).CategoryManager,
);
const EstimateDialog = lazyDialog(async () => (await import("./estimate-dialog.tsx")).EstimateDialog);

type Open = { kind: "budget" | "categories" } | { kind: "estimate"; row: BudgetCategoryRow };

/** Loads what the screen points to, so that it doesn’t shift. */
export const loader = itemLoader("budgetId", ({ api, first }, budgetId) => [
  first(transferSuggestionsQuery(api, budgetId)),
]);

/** Estimate screen: planned and actual spending of a budget (docs/reference/product.md, "Budget screens"). */
export function Component() {
  const budgetId = useBudgetId();
  const { data: budget } = useBudget(budgetId);
  // They come with the rest, so that nothing shifts.
  const { isPending } = useQuery(transferSuggestionsQuery(useApi(), budgetId));
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  return (
    <div className={styles.page}>
      <DocumentHead
        title={budget === undefined ? "Budget" : budget.budgetName}
        description="A budget’s estimates and spending."
        isPrivate
      />
      <Head budget={budget} onEdit={() => setOpen({ kind: "budget" })} />
      {budget === undefined || isPending ? (
        <BodySkeleton />
      ) : (
        <Body
          budget={budget}
          onEdit={() => setOpen({ kind: "budget" })}
          onManage={() => setOpen({ kind: "categories" })}
          onOpen={(row) => setOpen({ kind: "estimate", row })}
        />
      )}
      {open?.kind === "budget" ? <BudgetDialog budgetId={budgetId} onClose={close} /> : null}
      {open?.kind === "categories" ? <CategoryManager onClose={close} /> : null}
      {open?.kind === "estimate" && budget !== undefined ? (
        <EstimateDialog key={open.row.financialCategoryId} budget={budget} row={open.row} onClose={close} />
      ) : null}
    </div>
  );
}

/** Page header. The heading stays the same element while loading, so it keeps the focus it got on navigation. */
function Head({ budget, onEdit }: { budget: BudgetView | undefined; onEdit: () => void }) {
  return (
    <header className={styles.head}>
      <div className={styles.names}>
        <h1 className={styles.title}>
          {budget === undefined ? (
            <>
              <span className="visually-hidden">Budget</span>
              <SkeletonWords>November 2026</SkeletonWords>
            </>
          ) : (
            budget.budgetName
          )}
        </h1>
        <p className={styles.period}>
          {budget === undefined ? (
            <SkeletonWords>Nov 1–30 · 8 days left</SkeletonWords>
          ) : (
            <>
              <span>{periodWords(budget.startDate, budget.endDate, budget.spendingPace.today)}</span> ·{" "}
              <span>{periodText(budget.startDate, budget.endDate, budget.spendingPace.today)}</span>
            </>
          )}
        </p>
      </div>
      <Button icon="pencil" disabled={budget === undefined} onClick={onEdit}>
        Edit
      </Button>
    </header>
  );
}

type BodyProps = {
  budget: BudgetView;
  onEdit: () => void;
  onManage: () => void;
  onOpen: (row: BudgetCategoryRow) => void;
};

function Body({ budget, onEdit, onManage, onOpen }: BodyProps) {
  const { budgetId, isoCurrencyCode, budgetCategoryData } = budget;
  const hasCategories = budgetCategoryData.some(({ financialCategoryId }) => financialCategoryId > 0);
  return (
    <>
      <DraftHint budget={budget} />
      <BudgetTotals budget={budget} />
      {budget.budgetAccessItems.length === 0 ? <NoAccounts onEdit={onEdit} /> : null}
      <ImportHint budget={budget} />
      <TransferHint budgetId={budgetId} />
      <div className={styles.pictures}>
        <Card>
          <PaceChart budgetId={budgetId} budget={budget} />
        </Card>
        <Card>
          <CategoryShareBar budgetId={budgetId} rows={budgetCategoryData} isoCurrencyCode={isoCurrencyCode} />
        </Card>
      </div>
      <section className={styles.categories} aria-labelledby="categories">
        <div className={styles.sectionHead}>
          <h2 id="categories" className={styles.section}>
            Categories
          </h2>
          <Button size="small" icon="tag" onClick={onManage}>
            Manage categories
          </Button>
        </div>
        {hasCategories ? null : (
          <p className={styles.hint}>
            This budget has no categories yet.{" "}
            <Button size="small" onClick={onEdit}>
              Choose categories
            </Button>
          </p>
        )}
        <CategoryCards
          budgetId={budgetId}
          isoCurrencyCode={isoCurrencyCode}
          rows={budgetCategoryData}
          onOpen={onOpen}
        />
      </section>
      <NotInTotals budget={budget} />
    </>
  );
}

/** Warns about a budget without accounts, whose zeros would look like real totals. */
function NoAccounts({ onEdit }: { onEdit: () => void }) {
  return (
    <Callout
      tone="warning"
      title="This budget has no accounts"
      action={
        <Button size="small" onClick={onEdit}>
          Choose accounts
        </Button>
      }
    >
      Choose the accounts whose transactions it should count.
    </Callout>
  );
}

function BodySkeleton() {
  return (
    <LoadingRegion label="Loading the budget" className={styles.page}>
      <Card>
        <Skeleton height="calc(7 * var(--space-4))" />
      </Card>
      <div className={styles.pictures}>
        <Card>
          <Skeleton height="calc(var(--size-popover-max) + 7 * var(--space-4))" />
        </Card>
        <Card>
          <Skeleton height="calc(var(--size-popover-max) + 7 * var(--space-4))" />
        </Card>
      </div>
      <Skeleton width="10rem" height="var(--space-8)" />
      <div className={styles.cardSkeletons}>
        {[1, 2, 3, 4].map((card) => (
          <Card key={card}>
            <Skeleton height="calc(4 * var(--space-8))" />
          </Card>
        ))}
      </div>
    </LoadingRegion>
  );
}
