import { useRef, type FocusEvent } from "react";
import { Avatar } from "#ui/avatar.tsx";
import { useAuthState } from "../../auth-state.ts";
import { useOnNavigation } from "../on-navigation.ts";
import { AccountLinks } from "./account-links.tsx";
import styles from "./account-menu.module.css";

const menuId = "account-menu";

/** Avatar with its menu, a native popover that closes on Escape or a click outside. */
export function AccountMenu() {
  const { userDetails } = useAuthState();
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
        <AccountLinks />
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
