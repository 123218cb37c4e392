import type { ReactNode } from "react";
import styles from "./more-details.module.css";

/** Expandable rest of a list: native, so that it opens without JavaScript, for find-in-page, and in print. */
export function MoreDetails({ summary, children }: { summary: string; children: ReactNode }) {
  return (
    <details className={styles.more}>
      <summary className={styles.summary}>{summary}</summary>
      <div className={styles.content}>{children}</div>
    </details>
  );
}
