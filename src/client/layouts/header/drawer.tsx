import { Fragment, type RefObject } from "react";
import { IconButton } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { NavLink } from "#ui/link.tsx";
import { closeOnBackdrop } from "#ui/overlay/close-on-backdrop.ts";
import { ThemeSwitch } from "#ui/theme/theme-switch.tsx";
import { useAuthState } from "../../auth-state.ts";
import { usePublicConfig } from "../../app-context.tsx";
import { privateLinks, siteLinks, toolLinks, type NavigationLink } from "../navigation-links.ts";
import { useOnNavigation } from "../on-navigation.ts";
import { OwnerLink } from "../owner-link.tsx";
import styles from "./drawer.module.css";
import menuLinkStyles from "./menu-link.module.css";

/** Id for the menu button's `popovertarget`. */
export const drawerId = "menu";

/**
 * Drawer that slides in from the left: a native modal dialog, so that the browser handles focus and Escape. Without
 * JavaScript, or before it has loaded, the menu button opens it as a popover.
 */
export function Drawer({ ref }: { ref: RefObject<HTMLDialogElement | null> }) {
  const { domain, links } = usePublicConfig();
  const { isMember } = useAuthState();
  const close = () => {
    ref.current?.close();
    ref.current?.hidePopover();
  };
  useOnNavigation(close);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the click closes from the backdrop; Escape, the keyboard's way, is the dialog's own
    <dialog
      ref={ref}
      id={drawerId}
      popover="auto"
      className={styles.drawer}
      aria-label="Menu"
      onClick={closeOnBackdrop}
    >
      <nav className={styles.panel} aria-label="Main">
        <div className={styles.head}>
          <span className={styles.domain}>
            {domain.split(/(?=\.)/).map((part, index) => (
              <Fragment key={part}>
                {index === 0 ? null : <wbr />}
                {part}
              </Fragment>
            ))}
          </span>
          <IconButton icon="close" label="Close menu" popoverTarget={drawerId} onClick={close} />
        </div>
        <Links links={siteLinks} />
        <Links title="Tools" links={toolLinks} />
        {isMember ? <Links title="Private" links={privateLinks} /> : null}
        <ul className={styles.links} aria-label="External links">
          {links.map((link) => (
            <li key={link.href}>
              <OwnerLink href={link.href} className={menuLinkStyles.link}>
                {link.label}
              </OwnerLink>
            </li>
          ))}
        </ul>
        <div className={styles.theme}>
          <ThemeSwitch />
        </div>
      </nav>
    </dialog>
  );
}

function Links({ title, links }: { title?: string; links: NavigationLink[] }) {
  return (
    <>
      {title === undefined ? null : <p className={styles.section}>{title}</p>}
      <ul className={styles.links}>
        {links.map(({ label, href, icon }) => (
          <li key={href}>
            <NavLink to={href} end className={menuLinkStyles.link} viewTransition>
              <Icon name={icon} />
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </>
  );
}
