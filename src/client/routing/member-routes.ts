import { redirect, type NonIndexRouteObject, type RouteObject } from "react-router";
import { MemberRouteError } from "../pages/member-route-error.tsx";
import { memberPaths } from "./member-paths.ts";
import { page } from "./route-page.ts";

/**
 * Creates the signed-in routes (docs/reference/product.md, "Routes"). A browser loads them with the first address that
 * matches `isMemberPath`, so that public pages don't include them.
 */
export function createMemberRoutes(): RouteObject[] {
  return [
    screen(
      "/users",
      "src/features/auth/client/users-page.tsx",
      () => import("#features/auth/client/users-page.tsx"),
    ),
    screen(
      "/your-data",
      "src/features/personal-data/client/your-data-page.tsx",
      () => import("#features/personal-data/client/your-data-page.tsx"),
    ),
    screen(
      "/your-devices",
      "src/features/auth/client/devices/your-devices-page.tsx",
      () => import("#features/auth/client/devices/your-devices-page.tsx"),
    ),
    screen(
      "/recently-deleted",
      "src/features/overview/client/recently-deleted-page.tsx",
      () => import("#features/overview/client/recently-deleted-page.tsx"),
    ),
    screen(
      "/products",
      "src/features/products/client/products-page.tsx",
      () => import("#features/products/client/products-page.tsx"),
    ),
    screen(
      "/accounts",
      "src/features/institutions/client/accounts/accounts-page.tsx",
      () => import("#features/institutions/client/accounts/accounts-page.tsx"),
    ),
    screen(
      "/accounts/import",
      "src/features/imports/client/import-page.tsx",
      () => import("#features/imports/client/import-page.tsx"),
    ),
    screen(
      "/transactions",
      "src/features/budgets/client/register/register-page.tsx",
      () => import("#features/budgets/client/register/register-page.tsx"),
    ),
    screen(
      "/transactions/payees",
      "src/features/budgets/client/payees/payees-page.tsx",
      () => import("#features/budgets/client/payees/payees-page.tsx"),
    ),
    screen(
      "/spending",
      "src/features/budgets/client/list/spending-page.tsx",
      () => import("#features/budgets/client/list/spending-page.tsx"),
    ),
    dueRoute(),
    householdRoute(),
    screen(
      "/reports",
      "src/features/reports/client/reports-page.tsx",
      () => import("#features/reports/client/reports-page.tsx"),
    ),
    screen(
      "/budget",
      "src/features/budgets/client/budget-today-page.tsx",
      () => import("#features/budgets/client/budget-today-page.tsx"),
    ),
    budgetRoutes(),
    accountRoutes(),
  ];
}

function dueRoute(): RouteObject {
  return screen(
    "/due",
    "src/features/income/client/due/due-page.tsx",
    () => import("#features/income/client/due/due-page.tsx"),
  );
}

function householdRoute(): RouteObject {
  return screen(
    "/household",
    "src/features/household/client/household-page.tsx",
    () => import("#features/household/client/household-page.tsx"),
  );
}

/** Returns the routes of a budget; the bare address redirects to the first screen. */
function budgetRoutes(): RouteObject {
  return {
    ...screen(
      "/budget/:budgetId",
      "src/features/budgets/client/budget-shell-page.tsx",
      () => import("#features/budgets/client/budget-shell-page.tsx"),
    ),
    children: [
      {
        path: "/budget/:budgetId",
        loader: ({ params: { budgetId = "" } }) => redirect(memberPaths.budgetEstimate(budgetId)),
      },
      screen(
        "/budget/:budgetId/edit",
        "src/features/budgets/client/estimate/estimate-page.tsx",
        () => import("#features/budgets/client/estimate/estimate-page.tsx"),
      ),
      screen(
        "/budget/:budgetId/transactions",
        "src/features/budgets/client/rows/transactions-page.tsx",
        () => import("#features/budgets/client/rows/transactions-page.tsx"),
      ),
      screen(
        "/budget/:budgetId/exemptions",
        "src/features/budgets/client/rows/exemptions-page.tsx",
        () => import("#features/budgets/client/rows/exemptions-page.tsx"),
      ),
      screen(
        "/budget/:budgetId/accounts",
        "src/features/budgets/client/list/budget-accounts-page.tsx",
        () => import("#features/budgets/client/list/budget-accounts-page.tsx"),
      ),
    ],
  };
}

/** Returns the routes of a bank; the bare address redirects to the first screen. */
function accountRoutes(): RouteObject {
  return {
    ...screen(
      "/account/:institutionAccessItemId",
      "src/features/income/client/account-shell-page.tsx",
      () => import("#features/income/client/account-shell-page.tsx"),
    ),
    children: [
      {
        path: "/account/:institutionAccessItemId",
        loader: ({ params: { institutionAccessItemId = "" } }) =>
          redirect(memberPaths.accountIncome(institutionAccessItemId)),
      },
      screen(
        "/account/:institutionAccessItemId/income",
        "src/features/income/client/month/income-page.tsx",
        () => import("#features/income/client/month/income-page.tsx"),
      ),
      screen(
        "/account/:institutionAccessItemId/transactions/:incomeSourceId?",
        "src/features/income/client/inflows/income-transactions-page.tsx",
        () => import("#features/income/client/inflows/income-transactions-page.tsx"),
      ),
      screen(
        "/account/:institutionAccessItemId/rent-roll",
        "src/features/income/client/rent-roll/rent-roll-page.tsx",
        () => import("#features/income/client/rent-roll/rent-roll-page.tsx"),
      ),
    ],
  };
}

/** Creates the route of a screen that is sent without data, excluded from search engines, and may ask for a sign-in. */
function screen(...[path, module, lazy]: Parameters<typeof page>): NonIndexRouteObject {
  return {
    ...page(path, module, lazy, { signedIn: true, isPrivate: true }),
    ErrorBoundary: MemberRouteError,
  };
}
