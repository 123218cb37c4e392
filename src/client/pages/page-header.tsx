import type { ReactNode, Ref } from "react";
import styles from "./page-header.module.css";

type PageHeaderProps = {
  title: ReactNode;
  /** For a page that gives its heading the focus when what had it is gone. */
  titleRef?: Ref<HTMLHeadingElement>;
  /** A sentence about the page. */
  intro?: ReactNode;
  /** Buttons and links, at the end of the line where there is room; not printed. */
  actions?: ReactNode;
  /** What else stands below the title. */
  children?: ReactNode;
};

/** How a page of the site's own begins: its heading, what it is about, and what can be done on it. */
export function PageHeader({ title, titleRef, intro, actions, children }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      <div>
        <h1 ref={titleRef} {...(titleRef === undefined ? {} : { tabIndex: -1 })}>
          {title}
        </h1>
        {intro === undefined ? null : <p className={styles.intro}>{intro}</p>}
        {children}
      </div>
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </header>
  );
}
