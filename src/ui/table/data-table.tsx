import type { RowData } from "@tanstack/react-table";
import { useId, useRef, type ReactNode, useEffect, useState, type RefObject } from "react";
import { countText } from "#shared/text/counts.ts";
import { Button } from "../button.tsx";
import { DataTableBody, DataTableSkeleton } from "./data-table-body.tsx";
import { DataTableHead } from "./data-table-head.tsx";
import { useDataTableModel, type DataTableModel } from "./data-table-model.ts";
import { sortMessage } from "./data-table-sort.ts";
import type { DataTableProps } from "./data-table-types.ts";
import { Pagination } from "./pagination.tsx";
import styles from "./data-table.module.css";

export type {
  DataTableColumn,
  DataTableProps,
  DataTableQuery,
  DataTableSelection,
} from "./data-table-types.ts";
export type { SortValue, TableSort } from "./data-table-sort.ts";

/**
 * The site's table: sorting, paging, selection, and row actions on a real `<table>`. Keep `columns`, `rows`, and `rowId`
 * stable between renders (module scope or useMemo).
 */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const model = useDataTableModel(props);
  const face = currentState(props, model);
  return (
    <div className={styles.dataTable}>
      {face === "error" ? <Panel caption={props.caption}>{props.error}</Panel> : null}
      {face === "empty" ? <Panel caption={props.caption}>{props.empty}</Panel> : null}
      {face === "content" || face === "loading" ? (
        // Replaces the whole region after the skeleton, because columns with rows have different widths.
        <TableRegion key={face} props={props} model={model} isLoading={face === "loading"} />
      ) : null}
      {props.selection && face !== "error" && face !== "empty" ? (
        <SelectionBar props={props} model={model} />
      ) : null}
      <div className={styles.foot} hidden={face === "error" || face === "empty"}>
        {face === "content" ? <TablePages props={props} model={model} /> : null}
      </div>
    </div>
  );
}

type PartProps<Row extends RowData> = { props: DataTableProps<Row>; model: DataTableModel<Row> };

function currentState<Row extends RowData>(
  props: DataTableProps<Row>,
  model: DataTableModel<Row>,
): "loading" | "error" | "empty" | "content" {
  if (props.error) return "error";
  if (props.isLoading) return "loading";
  return model.total === 0 && props.empty ? "empty" : "content";
}

function Panel({ caption, children }: { caption: string; children: ReactNode }) {
  return <section aria-label={caption}>{children}</section>;
}

function TableRegion<Row extends RowData>({
  props,
  model,
  isLoading,
}: PartProps<Row> & { isLoading: boolean }) {
  const captionId = useId();
  const region = useRef<HTMLElement>(null);
  const overflows = useOverflows(region);
  const { sort, pageSize } = model.query;
  const sorted = props.columns.find((column) => column.id === sort?.columnId);
  return (
    <>
      <section
        ref={region}
        aria-labelledby={captionId}
        // A scrolling region must be reachable by keyboard; one that doesn't scroll shouldn't be a tab stop.
        tabIndex={overflows === false ? undefined : 0}
        className={styles.region}
        data-fits={overflows === false || undefined}
      >
        <table
          className={styles.table}
          aria-busy={isLoading || props.isRefreshing || undefined}
          data-refreshing={props.isRefreshing || undefined}
        >
          <caption id={captionId} className={props.isCaptionHidden ? "visually-hidden" : styles.caption}>
            {props.caption}
          </caption>
          <DataTableHead props={props} model={model} />
          {isLoading ? (
            <DataTableSkeleton props={props} rowCount={pageSize} />
          ) : (
            <DataTableBody props={props} model={model} />
          )}
        </table>
      </section>
      <p className="visually-hidden" aria-live="polite">
        {isLoading
          ? `Loading ${props.caption}`
          : sort
            ? sortMessage(sort, sorted?.header ?? sort.columnId)
            : ""}
      </p>
    </>
  );
}

function SelectionBar<Row extends RowData>({ props, model }: PartProps<Row>) {
  const { selection } = props;
  if (!selection) return null;
  const count = selection.count ?? model.selectedCount;
  return (
    <div
      className={styles.selection}
      data-bottom-bar={count > 0 || undefined}
      data-loading={props.isLoading || undefined}
    >
      <div className={styles.count}>
        <span aria-live="polite">{count === 0 ? "None selected" : `${countText(count)} selected`}</span>
        <Button
          size="small"
          variant="quiet"
          onClick={() => selection.onChange(new Set())}
          className={styles.clear}
          data-idle={count === 0 || undefined}
          disabled={count === 0}
        >
          Clear
        </Button>
      </div>
      {selection.actions ? <div className={styles.actions}>{selection.actions}</div> : null}
    </div>
  );
}

function TablePages<Row extends RowData>({ props, model }: PartProps<Row>) {
  const { pageSizes = [5, 10, 25], caption } = props;
  const { query, total, change } = model;
  const canResize = pageSizes.length > 0 && total > Math.min(...pageSizes);
  return (
    <Pagination
      label={caption}
      pageIndex={query.pageIndex}
      pageSize={query.pageSize}
      total={total}
      pageSizes={pageSizes}
      onPageChange={(pageIndex) => change({ pageIndex })}
      onPageSizeChange={canResize ? (pageSize, pageIndex) => change({ pageSize, pageIndex }) : undefined}
    />
  );
}

/**
 * Returns true while an element's first child is wider than the element; undefined until measured. A table that overflows
 * becomes a scroll region that Tab reaches; one that fits can have a sticky header.
 */
function useOverflows(region: RefObject<HTMLElement | null>): boolean | undefined {
  const [overflows, setOverflows] = useState<boolean>();
  useEffect(() => {
    const outer = region.current;
    if (!outer) return undefined;
    const observer = new ResizeObserver(() => {
      const inner = outer.firstElementChild;
      setOverflows(inner instanceof HTMLElement && inner.offsetWidth > outer.clientWidth);
    });
    observer.observe(outer);
    if (outer.firstElementChild) observer.observe(outer.firstElementChild);
    return () => observer.disconnect();
  }, [region]);
  return overflows;
}
