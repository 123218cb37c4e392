import { redirect, type RouteObject } from "react-router";
import { paths } from "./paths.ts";
import { page } from "./route-page.ts";

/**
 * The signed-in part of the route tree (docs/reference/product.md, "Routes"). The server knows it from the start; a
 * browser loads it with the first address that `isMemberPath` claims, so that visitors of the public pages do not
 * carry it.
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
      "/your-data",
      "src/features/personal-data/client/your-data-page.tsx",
      () => import("#features/personal-data/client/your-data-page.tsx"),
      privateScreen,
    ),
    page(
      "/recently-deleted",
      "src/features/overview/client/recently-deleted-page.tsx",
      () => import("#features/overview/client/recently-deleted-page.tsx"),
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
      "src/features/institutions/client/accounts/accounts-page.tsx",
      () => import("#features/institutions/client/accounts/accounts-page.tsx"),
      privateScreen,
    ),
    page(
      "/spending",
      "src/features/budgets/client/list/spending-page.tsx",
      () => import("#features/budgets/client/list/spending-page.tsx"),
      privateScreen,
    ),
    page(
      "/budget",
      "src/features/budgets/client/budget-today-page.tsx",
      () => import("#features/budgets/client/budget-today-page.tsx"),
      privateScreen,
    ),
    budgetRoutes(),
    accountRoutes(),
  ];
}

/** A budget's shell and the screens in it; the bare address leads to the first. */
function budgetRoutes(): RouteObject {
  return {
    ...page(
      "/budget/:budgetId",
      "src/features/budgets/client/budget-shell-page.tsx",
      () => import("#features/budgets/client/budget-shell-page.tsx"),
      privateScreen,
    ),
    children: [
      {
        path: "/budget/:budgetId",
        loader: ({ params: { budgetId = "" } }) => redirect(paths.budgetEstimate(budgetId)),
      },
      page(
        "/budget/:budgetId/edit",
        "src/features/budgets/client/estimate/estimate-page.tsx",
        () => import("#features/budgets/client/estimate/estimate-page.tsx"),
      ),
      page(
        "/budget/:budgetId/transactions",
        "src/features/budgets/client/rows/transactions-page.tsx",
        () => import("#features/budgets/client/rows/transactions-page.tsx"),
      ),
      page(
        "/budget/:budgetId/exemptions",
        "src/features/budgets/client/rows/exemptions-page.tsx",
        () => import("#features/budgets/client/rows/exemptions-page.tsx"),
      ),
      page(
        "/budget/:budgetId/accounts",
        "src/features/budgets/client/list/budget-accounts-page.tsx",
        () => import("#features/budgets/client/list/budget-accounts-page.tsx"),
      ),
    ],
  };
}

/** An institution's shell and the screens in it; the bare address leads to the first. */
function accountRoutes(): RouteObject {
  return {
    ...page(
      "/account/:institutionAccessItemId",
      "src/features/income/client/account-shell-page.tsx",
      () => import("#features/income/client/account-shell-page.tsx"),
      privateScreen,
    ),
    children: [
      {
        path: "/account/:institutionAccessItemId",
        loader: ({ params: { institutionAccessItemId = "" } }) =>
          redirect(paths.accountIncome(institutionAccessItemId)),
      },
      page(
        "/account/:institutionAccessItemId/income",
        "src/features/income/client/month/income-page.tsx",
        () => import("#features/income/client/month/income-page.tsx"),
      ),
      page(
        "/account/:institutionAccessItemId/transactions/:incomeSourceId?",
        "src/features/income/client/inflows/income-transactions-page.tsx",
        () => import("#features/income/client/inflows/income-transactions-page.tsx"),
      ),
      page(
        "/account/:institutionAccessItemId/rent-roll",
        "src/features/income/client/rent-roll/rent-roll-page.tsx",
        () => import("#features/income/client/rent-roll/rent-roll-page.tsx"),
      ),
    ],
  };
}

/** Arrives as a shell without data, and is not for search engines. */
const privateScreen = { signedIn: true, isPrivate: true };
