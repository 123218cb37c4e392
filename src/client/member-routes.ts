import type { RouteObject } from "react-router";
import { page } from "./route-page.ts";

/**
 * The signed-in part of the route tree (SPEC section 2). The server knows it from the start; a browser loads it with the
 * first address that `isMemberPath` claims, so that visitors of the public pages do not carry it.
 */
export function createMemberRoutes(): RouteObject[] {
  return [
    page(
      "/users",
      "src/features/auth/client/users-page.tsx",
      () => import("#features/auth/client/users-page.tsx"),
      privateScreen,
    ),
    page(
      "/products",
      "src/features/products/client/products-page.tsx",
      () => import("#features/products/client/products-page.tsx"),
      privateScreen,
    ),
    page(
      "/accounts",
      "src/features/institutions/client/accounts-page.tsx",
      () => import("#features/institutions/client/accounts-page.tsx"),
      privateScreen,
    ),
  ];
}

/** Arrives as a shell without data, and is not for search engines. */
const privateScreen = { signedIn: true, isPrivate: true };
