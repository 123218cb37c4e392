import { lazy, Suspense, type ReactNode } from "react";
import { Outlet } from "react-router";
import { usePublicConfig } from "../app-context.tsx";
import { useIsHydrated } from "../hydrated.ts";
import { shownMembership } from "../household/shown-membership.ts";
import { Footer } from "./footer.tsx";
import { TopBar } from "./header/top-bar.tsx";
import styles from "./page-layouts.module.css";

// Only people whose browser shows another person's money need it.
const MoneyBar = lazy(async () => ({ default: (await import("../household/money-bar.tsx")).MoneyBar }));

type LayoutProps = { onOpenPalette: () => void };

/** Default layout: top bar, gray content area of at least full height, footer (docs/reference/product.md, "Shell"). */
export function DefaultLayout({ onOpenPalette }: LayoutProps) {
  return (
    <Frame>
      <TopBar isOverHero={false} onOpenPalette={onOpenPalette} />
      <main className={styles.main} id="main" tabIndex={-1}>
        <div className={styles.content}>
          <Outlet />
        </div>
      </main>
      <Footer />
    </Frame>
  );
}

/** Layout of the home page: the bar overlays the hero, and the page sets its own widths. */
export function LandingLayout({ onOpenPalette }: LayoutProps) {
  return (
    <Frame isLanding>
      <TopBar isOverHero onOpenPalette={onOpenPalette} />
      <main className={styles.landing} id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
    </Frame>
  );
}

/** Empty layout for pages that bring their own. */
export function BareLayout() {
  return (
    <main id="main" tabIndex={-1}>
      <Outlet />
    </main>
  );
}

function Frame({ isLanding, children }: { isLanding?: boolean; children: ReactNode }) {
  const { demo } = usePublicConfig();
  return (
    <div className={styles.frame} data-landing={isLanding ? "true" : undefined}>
      {demo ? (
        <p className={styles.ribbon}>
          Public demo. All people are invented, and your data is deleted after a day.
        </p>
      ) : null}
      {children}
      {useIsHydrated() && shownMembership() !== null ? (
        <Suspense fallback={null}>
          <MoneyBar />
        </Suspense>
      ) : null}
    </div>
  );
}
