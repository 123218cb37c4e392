import type { ReactNode } from "react";
import { PageHeader } from "#client/pages/page-header.tsx";
import { periodWords } from "#shared/time/plain-dates.ts";
import { buttonClassName } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
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

/** Button that downloads a list as a CSV file. */
export function ExportLink({ href }: { href: string }) {
  return (
    <a href={href} download className={buttonClassName()}>
      <Icon name="download" />
      Export CSV
    </a>
  );
}
