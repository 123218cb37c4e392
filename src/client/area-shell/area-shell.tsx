import { useId, type ReactNode } from "react";
import { Link, NavLink } from "react-router";
import { Badge } from "#ui/status/badge.tsx";
import { Breadcrumb, type BreadcrumbItem } from "#ui/breadcrumb.tsx";
import { IconButton } from "#ui/button.tsx";
import { usePublicConfig } from "../app-context.tsx";
import { AreaIcon, type AreaIconName } from "./area-icon.tsx";
import { AreaSheet, type AreaTool } from "./area-sheet.tsx";
import styles from "./area-shell.module.css";
import { useRail } from "./use-rail.ts";

/** One place of an area. */
export type AreaItem = {
  href: string;
  label: string;
  icon: AreaIconName;
  /** A count beside it; `label` says of what, for people who listen ("categorized transactions"). Nothing shows for 0. */
  badge?: { count: number; label: string } | undefined;
};

type AreaShellProps = {
  /** What the rail leads through: "Budget". */
  label: string;
  items: readonly AreaItem[];
  /** The way here; the last one is where one is. */
  breadcrumb: readonly BreadcrumbItem[];
  tool?: AreaTool | undefined;
  /** The screen: the route's `<Outlet />`. */
  children: ReactNode;
};

/**
 * The frame of the budget and account areas (docs/reference/product.md, "Shell"): a rail of 56 px that expands to a
 * drawer of 256 px and remembers it; between phone and desktop the drawer lies over the screen; on phones it is a bar
 * at the bottom.
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
        <Breadcrumb
          items={breadcrumb}
          renderLink={(item, { href, className }) => (
            <Link to={href} className={className} viewTransition>
              {item.label}
            </Link>
          )}
        />
        {children}
      </div>
    </div>
  );
}

/** The name is always there to be heard; where it is not seen, the tip shows it. */
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
