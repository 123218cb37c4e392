import { useId, type ReactNode, useRef } from "react";
import { Badge } from "#ui/status/badge.tsx";
import { Breadcrumb, type BreadcrumbItem } from "#ui/breadcrumb.tsx";
import { IconButton } from "#ui/button.tsx";
import { NavLink } from "#ui/link.tsx";
import { closeOnBackdrop } from "#ui/overlay/close-on-backdrop.ts";
import { usePublicConfig } from "../app-context.tsx";
import { AreaIcon, type AreaIconName } from "./area-icon.tsx";
import { useRail } from "./use-rail.ts";
import { useOnNavigation } from "../layouts/on-navigation.ts";
import styles from "./area-shell.module.css";

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

/** Tool of an area, such as the month selector, shown in the expanded rail, or as a sheet on phones. */
type AreaTool = { label: string; icon: AreaIconName; content: ReactNode };

/** Button in the phone's bar that opens the area's tool as a sheet. A native dialog handles focus and Escape. */
function AreaSheet({ tool }: { tool: AreaTool }) {
  const sheet = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useOnNavigation(() => sheet.current?.close());
  return (
    <>
      <button
        type="button"
        className={styles.link}
        aria-haspopup="dialog"
        onClick={() => sheet.current?.showModal()}
      >
        <AreaIcon name={tool.icon} />
        <span className={styles.name}>{tool.label}</span>
      </button>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the click closes from the backdrop; Escape, the keyboard's way, is the dialog's own */}
      <dialog ref={sheet} className={styles.sheet} aria-labelledby={titleId} onClick={closeOnBackdrop}>
        <div className={styles.sheetPanel}>
          <header className={styles.sheetHead}>
            <h2 id={titleId} className={styles.sheetTitle}>
              {tool.label}
            </h2>
            <IconButton icon="close" label="Close" onClick={() => sheet.current?.close()} />
          </header>
          {tool.content}
        </div>
      </dialog>
    </>
  );
}
