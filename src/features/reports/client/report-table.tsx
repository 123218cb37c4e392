import { useId, type ReactNode } from "react";
import styles from "./report-table.module.css";

type ReportTableProps = {
  title: string;
  /** Sentence below the title. */
  note?: ReactNode;
  columns: readonly string[];
  /** Rows, each headed by its first cell. */
  children: ReactNode;
  foot?: ReactNode;
  /** Scrolls inside if it's high. */
  isLong?: boolean;
};

/** A report's figures as a table, with a first column that stays while it's scrolled sideways. */
export function ReportTable({ title, note, columns, children, foot, isLong = false }: ReportTableProps) {
  const id = useId();
  return (
    <div className={styles.section}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      {note === undefined ? null : <p className={styles.note}>{note}</p>}
      <section
        className={styles.scroll}
        data-long={isLong || undefined}
        aria-labelledby={id}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
        tabIndex={0}
      >
        <table className={styles.table}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
          {foot === undefined ? null : <tfoot>{foot}</tfoot>}
        </table>
      </section>
    </div>
  );
}
