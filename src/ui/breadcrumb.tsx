import { TextLink } from "./link.tsx";
import { Icon } from "./icon.tsx";
import styles from "./breadcrumb.module.css";

/** A step of the path to this page; the last one, or one without an address, is text. */
export type BreadcrumbItem = { label: string; href?: string };

/** Path to this page, from the outermost step. */
export function Breadcrumb({ items }: { items: readonly BreadcrumbItem[] }) {
  return (
    <nav aria-label="Breadcrumb" className={styles.path}>
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
                <TextLink to={item.href} viewTransition>
                  {item.label}
                </TextLink>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
