import type { RowData } from "@tanstack/react-table";
import { Icon } from "../icon.tsx";
import type { DataTableModel } from "./data-table-model.ts";
import { nextSort } from "./data-table-sort.ts";
import type { DataTableColumn, DataTableProps } from "./data-table-types.ts";
import { TableCheckbox } from "./table-checkbox.tsx";
import styles from "./data-table.module.css";

type HeadProps<Row extends RowData> = { props: DataTableProps<Row>; model: DataTableModel<Row> };

/** Header row with select-all, sort buttons, and a name for the actions column. */
export function DataTableHead<Row extends RowData>({ props, model }: HeadProps<Row>) {
  const { table } = model;
  const isAll = table.getIsAllPageRowsSelected();
  return (
    <thead>
      <tr>
        {props.selection ? (
          <th scope="col" className={styles.checkCell}>
            <TableCheckbox
              label="Select all rows on this page"
              isChecked={isAll}
              isIndeterminate={!isAll && table.getIsSomePageRowsSelected()}
              isDisabled={props.isLoading ?? false}
              onChange={() => table.toggleAllPageRowsSelected(!isAll)}
            />
          </th>
        ) : null}
        {props.columns.map((column) => (
          <HeaderCell key={column.id} column={column} model={model} />
        ))}
        {props.rowActions ? (
          <th scope="col" className={styles.menuCell}>
            <span className="visually-hidden">Actions</span>
          </th>
        ) : null}
      </tr>
    </thead>
  );
}

const sortIconPaths = {
  ascending: "M10 16V4.5M5.5 9L10 4.5 14.5 9",
  descending: "M10 4v11.5M5.5 11l4.5 4.5 4.5-4.5",
  none: "M6.5 7.5L10 4l3.5 3.5M6.5 12.5L10 16l3.5-3.5",
};

function HeaderCell<Row extends RowData>({
  column,
  model,
}: {
  column: DataTableColumn<Row>;
  model: DataTableModel<Row>;
}) {
  const { sort } = model.query;
  const direction = sort?.columnId === column.id ? sort.direction : "none";
  const marks = {
    "data-numeric": column.isNumeric || undefined,
    "data-hide-on-mobile": column.hideOnMobile || undefined,
  };
  if (!column.sortValue)
    return (
      <th scope="col" {...marks}>
        {column.header}
      </th>
    );
  return (
    <th scope="col" aria-sort={direction} {...marks}>
      <button
        type="button"
        className={styles.sort}
        data-sorted={direction === "none" ? undefined : true}
        onClick={() => model.change({ sort: nextSort(sort, column.id), pageIndex: 0 })}
      >
        {column.header}
        <Icon path={sortIconPaths[direction]} size="small" />
      </button>
    </th>
  );
}
