import { lazy, Suspense, useEffect } from "react";
import { ScrollRestoration, useLocation, useMatch, useMatches } from "react-router";
import { useIsHydrated } from "../hydrated.ts";
import { useRepositoriesFetch } from "#features/github/client/index.ts";
import { routeHandle } from "../routing/route-handle.ts";
import { useShortcuts } from "../shortcuts.ts";
import { ToastRegion } from "#ui/overlay/toast.tsx";
import { BareLayout, DefaultLayout, LandingLayout } from "./page-layouts.tsx";
import { useContentLinks } from "./content-links.ts";
import { NavigationProgress } from "./navigation-progress.tsx";
import { useFocusOnNavigation } from "./focus-on-navigation.ts";

const CommandPalette = lazy(async () => ({
  default: (await import("../command-palette/command-palette.tsx")).CommandPalette,
}));

const CodeSearchDialog = lazy(async () => ({
  default: (await import("#features/code-search/client/index.ts")).CodeSearchDialog,
}));

const layouts = { landing: LandingLayout, default: DefaultLayout, none: BareLayout };

/** The frame of every page: chooses the layout that the route asks for and holds what outlives a navigation. */
export function RootLayout() {
  const Layout = layouts[routeHandle(useMatches()).layout ?? "default"];
  const { openOverlay, closeOverlay, overlay } = useShortcuts();
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
      <Layout onOpenPalette={() => openOverlay("palette")} />
      <ToastRegion />
      <CodeSearch />
      {overlay === null ? null : (
        <Suspense fallback={null}>
          <CommandPalette view={overlay} onClose={closeOverlay} />
        </Suspense>
      )}
      <ScrollRestoration />
    </>
  );
}

/** The search dialog over a repository's page, while its address has a `search` or a `file`; it loads when it first opens. */
function CodeSearch() {
  const isRepo = useMatch("/repo/:name") !== null;
  const { search } = useLocation();
  // The rendered page is the same for every query: the dialog comes when React has taken over.
  const params = new URLSearchParams(search);
  const isOpen = isRepo && (params.has("search") || params.has("file"));
  if (!useIsHydrated() || !isOpen) return null;
  return (
    <Suspense fallback={null}>
      <CodeSearchDialog />
    </Suspense>
  );
}

/** Tells tests and assistive scripts that the page answers to the keyboard and the mouse now. */
function useMarkHydrated() {
  useEffect(() => {
    document.documentElement.dataset["hydrated"] = "true";
  }, []);
}
