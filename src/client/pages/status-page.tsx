import type { ReactNode } from "react";
import styles from "./status-page.module.css";

/** Page with a status, a message, and a next step. */
export function StatusPage({ code, title, children }: { code: string; title: string; children: ReactNode }) {
  return (
    <div className={styles.page}>
      <p className={styles.code} aria-hidden="true">
        {code}
      </p>
      <h1>{title}</h1>
      {children}
    </div>
  );
}
