import type { ReactNode } from "react";
import styles from "./more-details.module.css";

/** The rest of a list behind one line: native, so that it opens without JavaScript, by a search in the page, and on paper. */
export function MoreDetails({ summary, children }: { summary: string; children: ReactNode }) {
  return (
    <details className={styles.more}>
      <summary className={styles.summary}>{summary}</summary>
      <div className={styles.content}>{children}</div>
    </details>
  );
}
