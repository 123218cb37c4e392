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

/** Returns the class of a text link, for the router's link too: underlined (inline), underlined on hover (quiet), or white (on the bar). */
export function linkClassName({ variant = "inline" }: { variant?: LinkVariant | undefined } = {}): string {
  return classNames(styles.link, variantClass[variant]);
}

type ExternalLinkProps = Omit<ComponentProps<"a">, "target" | "rel" | "href"> & {
  href: string;
  variant?: LinkVariant;
};

/** A link to another site: opens a new tab, says so, and passes on no referrer. */
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
