import type { ReactNode } from "react";
import styles from "./ledger-section.module.css";

type LedgerSectionProps = {
  id: string;
  title: string;
  /** Kind of content, shown above the title. */
  eyebrow?: string;
  /** Content below the title, in the margin. */
  aside?: ReactNode;
  children: ReactNode;
};

/** Page section with its heading in the margin and its content in the column. */
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
