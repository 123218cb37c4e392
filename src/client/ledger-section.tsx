import type { ReactNode } from "react";
import styles from "./ledger-section.module.css";

type LedgerSectionProps = {
  id: string;
  title: string;
  /** A word above the title: the kind of thing that the section shows. */
  eyebrow?: string;
  /** Below the title, in the margin. */
  aside?: ReactNode;
  children: ReactNode;
};

/** A part of a page: heading in the margin, content in the column, as in a ledger. */
export function LedgerSection({ id, title, eyebrow, aside, children }: LedgerSectionProps) {
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.margin}>
        {eyebrow === undefined ? null : <p className={styles.eyebrow}>{eyebrow}</p>}
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
