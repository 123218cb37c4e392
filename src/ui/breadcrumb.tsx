import type { ReactNode } from "react";
import { linkClassName } from "./link.tsx";
import { Icon } from "./icon.tsx";
import styles from "./breadcrumb.module.css";

/** A step on the way to this page; the last one, or one without an address, is text. */
export type BreadcrumbItem = { label: string; href?: string };

type BreadcrumbProps = {
  items: readonly BreadcrumbItem[];
  /** Lets the router draw its own link; `props` hold the address and the class. A plain anchor by default. */
  renderLink?: (item: BreadcrumbItem, props: { href: string; className: string }) => ReactNode;
};

/** Where this page is, from the outermost step to itself. */
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
