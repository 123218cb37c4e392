import { useId, type ReactNode } from "react";
import { classNames } from "./class-names.ts";
import type { HeadingLevel } from "./heading-level.ts";
import styles from "./card.module.css";

type CardProps = {
  as?: "div" | "section" | "article" | "li";
  title?: ReactNode;
  headingLevel?: HeadingLevel;
  /** Buttons or links at the end of the header. */
  actions?: ReactNode;
  /** Lifts on hover. Give the one link inside `cardLinkClassName`: its target becomes the whole card. */
  isInteractive?: boolean;
  className?: string;
  children?: ReactNode;
};

/** Put on the link that an interactive card stands for. */
export const cardLinkClassName = styles.link;

/** A sheet of paper on the ground, with an optional heading and actions. A titled section is named by its title. */
export function Card({
  as: Tag = "div",
  title,
  headingLevel = 2,
  actions,
  isInteractive,
  className,
  children,
}: CardProps) {
  const titleId = useId();
  const Heading = `h${headingLevel}` as const;
  return (
    <Tag
      className={classNames(styles.card, isInteractive && styles.interactive, className)}
      aria-labelledby={title !== undefined && Tag === "section" ? titleId : undefined}
    >
      {(title !== undefined || actions !== undefined) && (
        <div className={styles.header}>
          {title !== undefined && (
            <Heading id={titleId} className={styles.title}>
              {title}
            </Heading>
          )}
          {actions !== undefined && <div className={styles.actions}>{actions}</div>}
        </div>
      )}
      {children}
    </Tag>
  );
}
