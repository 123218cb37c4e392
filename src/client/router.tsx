import type { ComponentType } from "react";
import type { LoaderFunction, RouteObject } from "react-router";
import { RootLayout } from "./layouts/root-layout.tsx";
import { RouteError } from "./pages/route-error.tsx";
import type { RouteHandle } from "./route-handle.ts";
import { ShellFallback } from "./layouts/shell-fallback.tsx";

type PageModule = { Component: ComponentType; loader?: LoaderFunction };

function page(
  path: string,
  module: string,
  lazy: () => Promise<PageModule>,
  handle: RouteHandle = {},
): RouteObject {
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
          { query: ["q"] },
        ),
        page(
          "/sign-in",
          "src/features/auth/client/sign-in-page.tsx",
          () => import("#features/auth/client/sign-in-page.tsx"),
          { query: ["problem", "return"], isPrivate: true },
        ),
        page(
          "/congress",
          "src/features/bills/client/congress-page.tsx",
          () => import("#features/bills/client/congress-page.tsx"),
          { query: ["congress", "billType", "q", "page", "jump"] },
        ),
        page(
          "/bills",
          "src/features/bills/client/bills-page.tsx",
          () => import("#features/bills/client/bills-page.tsx"),
          { query: ["congress", "billType", "q", "page", "jump"] },
        ),
        page(
          "/bill",
          "src/features/bills/client/bill-look-up-page.tsx",
          () => import("#features/bills/client/bill-look-up-page.tsx"),
          { query: ["congress", "billType", "billNumber"] },
        ),
        page(
          "/bill/:congress/:billType/:billNumber",
          "src/features/bills/client/bill-page.tsx",
          () => import("#features/bills/client/bill-page.tsx"),
        ),
        page(
          "/users",
          "src/features/auth/client/users-page.tsx",
          () => import("#features/auth/client/users-page.tsx"),
          {
            signedIn: true,
            isPrivate: true,
          },
        ),
        page(
          "/products",
          "src/features/products/client/products-page.tsx",
          () => import("#features/products/client/products-page.tsx"),
          {
            signedIn: true,
            isPrivate: true,
          },
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
          "src/features/github/client/repo-page.tsx",
          () => import("#features/github/client/repo-page.tsx"),
          { query: [] },
        ),
        page(
          "/oauth",
          "src/features/github/client/oauth-page.tsx",
          () => import("#features/github/client/oauth-page.tsx"),
          { isPrivate: true },
        ),
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
