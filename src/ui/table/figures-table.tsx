import type { ReactNode } from "react";
import styles from "./figures-table.module.css";

type FiguresTableProps = {
  /** Words that open the table, such as "Month by month". */
  title: string;
  columns: readonly string[];
  /** Rows, each headed by its first cell. */
  children: ReactNode;
};

/** A chart's figures as a table, folded until opened. */
export function FiguresTable({ title, columns, children }: FiguresTableProps) {
  return (
    <details className={styles.details}>
      <summary className={styles.summary}>{title}</summary>
      <div className={styles.scroll}>
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
        </table>
      </div>
    </details>
  );
}
