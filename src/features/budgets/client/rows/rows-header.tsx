import type { ReactNode } from "react";
import { ExportLink } from "#client/files/export-link.tsx";
import { PageHeader } from "#client/pages/page-header.tsx";
import { periodWords } from "#shared/time/plain-dates.ts";
import { SkeletonWords } from "#ui/status/skeleton.tsx";
import type { BudgetView } from "../../contract.ts";

type RowsHeaderProps = {
  title: string;
  /** Undefined while loading. */
  budget: BudgetView | undefined;
  exportHref: string;
  /** Buttons before the export button. */
  children?: ReactNode;
};

/** Page header of the screens that list a budget's rows. */
export function RowsHeader({ title, budget, exportHref, children }: RowsHeaderProps) {
  return (
    <PageHeader
      title={title}
      intro={
        budget === undefined ? (
          <SkeletonWords>Everyday · Jan 1–31</SkeletonWords>
        ) : (
          `${budget.budgetName} · ${periodWords(budget.startDate, budget.endDate, budget.spendingPace.today)}`
        )
      }
      actions={
        <>
          {children}
          <ExportLink href={exportHref} />
        </>
      }
    />
  );
}
