import { useLayoutEffect, useRef, type ReactNode } from "react";
import { Button } from "../button.tsx";
import { focusHeadingWhenLost } from "../focus/focus-when-lost.ts";
import type { HeadingLevel } from "../heading-level.ts";
import { Icon } from "../icon.tsx";
import styles from "./error-panel.module.css";

type ErrorPanelProps = {
  title?: string;
  headingLevel?: HeadingLevel;
  /** Explanation of what happened and what to do. */
  message: ReactNode;
  onRetry?: () => void;
  isRetrying?: boolean;
  /** Shown so that people can quote it. */
  requestId?: string;
};

/**
 * Error state of a panel: what happened, what to do, retry, and request id. Once it's gone, what stands around it gets the focus
 * that was in it.
 */
export function ErrorPanel({
  title = "Something went wrong",
  headingLevel = 2,
  message,
  onRetry,
  isRetrying,
  requestId,
}: ErrorPanelProps) {
  const Heading = `h${headingLevel}` as const;
  const panel = useRef<HTMLDivElement>(null);
  useLayoutEffect(
    () => () => {
      if (panel.current?.contains(document.activeElement))
        focusHeadingWhenLost(panel.current.closest("section, [role=dialog]"));
    },
    [],
  );
  return (
    <div ref={panel} role="alert" className={styles.panel}>
      <Icon name="error" className={styles.icon} />
      <div className={styles.body}>
        <Heading className={styles.title}>{title}</Heading>
        <div className={styles.message}>{message}</div>
        {onRetry && (
          <div>
            <Button size="small" icon="refresh" onClick={onRetry} isPending={isRetrying}>
              Try again
            </Button>
          </div>
        )}
        {requestId !== undefined && (
          <p className={styles.request}>
            Request <code>{requestId}</code>
          </p>
        )}
      </div>
    </div>
  );
}
