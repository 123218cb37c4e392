import type { ComponentProps } from "react";
import { classNames } from "./class-names.ts";
import { Icon } from "./icon.tsx";
import styles from "./link.module.css";
import { VisuallyHidden } from "./visually-hidden.tsx";

export type LinkVariant = "inline" | "quiet" | "on-bar";

const variantClass: Record<LinkVariant, string | undefined> = {
  inline: undefined,
  quiet: styles.quiet,
  "on-bar": styles.onBar,
};

/** The class of a text link, for the router's link as well: underlined (inline), on hover only (quiet), white on the bar. */
export function linkClassName({ variant = "inline" }: { variant?: LinkVariant | undefined } = {}): string {
  return classNames(styles.link, variantClass[variant]);
}

type ExternalLinkProps = Omit<ComponentProps<"a">, "target" | "rel" | "href"> & {
  href: string;
  variant?: LinkVariant;
};

/** A link to another site: opens a tab of its own, says so, and hands nothing over. */
export function ExternalLink({ variant, className, children, ...native }: ExternalLinkProps) {
  return (
    <a
      {...native}
      target="_blank"
      rel="noopener noreferrer"
      className={classNames(linkClassName({ variant }), className)}
    >
      {children}
      <span className={styles.mark}>
        <Icon name="external" size="small" />
        <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
      </span>
    </a>
  );
}
