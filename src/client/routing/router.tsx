import type { RouteObject } from "react-router";
import { RootLayout } from "../layouts/root-layout.tsx";
import { RouteError } from "../pages/route-error.tsx";
import { page } from "./route-page.ts";
import { ShellFallback } from "../layouts/shell-fallback.tsx";

/** Id of the route that contains all screens; signed-in ones are added in the browser when needed. */
export const rootRouteId = "root";

/** True if a path belongs to the signed-in routes (`member-routes.ts`). */
export function isMemberPath(pathname: string): boolean {
  return /^\/(?:users|your-\w+|recently-deleted|products|accounts?|transactions|spending|household|due|reports|budget)(?:\/|$)/.test(
    pathname,
  );
}

/** Creates the route tree (docs/reference/product.md, "Routes"); a browser adds the signed-in routes later. */
export function createRoutes(
  options: { development: boolean },
  memberRoutes: readonly RouteObject[] = [],
): RouteObject[] {
  return [
    {
      id: rootRouteId,
      Component: RootLayout,
      ErrorBoundary: RouteError,
      HydrateFallback: ShellFallback,
      children: [
        ...memberRoutes,
        page(
          "/",
          "src/features/content/client/home-page.tsx",
          () => import("#features/content/client/home-page.tsx"),
          {
            layout: "landing",
          },
        ),
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
          "/code",
          "src/features/code-search/client/code-page.tsx",
          () => import("#features/code-search/client/code-page.tsx"),
          { query: ["q", "page", "repo", "language", "file", "line"] },
        ),
        page(
          "/sign-in",
          "src/features/auth/client/sign-in-page.tsx",
          () => import("#features/auth/client/sign-in-page.tsx"),
          { query: ["problem", "return"], isPrivate: true },
        ),
        page(
          "/congress",
          "src/features/bills/client/feed/congress-page.tsx",
          () => import("#features/bills/client/feed/congress-page.tsx"),
          { query: ["congress", "billType", "q", "page", "jump"] },
        ),
        page(
          "/bills",
          "src/features/bills/client/feed/bills-page.tsx",
          () => import("#features/bills/client/feed/bills-page.tsx"),
          { query: ["congress", "billType", "q", "page", "jump"] },
        ),
        page(
          "/bill",
          "src/features/bills/client/feed/bill-look-up-page.tsx",
          () => import("#features/bills/client/feed/bill-look-up-page.tsx"),
          { query: ["congress", "billType", "billNumber"] },
        ),
        page(
          "/bill/:congress/:billType/:billNumber",
          "src/features/bills/client/bill/bill-page.tsx",
          () => import("#features/bills/client/bill/bill-page.tsx"),
        ),
        page(
          "/search/:serialNumber?",
          "src/features/products/client/product-search-page.tsx",
          () => import("#features/products/client/product-search-page.tsx"),
          { query: ["serialNumber"] },
        ),
        page(
          "/generate-code",
          "src/features/codegen/client/generate-code-page.tsx",
          () => import("#features/codegen/client/generate-code-page.tsx"),
        ),
        page(
          "/repo/:name",
          "src/features/github/client/repo/repo-page.tsx",
          () => import("#features/github/client/repo/repo-page.tsx"),
          { query: [] },
        ),
        page(
          "/repo/:name/files/*",
          "src/features/code-search/client/files/files-page.tsx",
          () => import("#features/code-search/client/files/files-page.tsx"),
          { query: ["commit"] },
        ),
        page(
          "/oauth",
          "src/features/github/client/account/oauth-page.tsx",
          () => import("#features/github/client/account/oauth-page.tsx"),
          { isPrivate: true },
        ),
        ...(options.development
          ? [
              page(
                "/design",
                "src/client/pages/design-page.tsx",
                () => import("../pages/load-design-page.ts").then(({ loadDesignPage }) => loadDesignPage()),
                { isPrivate: true },
              ),
            ]
          : []),
        page("*", "src/client/pages/not-found-page.tsx", () => import("../pages/not-found-page.tsx"), {
          status: 404,
          isPrivate: true,
        }),
      ],
    },
  ];
}
