import type { ReactNode, Ref } from "react";
import styles from "./page-header.module.css";

type PageHeaderProps = {
  title: ReactNode;
  /** Ref for moving the focus to the heading when the focused element disappears. */
  titleRef?: Ref<HTMLHeadingElement>;
  /** Sentence about the page. */
  intro?: ReactNode;
  /** Buttons and links, not printed. */
  actions?: ReactNode;
  /** Further content below the title. */
  children?: ReactNode;
};

/** Page header with title, introduction, and actions. */
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
