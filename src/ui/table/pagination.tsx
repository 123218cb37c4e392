import { useId } from "react";
import { Button } from "../button.tsx";
import { Icon } from "../icon.tsx";
import { pageAfterResize, pageRange, pageRangeText } from "./page-range.ts";
import styles from "./pagination.module.css";

export type PaginationProps = {
  /** Name of the list: "Transactions". */
  label: string;
  /** Page, counted from 0. */
  pageIndex: number;
  pageSize: number;
  /** Total number of rows. */
  total: number;
  onPageChange: (pageIndex: number) => void;
  /** Page sizes (docs/reference/product.md, "Tables": 5, 10, 25). */
  pageSizes?: readonly number[] | undefined;
  /** Receives the new size and the page that keeps the first row visible. Without it the size is fixed. */
  onPageSizeChange?: ((pageSize: number, pageIndex: number) => void) | undefined;
};

/** Previous and Next with "1–5 of 23", announced on change, and a select for the page size. */
export function Pagination(props: PaginationProps) {
  const { label, pageSize, total, onPageChange, pageSizes = [5, 10, 25], onPageSizeChange } = props;
  const sizeId = useId();
  const range = pageRange(props.pageIndex, pageSize, total);
  const isFirst = range.pageIndex === 0;
  const isLast = range.pageIndex === range.pageCount - 1;
  return (
    <nav aria-label={`${label}, pages`} className={styles.pagination}>
      {onPageSizeChange ? (
        <div className={styles.size}>
          <label htmlFor={sizeId}>Rows per page</label>
          <select
            id={sizeId}
            className={styles.select}
            value={pageSize}
            onChange={(event) => {
              const size = Number(event.target.value);
              onPageSizeChange(size, pageAfterResize(range.pageIndex, pageSize, size));
            }}
          >
            {(pageSizes.includes(pageSize) ? pageSizes : [pageSize, ...pageSizes]).map((size) => (
              <option key={size} value={size}>
                {size}
              </option>
            ))}
          </select>
        </div>
      ) : null}
      <span className={styles.range} aria-live="polite">
        {pageRangeText(range, total)}
      </span>
      <div className={styles.buttons} hidden={range.pageCount === 1}>
        <Button
          size="small"
          icon="chevron-left"
          aria-disabled={isFirst || undefined}
          onClick={() => {
            if (!isFirst) onPageChange(range.pageIndex - 1);
          }}
        >
          Previous
        </Button>
        <Button
          size="small"
          aria-disabled={isLast || undefined}
          onClick={() => {
            if (!isLast) onPageChange(range.pageIndex + 1);
          }}
        >
          Next
          <Icon name="chevron-right" size="small" />
        </Button>
      </div>
    </nav>
  );
}
