import { hydrate } from "@tanstack/react-query";
import { startTransition, StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { createBrowserRouter, RouterContextProvider, type RouteObject } from "react-router";
import { RouterProvider } from "react-router/dom";
import { createApi } from "./data/api.ts";
import { App } from "./app.tsx";
import { provideLoading } from "./data/loading-context.ts";
import { holdBackAndForward } from "./routing/held-navigation.ts";
import { drawLatestState } from "./routing/latest-state.ts";
import { isAsRendered, readConfig, readPageData } from "./routing/page-data.ts";
import { page } from "./routing/route-page.ts";
import { createQueryClient } from "./data/query-client.ts";
import { createMoments } from "./words/moments.ts";
import { createRoutes, isMemberPath, rootRouteId } from "./routing/router.tsx";

// Without this, a form's zod schema probes eval, which the CSP reports.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const root = document.getElementById("app");
if (root !== null) void start(root);

/** Evaluating modules, reading the page's data, and making the router are tasks of their own: between them, the browser responds. */
async function start(element: HTMLElement): Promise<void> {
  await nextTask();
  const config = readConfig();
  const pageData = readPageData();
  const queryClient = createQueryClient({ isServer: false });
  const loading = { config, queryClient, api: createApi((path, init) => fetch(path, init), config.tenant) };
  if (pageData !== null) hydrate(queryClient, pageData.queries);
  await nextTask();
  // Back and Forward may have led elsewhere before this; from here on, they wait.
  const isRendered = pageData !== null && isAsRendered(location);
  const release = holdBackAndForward();
  const router = createBrowserRouter(createRoutes(config), {
    getContext: () => provideLoading(new RouterContextProvider(), loading),
    patchRoutesOnNavigation: async ({ path, patch }) => {
      if (isMemberPath(path)) patch(rootRouteId, await loadMemberRoutes(path));
    },
    ...(isRendered ? { hydrationData: pageData.router } : {}),
  });
  const tree = (
    <StrictMode>
      <App loading={loading} moments={createMoments(config.timeZone, pageData?.moments)}>
        <RouterProvider router={router} />
      </App>
    </StrictMode>
  );
  if (!isRendered) {
    drawLatestState(router, release);
    createRoot(element).render(tree);
    return;
  }
  // Lazy routes load first; hydrating earlier would replace the server's HTML with a fallback. In a transition, React
  // hydrates in short slices instead of one long task.
  whenInitialized(router, () => {
    drawLatestState(router, release);
    startTransition(() => void hydrateRoot(element, tree));
  });
}

/** Returns the signed-in routes, or one that shows that they can't be loaded. */
function loadMemberRoutes(path: string): Promise<RouteObject[]> {
  return import("./routing/member-routes.ts").then(
    ({ createMemberRoutes }) => createMemberRoutes(),
    // With an id of its own, because the real routes may still come.
    (error: unknown) => [{ ...page(path, "", () => Promise.reject(error)), id: `broken ${path}` }],
  );
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

function whenInitialized(router: ReturnType<typeof createBrowserRouter>, run: () => void): void {
  if (router.state.initialized) {
    run();
    return;
  }
  const stop = router.subscribe((state) => {
    if (!state.initialized) return;
    stop();
    run();
  });
}
