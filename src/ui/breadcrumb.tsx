import type { ReactNode } from "react";
import { linkClassName } from "./link.tsx";
import { Icon } from "./icon.tsx";
import styles from "./breadcrumb.module.css";

/** A step of the path to this page; the last one, or one without an address, is text. */
export type BreadcrumbItem = { label: string; href?: string };

type BreadcrumbProps = {
  items: readonly BreadcrumbItem[];
  /** Renders a router's link with the given address and class; by default a plain anchor. */
  renderLink?: (item: BreadcrumbItem, props: { href: string; className: string }) => ReactNode;
};

/** Path to this page, from the outermost step. */
export function Breadcrumb({ items, renderLink = renderAnchor }: BreadcrumbProps) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className={styles.list}>
        {items.map((item, index) => {
          const isLast = index === items.length - 1;
          return (
            <li key={`${item.href ?? ""} ${item.label}`} className={styles.item}>
              {index > 0 && <Icon name="chevron-right" size="small" className={styles.separator} />}
              {item.href === undefined || isLast ? (
                <span
                  className={styles.text}
                  {...(isLast && { role: "link", "aria-current": "page" as const, "aria-disabled": true })}
                >
                  {item.label}
                </span>
              ) : (
                renderLink(item, { href: item.href, className: linkClassName() })
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

function renderAnchor(item: BreadcrumbItem, props: { href: string; className: string }) {
  return <a {...props}>{item.label}</a>;
}
