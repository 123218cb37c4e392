import { lazy, Suspense, useEffect } from "react";
import { ScrollRestoration, useLocation, useMatch, useMatches, type Location } from "react-router";
import { useIsHydrated } from "../hydrated.ts";
import { useRepositoriesFetch } from "#features/github/client/index.ts";
import { routeHandle } from "../routing/route-handle.ts";
import { EarlyKeys, useShortcuts } from "../shortcuts.ts";
import { ToastRegion } from "#ui/overlay/toast.tsx";
import { BareLayout, DefaultLayout, LandingLayout } from "./page-layouts.tsx";
import { useContentLinks } from "./content-links.ts";
import { NavigationProgress } from "./navigation-progress.tsx";
import { useFocusOnNavigation } from "./focus-on-navigation.ts";

const CommandPalette = lazy(async () => ({
  default: (await import("../command-palette/command-palette.tsx")).CommandPalette,
}));

const CodeSearchDialog = lazy(async () => ({
  default: await (await import("#features/code-search/client/index.ts")).loadCodeSearchDialog(),
}));

const layouts = { landing: LandingLayout, default: DefaultLayout, none: BareLayout };

/** Root of every page: selects the route's layout and contains everything that persists across navigations. */
export function RootLayout() {
  const Layout = layouts[routeHandle(useMatches()).layout ?? "default"];
  const [overlay, setOverlay] = useShortcuts();
  useFocusOnNavigation();
  useContentLinks();
  useMarkHydrated();
  useRepositoriesFetch();
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <NavigationProgress />
      <Layout onOpenPalette={() => setOverlay("palette")} />
      <ToastRegion />
      <CodeSearch />
      {overlay === null ? null : (
        <Suspense fallback={<EarlyKeys />}>
          <CommandPalette view={overlay} onClose={() => setOverlay(null)} />
        </Suspense>
      )}
      <ScrollRestoration getKey={scrollKey} />
    </>
  );
}

/** Every page opened by its address has the key "default"; one must not start where another was left. */
function scrollKey({ key, pathname }: Location): string {
  return key === "default" ? pathname : key;
}

/** Search dialog of a repository's page, open while the address has a `search` or `file`; loaded on first use. */
function CodeSearch() {
  const isRepo = useMatch("/repo/:name") !== null;
  const { search } = useLocation();
  // The rendered HTML is the same for every query, so the dialog opens after hydration.
  const params = new URLSearchParams(search);
  const isOpen = isRepo && (params.has("search") || params.has("file"));
  if (!useIsHydrated() || !isOpen) return null;
  return (
    <Suspense fallback={null}>
      <CodeSearchDialog />
    </Suspense>
  );
}

/** Marks the page as interactive, for tests and assistive scripts. */
function useMarkHydrated() {
  useEffect(() => {
    document.documentElement.dataset["hydrated"] = "true";
  }, []);
}
