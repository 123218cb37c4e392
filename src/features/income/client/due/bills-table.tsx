import { useMemo } from "react";
import { moneyText } from "#client/words/money-text.ts";
import { dateWords } from "#shared/time/plain-dates.ts";
import { Button } from "#ui/button.tsx";
import type { MenuAction } from "#ui/overlay/menu.tsx";
import { EmptyState } from "#ui/status/empty-state.tsx";
import { DataTable, type DataTableColumn } from "#ui/table/data-table.tsx";
import type { ExpectedPeriod, IncomeSourceView } from "../../contract.ts";
import { IncomeStatusChip } from "../month/status-chip.tsx";
import { dueAmount, rhythmText } from "./due-words.ts";
import styles from "./due-page.module.css";

/** A bill with its oldest late due date, or the next one. */
export type BillRow = { bill: IncomeSourceView; institutionName: string; next: ExpectedPeriod | null };

export type BillActions = {
  onPay: (bill: IncomeSourceView, period: ExpectedPeriod) => void;
  onEdit: (bill: IncomeSourceView) => void;
  onHistory: (bill: IncomeSourceView) => void;
  onDelete: (bill: IncomeSourceView) => void;
};

type BillsTableProps = BillActions & {
  bills: readonly BillRow[];
  isRefreshing: boolean;
  onNew: (() => void) | null;
};

const columnsOf = (onPay: BillActions["onPay"]): DataTableColumn<BillRow>[] => [
  {
    id: "name",
    header: "Name",
    isRowHeader: true,
    sortValue: ({ bill }) => bill.name,
    cell: ({ bill, institutionName }) => (
      <span className={styles.name}>
        <span>{bill.name}</span>
        <span className={styles.hint}>
          {rhythmText(bill)} · {institutionName}
        </span>
      </span>
    ),
  },
  {
    id: "amount",
    header: "Amount",
    isNumeric: true,
    hideOnMobile: true,
    sortValue: ({ bill }) => bill.amountDue,
    cell: ({ bill }) => dueAmount({ ...bill, due: bill.amountDue, isPaid: false }),
  },
  {
    id: "next",
    header: "Due",
    hideOnMobile: true,
    sortValue: ({ next }) => next?.dueDate ?? "9999-12-31",
    cell: ({ next }) => (next === null ? "None" : dateWords(next.dueDate)),
  },
  {
    id: "status",
    header: "Status",
    sortValue: ({ next }) => next?.status ?? "",
    cell: (row) => <StatusCell row={row} onPay={onPay} />,
  },
];

function StatusCell({ row: { bill, next }, onPay }: { row: BillRow; onPay: BillActions["onPay"] }) {
  if (next === null || next.status === null) return "Nothing due";
  const { status, due, paid, dueDate, isoCurrencyCode, overdue } = next;
  return (
    <span className={styles.name}>
      <IncomeStatusChip figures={{ status, due, paid, dueDate, isoCurrencyCode }} />
      {overdue > 0 ? <span className={styles.hint}>{moneyText(overdue, isoCurrencyCode)} late</span> : null}
      <Button
        size="small"
        icon="link"
        aria-label={`Link payment, ${bill.name}`}
        onClick={() => onPay(bill, next)}
      >
        Link payment
      </Button>
    </span>
  );
}

/** All bills with their rhythm, amount, and what is due next, or first of what is late. */
export function BillsTable({ bills, isRefreshing, onNew, ...actions }: BillsTableProps) {
  const { onPay } = actions;
  const columns = useMemo(() => columnsOf(onPay), [onPay]);
  return (
    <section aria-labelledby="bills" className={styles.section}>
      <h2 id="bills" className={styles.title}>
        Bills
      </h2>
      <DataTable
        caption="All bills"
        isCaptionHidden
        columns={columns}
        rows={bills}
        rowId={({ bill }) => String(bill.incomeSourceId)}
        rowLabel={({ bill }) => bill.name}
        isRefreshing={isRefreshing}
        rowActions={({ bill }) => menuOf(bill, actions)}
        empty={
          <EmptyState
            title="No bills yet"
            headingLevel={3}
            icon="wallet"
            action={
              onNew === null ? null : (
                <Button variant="primary" icon="plus" onClick={onNew}>
                  New bill
                </Button>
              )
            }
          >
            A bill is money that goes out again and again, such as rent, power, or a subscription.
          </EmptyState>
        }
      />
    </section>
  );
}

function menuOf(bill: IncomeSourceView, { onEdit, onHistory, onDelete }: BillActions): MenuAction[] {
  return [
    { id: "edit", label: "Edit", icon: "pencil", onAction: () => onEdit(bill) },
    { id: "history", label: "Payment History", icon: "clock", onAction: () => onHistory(bill) },
    { id: "delete", label: "Delete", icon: "trash", isDanger: true, onAction: () => onDelete(bill) },
  ];
}
