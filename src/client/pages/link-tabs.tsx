import { classNames } from "#ui/class-names.ts";
import { Icon, type IconName } from "#ui/icon.tsx";
import { Link } from "#ui/link.tsx";
import styles from "./link-tabs.module.css";

type LinkTab = { label: string; href: string; icon?: IconName; isCurrent: boolean };

type LinkTabsProps = {
  /** Name of the list, such as "Reports". */
  label: string;
  tabs: readonly LinkTab[];
  className?: string | undefined;
  /** Keeps the scroll position, for tabs that change a part of the screen. */
  keepsScroll?: boolean;
  /** Draws a line below; false where the page has one there. */
  hasRule?: boolean;
};

/** Links between pages that belong together, drawn as tabs. */
export function LinkTabs({ label, tabs, className, keepsScroll = false, hasRule = true }: LinkTabsProps) {
  return (
    <nav aria-label={label} className={classNames(styles.tabs, className)} data-rule={hasRule || undefined}>
      {tabs.map(({ label: name, href, icon, isCurrent }) => (
        <Link
          key={name}
          to={href}
          className={styles.tab}
          aria-current={isCurrent ? "page" : undefined}
          preventScrollReset={keepsScroll}
        >
          {icon === undefined ? null : <Icon name={icon} size="small" />}
          {name}
        </Link>
      ))}
    </nav>
  );
}
