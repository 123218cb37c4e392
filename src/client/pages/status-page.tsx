import type { ReactNode } from "react";
import styles from "./status-page.module.css";

/** A whole page that says one thing: a status, a sentence, a way on. */
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
