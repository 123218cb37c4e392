import type { ComponentType } from "react";
import type { LoaderFunction, RouteObject } from "react-router";
import { RootLayout } from "./layouts/root-layout.tsx";
import { RouteError } from "./pages/route-error.tsx";
import { ShellFallback } from "./layouts/shell-fallback.tsx";

/** What a route says about itself beside its screen. */
export type RouteHandle = {
  /** `default` unless said; `none` turns the layout off (SPEC section 2, "Layouts"). */
  layout?: "landing" | "default" | "none";
  /** Source file of the screen: from it the server names exactly the chunks to preload. */
  module?: string;
  /** Status of the page where it is not 200. */
  status?: number;
  /** Needs a session: arrives as a shell and is filled in the browser. */
  signedIn?: boolean;
  /** Query parameters that the page's HTML depends on; others are ignored by the HTML cache. */
  query?: string[];
  /** Left out of the sitemap and marked noindex. */
  isPrivate?: boolean;
};

type PageModule = { Component: ComponentType; loader?: LoaderFunction };

function page(path: string, module: string, lazy: () => Promise<PageModule>, handle: RouteHandle = {}): RouteObject {
  return {
    path,
    lazy,
    handle: { ...handle, module } satisfies RouteHandle,
    ErrorBoundary: RouteError,
  };
}

/**
 * The whole route tree (SPEC section 2). Screens that a later feature brings are not listed: their paths fall to the
 * not-found page, as every unknown path does.
 */
export function createRoutes(options: { development: boolean }): RouteObject[] {
  return [
    {
      Component: RootLayout,
      ErrorBoundary: RouteError,
      HydrateFallback: ShellFallback,
      children: [
        page("/", "src/features/content/client/home-page.tsx", () => import("#features/content/client/home-page.tsx"), {
          layout: "landing",
        }),
        page(
          "/about",
          "src/features/content/client/about-page.tsx",
          () => import("#features/content/client/about-page.tsx"),
        ),
        page(
          "/posts",
          "src/features/content/client/posts-page.tsx",
          () => import("#features/content/client/posts-page.tsx"),
          { query: ["tag", "category", "page"] },
        ),
        page(
          "/post/:slug",
          "src/features/content/client/post-page.tsx",
          () => import("#features/content/client/post-page.tsx"),
        ),
        page(
          "/sign-in",
          "src/features/auth/client/sign-in-page.tsx",
          () => import("#features/auth/client/sign-in-page.tsx"),
          { query: ["problem", "return"], isPrivate: true },
        ),
        page("/users", "src/features/auth/client/users-page.tsx", () => import("#features/auth/client/users-page.tsx"), {
          signedIn: true,
          isPrivate: true,
        }),
        ...(options.development
          ? [
              page("/design", "src/client/pages/design-page.tsx", () => import("./pages/design-page.tsx"), {
                isPrivate: true,
              }),
            ]
          : []),
        page("*", "src/client/pages/not-found-page.tsx", () => import("./pages/not-found-page.tsx"), {
          status: 404,
          isPrivate: true,
        }),
      ],
    },
  ];
}
