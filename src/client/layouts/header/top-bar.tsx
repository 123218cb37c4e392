import { lazy, Suspense, useRef, useSyncExternalStore, type MouseEvent } from "react";
import { buttonClassName, IconButton } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { Icon } from "#ui/icon.tsx";
import { Link, NavLink } from "#ui/link.tsx";
import { useAuthState } from "../../auth-state.ts";
import { useIsHydrated } from "../../hydrated.ts";
import { usePublicConfig } from "../../app-context.tsx";
import { authPaths, paths } from "../../routing/paths.ts";
import { barLinks, memberBarLinks } from "../navigation-links.ts";
import { Drawer, drawerId } from "./drawer.tsx";
import { useReturnPath } from "../return-path.ts";
import styles from "./top-bar.module.css";

// Visitors don't need it.
const AccountMenu = lazy(async () => ({ default: (await import("./account-menu.tsx")).AccountMenu }));

/** Scroll distance after which the bar on the home page turns solid (docs/reference/product.md, "Shell"). */
const solidAfterPx = 75;

/** Top bar with menu button, domain, links if it's wide, command palette, and Sign In or the account menu. */
export function TopBar({ isOverHero, onOpenPalette }: { isOverHero: boolean; onOpenPalette: () => void }) {
  const isScrolled = useSyncExternalStore(watchScroll, isScrolledDown, () => false);
  const { domain } = usePublicConfig();
  const { signedIn } = useAuthState();
  const drawer = useRef<HTMLDialogElement>(null);

  /** Opens the drawer as a modal dialog, which traps the focus, instead of the button's popover. */
  function openDrawer(event: MouseEvent) {
    event.preventDefault();
    drawer.current?.hidePopover();
    drawer.current?.showModal();
  }

  return (
    <header className={styles.bar} data-transparent={isOverHero && !isScrolled ? "true" : undefined}>
      <IconButton
        icon="menu"
        label="Open menu"
        className={styles.action}
        aria-haspopup="dialog"
        popoverTarget={drawerId}
        onClick={openDrawer}
      />
      <Link to={paths.home()} className={styles.title} viewTransition>
        {domain}
      </Link>
      <BarLinks />
      <PaletteButton onPress={onOpenPalette} />
      <Suspense fallback={<span className={styles.account} />}>
        {signedIn ? <AccountMenu /> : <SignInLink />}
      </Suspense>
      <Drawer ref={drawer} />
    </header>
  );
}

/** Links of a wide bar. The member's come last, so that nothing moves when it is known who is signed in. */
function BarLinks() {
  const { isMember } = useAuthState();
  return (
    <nav aria-label="Pages" className={styles.links}>
      {[...barLinks, ...(isMember ? memberBarLinks : [])].map(({ label, href }) => (
        <NavLink key={href} to={href} className={styles.link} viewTransition>
          {label}
        </NavLink>
      ))}
    </nav>
  );
}

/** Button of the command palette: "Search ⌘K" in a wide bar, an icon in others. */
function PaletteButton({ onPress }: { onPress: () => void }) {
  const keys = useIsHydrated() && !/Mac|iP/.test(navigator.platform) ? "Ctrl K" : "⌘K";
  return (
    <button
      type="button"
      className={classNames(
        buttonClassName({ variant: "quiet", size: "small" }),
        styles.action,
        styles.palette,
      )}
      onClick={onPress}
    >
      <Icon name="search" />
      <span className={styles.search}>Search</span>
      <kbd className={styles.keys}>{keys}</kbd>
    </button>
  );
}

/** Sign-in link that reads the return address on click, since the rendered HTML is the same for every query. */
function SignInLink() {
  const returnPath = useReturnPath();
  return (
    <a
      className={buttonClassName({ variant: "outlined-on-bar", size: "small" })}
      href={authPaths.login(returnPath)}
      onClick={returnHereAfterSignIn}
    >
      Sign In
    </a>
  );
}

function returnHereAfterSignIn(event: MouseEvent<HTMLAnchorElement>) {
  const { pathname, search, hash } = globalThis.location;
  event.currentTarget.href = authPaths.login(`${pathname}${search}${hash}`);
}

function watchScroll(onChange: () => void): () => void {
  globalThis.addEventListener("scroll", onChange, { passive: true });
  return () => globalThis.removeEventListener("scroll", onChange);
}

function isScrolledDown(): boolean {
  return globalThis.scrollY > solidAfterPx;
}
