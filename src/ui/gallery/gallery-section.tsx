import type { ReactNode } from "react";
import styles from "./gallery.module.css";

/** A labeled part of the gallery; its id comes from the title, which must be unique on the page. */
export function GallerySection({
  title,
  note,
  children,
}: {
  title: string;
  note?: string;
  children: ReactNode;
}) {
  const id = `gallery-${title.toLowerCase().replaceAll(/[^a-z0-9]+/gu, "-")}`;
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      {note !== undefined && <p className={styles.note}>{note}</p>}
      {children}
    </section>
  );
}

/** A row of one component's states, with a label. */
export function GalleryRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.row}>
      <p className={styles.label}>{label}</p>
      <div className={styles.cells}>{children}</div>
    </div>
  );
}
