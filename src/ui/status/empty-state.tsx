import type { ReactNode } from "react";
import type { HeadingLevel } from "../heading-level.ts";
import { Icon, type IconName } from "../icon.tsx";
import styles from "./empty-state.module.css";

type EmptyStateProps = {
  title: string;
  headingLevel?: HeadingLevel;
  icon?: IconName;
  /** Description of what will appear here. */
  children?: ReactNode;
  /** The action that fills it. */
  action?: ReactNode;
};

/** Empty state of a panel. */
export function EmptyState({ title, headingLevel = 2, icon, children, action }: EmptyStateProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <div className={styles.empty}>
      {icon && <Icon name={icon} size="large" className={styles.icon} />}
      <Heading className={styles.title}>{title}</Heading>
      {children !== undefined && <div className={styles.text}>{children}</div>}
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  );
}
