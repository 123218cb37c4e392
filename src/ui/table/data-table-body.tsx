import type { RowData } from "@tanstack/react-table";
import { Suspense, useSyncExternalStore } from "react";
import { IconButton } from "../button.tsx";
import { lazyPart, type Retry } from "../lazy/lazy-part.tsx";
import type { DataTableModel, TableRow } from "./data-table-model.ts";
import type { DataTableProps } from "./data-table-types.ts";
import type { MenuAction } from "../overlay/menu.tsx";
import { Skeleton } from "../status/skeleton.tsx";
import { TableCheckbox } from "./table-checkbox.tsx";
import styles from "./data-table.module.css";

/** Lazy, because the menu adds 47 KB of React Aria: only tables with row actions load it, even on public pages. */
const ActionMenu = lazyPart(async () => (await import("../overlay/menu.tsx")).ActionMenu, UnloadedMenu);

type BodyProps<Row extends RowData> = { props: DataTableProps<Row>; model: DataTableModel<Row> };

/** Up to this page size, a short last page keeps the height of a full one, so that the page buttons stay in place. */
const maxFilledRows = 10;

/** Rows of the page. */
export function DataTableBody<Row extends RowData>({ props, model }: BodyProps<Row>) {
  const { pageRows, query, total } = model;
  const missing =
    total > query.pageSize && query.pageSize <= maxFilledRows ? query.pageSize - pageRows.length : 0;
  return (
    <tbody>
      {pageRows.map((row, index) => (
        <BodyRow key={row.id} props={props} row={row} above={pageRows[index - 1]?.original} />
      ))}
      {missing > 0 ? (
        <tr aria-hidden="true" className={styles.filler}>
          <td colSpan={columnCount(props)} style={{ blockSize: `calc(var(--size-row) * ${missing})` }}>
            {null}
          </td>
        </tr>
      ) : null}
    </tbody>
  );
}

function columnCount<Row extends RowData>(props: DataTableProps<Row>): number {
  return props.columns.length + (props.selection ? 1 : 0) + (props.rowActions ? 1 : 0);
}

type RowProps<Row extends RowData> = {
  props: DataTableProps<Row>;
  row: TableRow<Row>;
  above: Row | undefined;
};

function BodyRow<Row extends RowData>({ props, row, above }: RowProps<Row>) {
  const { columns, selection, rowActions, rowLabel } = props;
  const actions = rowActions?.(row.original) ?? [];
  const details = props.details?.(row.original) ?? null;
  return (
    <>
      <tr data-opened={details !== null || undefined} data-selected={row.getIsSelected() || undefined}>
        {selection ? (
          <td className={styles.checkCell}>
            <TableCheckbox
              label={`Select ${rowLabel(row.original)}`}
              isChecked={row.getIsSelected()}
              isDisabled={!row.getCanSelect()}
              onChange={row.getToggleSelectedHandler()}
            />
          </td>
        ) : null}
        {columns.map((column) => {
          const Cell = column.isRowHeader ? "th" : "td";
          return (
            <Cell
              key={column.id}
              scope={column.isRowHeader ? "row" : undefined}
              data-numeric={column.isNumeric || undefined}
              data-no-wrap={column.isNoWrap || column.isNumeric || undefined}
              data-hide-on-mobile={column.hideOnMobile || undefined}
            >
              {column.cell(row.original, above)}
            </Cell>
          );
        })}
        {rowActions ? (
          <td className={styles.menuCell}>
            {actions.length > 0 ? (
              <RowMenu label={`Actions for ${rowLabel(row.original)}`} actions={actions} />
            ) : null}
          </td>
        ) : null}
      </tr>
      {details === null ? null : (
        <tr className={styles.details}>
          {selection ? <td className={styles.checkCell}>{null}</td> : null}
          <td colSpan={columnCount(props) - (selection ? 1 : 0)}>{details}</td>
        </tr>
      )}
    </>
  );
}

/** Menu of a row. The server and hydration render a placeholder of the same size, because they can't wait for a lazy part. */
function RowMenu({ label, actions }: { label: string; actions: readonly MenuAction[] }) {
  const isInBrowser = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
  const standIn = <Skeleton width="var(--size-control-small)" height="var(--size-control-small)" />;
  if (!isInBrowser) return standIn;
  return (
    <Suspense fallback={standIn}>
      <ActionMenu label={label} actions={actions} size="small" />
    </Suspense>
  );
}

function UnloadedMenu({ label, retry, isRetrying }: { label: string } & Retry) {
  return (
    <IconButton
      icon="refresh"
      label={`Couldn’t load: ${label}. Try again`}
      size="small"
      isPending={isRetrying}
      onClick={retry}
    />
  );
}

/** Placeholder rows of the final height. */
export function DataTableSkeleton<Row extends RowData>({
  props,
  rowCount,
}: {
  props: DataTableProps<Row>;
  rowCount: number;
}) {
  return (
    <tbody aria-hidden="true">
      {Array.from({ length: rowCount }, (_, row) => (
        <tr key={row}>
          {props.selection ? <SkeletonCell className={styles.checkCell} /> : null}
          {props.columns.map((column, index) => (
            <td
              key={column.id}
              data-numeric={column.isNumeric || undefined}
              data-hide-on-mobile={column.hideOnMobile || undefined}
            >
              <Skeleton
                className={styles.stand}
                width={`${55 + ((row * 13 + index * 29) % 40)}%`}
                height="0.8em"
              />
            </td>
          ))}
          {props.rowActions ? <SkeletonCell className={styles.menuCell} /> : null}
        </tr>
      ))}
    </tbody>
  );
}

function SkeletonCell({ className }: { className: string | undefined }) {
  return <td className={className}>{null}</td>;
}
