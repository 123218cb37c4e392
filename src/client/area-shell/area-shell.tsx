import { useId, type ReactNode } from "react";
import { NavLink } from "react-router";
import { Badge } from "#ui/status/badge.tsx";
import { Breadcrumb, type BreadcrumbItem } from "#ui/breadcrumb.tsx";
import { IconButton } from "#ui/button.tsx";
import { usePublicConfig } from "../app-context.tsx";
import { AreaIcon, type AreaIconName } from "./area-icon.tsx";
import { AreaSheet, type AreaTool } from "./area-sheet.tsx";
import styles from "./area-shell.module.css";
import { useRail } from "./use-rail.ts";

/** Link of an area. */
export type AreaItem = {
  href: string;
  label: string;
  icon: AreaIconName;
  /** Count beside the link, hidden for 0; `label` names it for screen readers ("categorized transactions"). */
  badge?: { count: number; label: string } | undefined;
};

type AreaShellProps = {
  /** Name of the area: "Budget". */
  label: string;
  items: readonly AreaItem[];
  /** Breadcrumb trail, ending with the current page. */
  breadcrumb: readonly BreadcrumbItem[];
  tool?: AreaTool | undefined;
  /** Screen: the route's `<Outlet />`. */
  children: ReactNode;
};

/**
 * Shell of the budget and account areas (docs/reference/product.md, "Shell"): a rail of 56 px that expands to 256 px and
 * remembers its state. On tablets the expanded rail covers the screen; on phones it is a bar at the bottom.
 */
export function AreaShell({ label, items, breadcrumb, tool, children }: AreaShellProps) {
  const listId = useId();
  const { ref, isExpanded, isOverlaid, isBar, toggle } = useRail();
  const { demo } = usePublicConfig();
  return (
    <div className={styles.shell}>
      <div className={styles.railSpace} data-expanded={isExpanded && !isOverlaid ? "" : undefined}>
        <nav
          ref={ref}
          aria-label={label}
          className={styles.rail}
          data-expanded={isExpanded ? "" : undefined}
          data-overlaid={isOverlaid ? "" : undefined}
          data-above-ribbon={demo ? "" : undefined}
        >
          <IconButton
            icon={isExpanded ? "chevron-left" : "chevron-right"}
            label={isExpanded ? "Collapse navigation" : "Expand navigation"}
            aria-expanded={isExpanded}
            aria-controls={listId}
            className={styles.toggle}
            onClick={toggle}
          />
          <ul id={listId} className={styles.items}>
            {items.map((item) => (
              <li key={item.href} className={styles.item}>
                <AreaLink item={item} isNamed={isExpanded || isBar} />
              </li>
            ))}
            {tool !== undefined && isBar ? (
              <li className={styles.item}>
                <AreaSheet tool={tool} />
              </li>
            ) : null}
          </ul>
          {tool !== undefined && isExpanded ? (
            <section aria-label={tool.label} className={styles.tool}>
              {tool.content}
            </section>
          ) : null}
        </nav>
      </div>
      <div className={styles.screen}>
        <Breadcrumb items={breadcrumb} />
        {children}
      </div>
    </div>
  );
}

/** Link of the rail. Screen readers always hear its name; a tooltip shows it while it is hidden. */
function AreaLink({ item, isNamed }: { item: AreaItem; isNamed: boolean }) {
  return (
    <NavLink to={item.href} className={styles.link} title={isNamed ? undefined : item.label} viewTransition>
      <AreaIcon name={item.icon} />
      <span className={styles.name}>{item.label}</span>
      {item.badge === undefined ? null : (
        <span className={styles.badge}>
          <Badge count={item.badge.count} label={item.badge.label} />
        </span>
      )}
    </NavLink>
  );
}
