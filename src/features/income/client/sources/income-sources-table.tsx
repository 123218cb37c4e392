import { useMemo, useState, type ReactNode } from "react";
import { useNavigate } from "react-router";
import { memberPaths } from "#client/routing/member-paths.ts";
import { moneyText } from "#client/words/money-text.ts";
import { dateWords } from "#shared/time/plain-dates.ts";
import { DataTable, type DataTableColumn } from "#ui/table/data-table.tsx";
import { Button } from "#ui/button.tsx";
import { VisuallyHidden } from "#ui/visually-hidden.tsx";
import { EmptyState } from "#ui/status/empty-state.tsx";
import type { MenuAction } from "#ui/overlay/menu.tsx";
import { SearchField } from "#ui/form/search-field.tsx";
import type { IncomeSourceListItem } from "../../contract.ts";
import { figuresOf, outstandingOf } from "../month/income-status.ts";
import styles from "./income-sources-table.module.css";
import { IncomeStatusChip } from "../month/status-chip.tsx";

export type SourceActions = {
  onEdit: (item: IncomeSourceListItem) => void;
  onHistory: (item: IncomeSourceListItem) => void;
  onDelete: (item: IncomeSourceListItem) => void;
  onPay: (item: IncomeSourceListItem) => void;
};

type IncomeSourcesTableProps = SourceActions & {
  items: readonly IncomeSourceListItem[];
  isLoading: boolean;
  isRefreshing: boolean;
  empty: ReactNode;
};

const columnsOf = (onPay: SourceActions["onPay"]): DataTableColumn<IncomeSourceListItem>[] => [
  {
    id: "name",
    header: "Name",
    isRowHeader: true,
    sortValue: ({ incomeSource }) => incomeSource.name,
    cell: (item) => <NameCell item={item} />,
  },
  {
    id: "amountDue",
    header: "Amount Due",
    isNumeric: true,
    hideOnMobile: true,
    sortValue: ({ currentMonthDue }) => currentMonthDue,
    cell: ({ currentMonthDue, incomeSource }) => moneyText(currentMonthDue, incomeSource.isoCurrencyCode),
  },
  {
    id: "status",
    header: "Status",
    sortValue: ({ status }) => statusOrder[status],
    cell: (item) => <StatusCell item={item} onPay={() => onPay(item)} />,
  },
];

/** Sort order of the statuses, most urgent first. */
const statusOrder: Record<IncomeSourceListItem["status"], number> = {
  "Past Due": 0,
  "Partially Paid": 1,
  "No Payment": 2,
  Paid: 3,
};

const rowId = ({ incomeSource }: IncomeSourceListItem) => String(incomeSource.incomeSourceId);
const rowLabel = ({ incomeSource }: IncomeSourceListItem) => incomeSource.name;

/** Table of a month's sources with a filter by name (docs/reference/product.md, "Income screens"). */
export function IncomeSourcesTable({
  items,
  isLoading,
  isRefreshing,
  empty,
  ...actions
}: IncomeSourcesTableProps) {
  const [filter, setFilter] = useState("");
  const navigate = useNavigate();
  const query = filter.trim().toLocaleLowerCase("en-US");
  const rows = useMemo(
    () => items.filter(({ incomeSource }) => incomeSource.name.toLocaleLowerCase("en-US").includes(query)),
    [items, query],
  );
  const { onPay } = actions;
  const columns = useMemo(() => columnsOf(onPay), [onPay]);
  const isFiltered = items.length > 0 && rows.length === 0;
  return (
    <section aria-labelledby="sources" className={styles.section}>
      <div className={styles.head}>
        <h2 id="sources" className={styles.title}>
          Sources
        </h2>
        <div className={styles.filter}>
          <SearchField
            label="Filter by name"
            isLabelHidden
            placeholder="Filter by name"
            value={filter}
            onChange={setFilter}
            isDisabled={items.length === 0}
          />
        </div>
      </div>
      <DataTable
        caption="Income sources"
        isCaptionHidden
        columns={columns}
        rows={rows}
        rowId={rowId}
        rowLabel={rowLabel}
        isLoading={isLoading}
        isRefreshing={isRefreshing}
        rowActions={(item) => menuOf(item, actions, (href) => void navigate(href, { viewTransition: true }))}
        empty={
          isFiltered ? (
            <EmptyState title={`No sources match “${filter.trim()}”`} headingLevel={3} icon="search">
              Clear the filter to see all {items.length}.
            </EmptyState>
          ) : (
            empty
          )
        }
      />
    </section>
  );
}

function menuOf(
  item: IncomeSourceListItem,
  { onEdit, onHistory, onDelete }: SourceActions,
  go: (href: string) => void,
): MenuAction[] {
  const { incomeSourceId, institutionAccessItemId } = item.incomeSource;
  return [
    { id: "edit", label: "Edit", icon: "pencil", onAction: () => onEdit(item) },
    { id: "history", label: "Payment History", icon: "clock", onAction: () => onHistory(item) },
    {
      id: "link",
      label: "Link Transactions",
      icon: "link",
      onAction: () => go(memberPaths.accountTransactions(institutionAccessItemId, incomeSourceId)),
    },
    { id: "delete", label: "Delete", icon: "trash", isDanger: true, onAction: () => onDelete(item) },
  ];
}

function NameCell({ item }: { item: IncomeSourceListItem }) {
  const { incomeSource, isActive, dueDate } = item;
  return (
    <span className={styles.name}>
      <span>{incomeSource.name}</span>
      <span className={styles.hint}>
        {incomeSource.incomeSourceType} · {isActive ? `due ${dateWords(dueDate)}` : "nothing due this month"}
      </span>
    </span>
  );
}

function StatusCell({ item, onPay }: { item: IncomeSourceListItem; onPay: () => void }) {
  const figures = figuresOf(item);
  const isPart = figures.status === "Partially Paid";
  return (
    <span className={styles.status}>
      <IncomeStatusChip figures={figures} />
      {isPart ? (
        <span className={styles.hint}>
          {moneyText(figures.paid, figures.isoCurrencyCode)} of{" "}
          {moneyText(figures.due, figures.isoCurrencyCode)}
          {item.currentMonthPastDue ? ", late" : ""}
        </span>
      ) : null}
      {outstandingOf(item) > 0 ? (
        <Button size="small" variant="quiet" icon="link" onClick={onPay}>
          Link payment<VisuallyHidden> to {item.incomeSource.name}</VisuallyHidden>
        </Button>
      ) : null}
    </span>
  );
}
