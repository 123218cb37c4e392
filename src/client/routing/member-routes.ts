import { redirect, type RouteObject } from "react-router";
import { paths } from "./paths.ts";
import { page } from "./route-page.ts";

/**
 * Creates the signed-in routes (docs/reference/product.md, "Routes"). A browser loads them with the first address that
 * matches `isMemberPath`, so that public pages don't include them.
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
      "/your-devices",
      "src/features/auth/client/devices/your-devices-page.tsx",
      () => import("#features/auth/client/devices/your-devices-page.tsx"),
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
      "/accounts/import",
      "src/features/imports/client/import-page.tsx",
      () => import("#features/imports/client/import-page.tsx"),
      privateScreen,
    ),
    page(
      "/transactions",
      "src/features/budgets/client/register/register-page.tsx",
      () => import("#features/budgets/client/register/register-page.tsx"),
      privateScreen,
    ),
    page(
      "/transactions/payees",
      "src/features/budgets/client/payees/payees-page.tsx",
      () => import("#features/budgets/client/payees/payees-page.tsx"),
      privateScreen,
    ),
    page(
      "/spending",
      "src/features/budgets/client/list/spending-page.tsx",
      () => import("#features/budgets/client/list/spending-page.tsx"),
      privateScreen,
    ),
    dueRoute(),
    householdRoute(),
    page(
      "/reports",
      "src/features/reports/client/reports-page.tsx",
      () => import("#features/reports/client/reports-page.tsx"),
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

function dueRoute(): RouteObject {
  return page(
    "/due",
    "src/features/income/client/due/due-page.tsx",
    () => import("#features/income/client/due/due-page.tsx"),
    privateScreen,
  );
}

function householdRoute(): RouteObject {
  return page(
    "/household",
    "src/features/household/client/household-page.tsx",
    () => import("#features/household/client/household-page.tsx"),
    privateScreen,
  );
}

/** Returns the routes of a budget; the bare address redirects to the first screen. */
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

/** Returns the routes of a bank; the bare address redirects to the first screen. */
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

/** Handle of a screen that is sent without data and excluded from search engines. */
const privateScreen = { signedIn: true, isPrivate: true };
