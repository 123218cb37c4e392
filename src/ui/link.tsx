import type { ComponentProps, MouseEvent } from "react";
import { useHref, useLinkClickHandler, useLocation } from "react-router";
import { buttonClassName, type ButtonLook } from "./button.tsx";
import { classNames } from "./class-names.ts";
import { Icon } from "./icon.tsx";
import { VisuallyHidden } from "./visually-hidden.tsx";
import styles from "./link.module.css";

export type LinkVariant = "inline" | "quiet" | "on-bar";

const variantClass: Record<LinkVariant, string | undefined> = {
  inline: undefined,
  quiet: styles.quiet,
  "on-bar": styles.onBar,
};

/** Returns the class of a text link: underlined (inline), underlined on hover (quiet), or white (on the bar). */
export function linkClassName({ variant = "inline" }: { variant?: LinkVariant | undefined } = {}): string {
  return classNames(styles.link, variantClass[variant]);
}

type LinkProps = Omit<ComponentProps<"a">, "href"> & {
  /** An address within the site. */
  to: string;
  replace?: boolean;
  state?: unknown;
  preventScrollReset?: boolean;
  viewTransition?: boolean;
};

/** A link within the site. The router's own would load code that only its framework mode uses. */
export function Link({
  to,
  replace,
  state,
  preventScrollReset,
  viewTransition,
  onClick,
  target,
  children,
  ...native
}: LinkProps) {
  const navigate = useLinkClickHandler(to, {
    target,
    replace,
    state,
    preventScrollReset,
    viewTransition,
  });
  function handleClick(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    if (!event.defaultPrevented) navigate(event);
  }
  return (
    <a {...native} target={target} href={useHref(to)} onClick={handleClick}>
      {children}
    </a>
  );
}

/** A menu's link, marked while its page is shown and, without `end`, while a page below it is. */
export function NavLink({ end = false, ...link }: LinkProps & { end?: boolean }) {
  const shown = useLocation().pathname.toLowerCase();
  const own = link.to.replace(/[?#].*/, "").toLowerCase();
  const isCurrent = shown === own || (!end && shown.startsWith(`${own}/`));
  return <Link {...link} aria-current={isCurrent ? "page" : undefined} />;
}

/** A link within the site in a text, or a figure that leads somewhere (`quiet`). */
export function TextLink({ variant, className, ...link }: LinkProps & { variant?: LinkVariant }) {
  return <Link {...link} className={classNames(linkClassName({ variant }), className)} />;
}

/** A link within the site that looks like a button. */
export function ButtonLink({ variant, size, className, ...link }: LinkProps & ButtonLook) {
  return <Link {...link} className={classNames(buttonClassName({ variant, size }), className)} />;
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
