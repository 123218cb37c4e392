import { useRef, type FocusEvent } from "react";
import { Link } from "react-router";
import { Avatar } from "#ui/avatar.tsx";
import { buttonClassName } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { useAuthState } from "../../auth-state.ts";
import { authPaths, paths } from "../../routing/paths.ts";
import { AddressText } from "../address-text.tsx";
import { privateLinks, type NavigationLink } from "../navigation-links.ts";
import { useOnNavigation } from "../on-navigation.ts";
import styles from "./account-menu.module.css";
import menuLinkStyles from "./menu-link.module.css";

const menuId = "account-menu";

const devicesLink: NavigationLink = { label: "Your devices", href: paths.yourDevices(), icon: "lock" };
const linksOfMembers: NavigationLink[] = [
  ...privateLinks,
  { label: "Recently deleted", href: paths.recentlyDeleted(), icon: "trash" },
  devicesLink,
];
const linksOfOthers: NavigationLink[] = [
  { label: "Your data", href: paths.yourData(), icon: "user" },
  devicesLink,
];

/** Avatar with its menu, a native popover that closes on Escape or a click outside. */
export function AccountMenu() {
  const { userDetails, isMember } = useAuthState();
  const popover = useRef<HTMLElement>(null);
  useOnNavigation(() => popover.current?.hidePopover());
  return (
    <>
      <button
        type="button"
        className={styles.trigger}
        popoverTarget={menuId}
        aria-label={`Account: ${userDetails ?? ""}`}
      >
        <Avatar text={userDetails ?? ""} colorIndex={1} />
      </button>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- observes the focus of its links */}
      <nav
        ref={popover}
        id={menuId}
        popover="auto"
        className={styles.menu}
        aria-label="Account"
        onBlur={closeWhenLeft}
      >
        <p className={styles.details}>
          <AddressText text={userDetails ?? ""} />
        </p>
        {isMember ? null : (
          <p className={styles.note}>
            You can link GitHub. The private area is only for people on the owner’s list.
          </p>
        )}
        <ul className={styles.links}>
          {(isMember ? linksOfMembers : linksOfOthers).map(({ label, href, icon }) => (
            <li key={href}>
              <Link to={href} className={menuLinkStyles.link} viewTransition>
                <Icon name={icon} />
                {label}
              </Link>
            </li>
          ))}
        </ul>
        <a className={buttonClassName({ variant: "secondary" })} href={authPaths.logout()}>
          <Icon name="logout" />
          Logout
        </a>
      </nav>
    </>
  );
}

/** Closes the menu when the focus leaves it, since it would cover the focused element. */
function closeWhenLeft(event: FocusEvent<HTMLElement>) {
  const next = event.relatedTarget;
  if (next === null || next.getAttribute("popovertarget") === menuId) return;
  if (!event.currentTarget.contains(next)) event.currentTarget.hidePopover();
}
