import { useMemo, useState } from "react";
import { formatMoney } from "#shared/money.ts";
import { Button } from "../button.tsx";
import { StatusChip } from "../status/chip.tsx";
import { Combobox } from "../choice/combobox.tsx";
import { DataTable, type DataTableColumn, type DataTableQuery } from "../table/data-table.tsx";
import { compareSortValues } from "../table/data-table-sort.ts";
import { EmptyState } from "../status/empty-state.tsx";
import { ErrorPanel } from "../status/error-panel.tsx";
import { categories, transactions, type SampleTransaction } from "./gallery-samples.ts";
import { GallerySection } from "./gallery-section.tsx";
import styles from "./gallery-fields.module.css";
import galleryStyles from "./gallery.module.css";

const columns: readonly DataTableColumn<SampleTransaction>[] = [
  { id: "date", header: "Date", cell: (row) => row.date, sortValue: (row) => row.date, isNoWrap: true },
  {
    id: "name",
    header: "Transaction",
    cell: (row) => row.name,
    sortValue: (row) => row.name,
    isRowHeader: true,
  },
  {
    id: "amount",
    header: "Amount",
    cell: (row) => formatMoney(row.amount, "USD"),
    sortValue: (row) => row.amount,
    isNumeric: true,
  },
  {
    id: "category",
    header: "Category",
    cell: (row) => row.category ?? <StatusChip tone="warning">Uncategorized</StatusChip>,
    sortValue: (row) => row.category,
  },
  { id: "account", header: "Account", cell: (row) => row.account, hideOnMobile: true, isNoWrap: true },
];

function rowId(row: SampleTransaction): string {
  return row.id;
}

function rowLabel(row: SampleTransaction): string {
  return `${row.name}, ${row.date}`;
}

const common = { columns, rowId, rowLabel };
const noRows: readonly SampleTransaction[] = [];

/** A table with selection and actions, a server-side table, and the other three states. */
export function TableGallery() {
  return (
    <div className={galleryStyles.gallery}>
      <SelectableTable />
      <ServerTable />
      <TableFaces />
    </div>
  );
}

function SelectableTable() {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [category, setCategory] = useState<number | null>(null);
  const [last, setLast] = useState("Nothing done yet.");
  return (
    <GallerySection title="Table with selection">
      <DataTable
        {...common}
        caption="Transactions"
        rows={transactions}
        selection={{
          selected,
          onChange: setSelected,
          isRowSelectable: (row) => row.id !== "t4",
          actions: (
            <>
              <Combobox
                label="Category for selected rows"
                isLabelHidden
                placeholder="Category"
                options={categories}
                value={category}
                onChange={setCategory}
                isDisabled={selected.size === 0}
              />
              <Button
                variant="primary"
                disabled={selected.size === 0 || category === null}
                onClick={() => setLast(`Saved ${selected.size} rows.`)}
              >
                Save
              </Button>
            </>
          ),
        }}
        rowActions={(row) => [
          { id: "open", label: "Open", icon: "document", onAction: () => setLast(`Opened ${row.name}.`) },
          {
            id: "exclude",
            label: "Exclude",
            icon: "trash",
            isDanger: true,
            onAction: () => setLast(`Excluded ${row.name}.`),
          },
        ]}
      />
      <p className={styles.muted} data-testid="table-result">
        {last}
      </p>
    </GallerySection>
  );
}

function ServerTable() {
  const [query, setQuery] = useState<DataTableQuery>({ pageIndex: 0, pageSize: 5, sort: null });
  // Simulates a server that sorts and pages.
  const rows = useMemo(() => {
    const value = columns.find((column) => column.id === query.sort?.columnId)?.sortValue;
    const sorted = value
      ? transactions.toSorted((a, b) => compareSortValues(value(a) ?? "", value(b) ?? ""))
      : [...transactions];
    if (query.sort?.direction === "descending") sorted.reverse();
    return sorted.slice(query.pageIndex * query.pageSize, (query.pageIndex + 1) * query.pageSize);
  }, [query]);
  return (
    <GallerySection title="Server-side table">
      <DataTable
        {...common}
        caption="Transactions, page by page"
        isCaptionHidden
        rows={rows}
        server={{ ...query, total: transactions.length, onChange: setQuery }}
      />
    </GallerySection>
  );
}

function TableFaces() {
  const [isRetrying, setRetrying] = useState(false);
  return (
    <GallerySection title="Table without rows">
      <DataTable {...common} caption="Loading rows" rows={noRows} isLoading />
      <DataTable
        {...common}
        caption="No transactions"
        rows={noRows}
        empty={
          <EmptyState title="No transactions yet" headingLevel={3} icon="wallet">
            Link a bank account to see its transactions here.
          </EmptyState>
        }
      />
      <DataTable
        {...common}
        caption="Failed transactions"
        rows={noRows}
        error={
          <ErrorPanel
            title="Couldn’t load transactions"
            headingLevel={3}
            message="The server isn’t responding. Nothing is lost."
            requestId="req_7f3a"
            isRetrying={isRetrying}
            onRetry={() => setRetrying(true)}
          />
        }
      />
      <DataTable {...common} caption="Refreshing rows" rows={transactions.slice(0, 2)} isRefreshing />
    </GallerySection>
  );
}
