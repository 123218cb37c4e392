import type { ReactNode } from "react";
import { classNames } from "../class-names.ts";
import { Icon, type IconName } from "../icon.tsx";
import { toneIcons, type Tone } from "./tone.ts";
import styles from "./callout.module.css";

type CalloutProps = {
  tone?: Exclude<Tone, "neutral">;
  icon?: IconName;
  title?: string;
  children: ReactNode;
  /** A button or link at the end. */
  action?: ReactNode;
  /** Set if it appears after an action, so that it is announced politely. */
  isLive?: boolean;
};

/** A banner in the content: a note (accent), a warning, a success, or a failure. */
export function Callout({ tone = "accent", icon, title, children, action, isLive }: CalloutProps) {
  return (
    <div className={classNames(styles.callout, styles[tone])} role={isLive ? "status" : undefined}>
      <div className={styles.remark}>
        <Icon name={icon ?? toneIcons[tone]} className={styles.icon} />
        <div className={styles.body}>
          {title !== undefined && <p className={styles.title}>{title}</p>}
          <div>{children}</div>
        </div>
      </div>
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  );
}
