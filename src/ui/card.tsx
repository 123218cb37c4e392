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
  /** Lifts on hover. Put `cardLinkClassName` on the one link inside: the whole card becomes its target. */
  isInteractive?: boolean;
  className?: string;
  children?: ReactNode;
};

/** Class of an interactive card's link. */
export const cardLinkClassName = styles.link;

/** A raised surface with an optional heading and actions. A titled section is named by its title. */
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
