import { matchRoutes, type RouteObject } from "react-router";
import { describe, expect, it } from "vitest";
import { memberPaths } from "./member-paths.ts";
import { authPaths, paths } from "./paths.ts";
import { signInPath } from "#ui/form/form.tsx";
import { createMemberRoutes } from "./member-routes.ts";
import { createRoutes, isMemberPath } from "./router.tsx";

const memberRoutes = createMemberRoutes();
const routes = createRoutes({ development: true }, memberRoutes);

function patternOf(href: string): string | undefined {
  return matchRoutes(routes, href)?.at(-1)?.route.path;
}

/** Links with sample arguments and their expected routes. */
const links: Record<keyof typeof paths | keyof typeof memberPaths, [href: string, pattern: string]> = {
  home: [paths.home(), "/"],
  about: [paths.about(), "/about"],
  posts: [paths.posts({ tag: "c#", page: 2 }), "/posts"],
  post: [paths.post("a-post"), "/post/:slug"],
  signIn: [paths.signIn("/users"), "/sign-in"],
  users: [paths.users(), "/users"],
  yourDevices: [paths.yourDevices(), "/your-devices"],
  yourData: [paths.yourData("a-reference"), "/your-data"],
  design: [paths.design(), "/design"],
  code: [paths.code("language:vue"), "/code"],
  generateCode: [paths.generateCode(), "/generate-code"],
  congress: [paths.congress({ congress: 118, q: "tax", page: 2 }), "/congress"],
  bills: [paths.bills(), "/bills"],
  billLookUp: [paths.billLookUp(), "/bill"],
  bill: [paths.bill(117, "hr", 1), "/bill/:congress/:billType/:billNumber"],
  repo: [paths.repo("a.b"), "/repo/:name"],
  repoFiles: [paths.repoFiles("a.b", "src/x.ts"), "/repo/:name/files/*"],
  oauth: [paths.oauth(), "/oauth"],
  recentlyDeleted: [paths.recentlyDeleted(), "/recently-deleted"],
  products: [paths.products(), "/products"],
  productSearch: [paths.productSearch("SN 1/2"), "/search/:serialNumber?"],
  accounts: [paths.accounts(), "/accounts"],
  transactions: [paths.transactions({ account: 7, kind: "income" }), "/transactions"],
  importFiles: [memberPaths.importFiles(7), "/accounts/import"],
  payees: [memberPaths.payees(), "/transactions/payees"],
  spending: [paths.spending(), "/spending"],
  due: [paths.due({ month: "2026-11" }), "/due"],
  household: [paths.household(), "/household"],
  reports: [paths.reports({ report: "payees" }), "/reports"],
  budgetToday: [memberPaths.budgetToday(), "/budget"],
  budget: [memberPaths.budget(1), "/budget/:budgetId"],
  budgetEstimate: [memberPaths.budgetEstimate(1), "/budget/:budgetId/edit"],
  budgetTransactions: [memberPaths.budgetTransactions(1), "/budget/:budgetId/transactions"],
  budgetAccounts: [memberPaths.budgetAccounts(1), "/budget/:budgetId/accounts"],
  budgetExemptions: [memberPaths.budgetExemptions(1), "/budget/:budgetId/exemptions"],
  account: [memberPaths.account(1), "/account/:institutionAccessItemId"],
  accountIncome: [
    memberPaths.accountIncome(1, { month: "2026-11" }),
    "/account/:institutionAccessItemId/income",
  ],
  accountTransactions: [
    memberPaths.accountTransactions(1, 2, { q: "rent", page: 2 }),
    "/account/:institutionAccessItemId/transactions/:incomeSourceId?",
  ],
  accountRentRoll: [
    memberPaths.accountRentRoll(1, { from: "2026-01" }),
    "/account/:institutionAccessItemId/rent-roll",
  ],
};

function screens(tree: RouteObject[]): string[] {
  return tree.flatMap((route) => [
    ...(route.path === undefined ? [] : [route.path]),
    ...screens(route.children ?? []),
  ]);
}

describe("paths", () => {
  it.each(Object.entries(links))("%s leads to its route", (_name, [href, pattern]) => {
    expect(patternOf(href)).toBe(pattern);
  });

  it("cover every screen of the route tree", () => {
    const reached = new Set(Object.values(links).map(([, pattern]) => pattern));
    // Except the page for unknown addresses.
    expect(screens(routes).filter((path) => !reached.has(path))).toEqual(["*"]);
  });

  it("have the sign-in page where forms link to it", () => {
    expect(signInPath).toBe(paths.signIn());
  });

  it("escape user input", () => {
    expect(paths.productSearch("a/b?c#d")).toBe("/search/a%2Fb%3Fc%23d");
    expect(paths.productSearch("..")).toBe("/search?serialNumber=..");
    expect(paths.posts({ tag: "c#", page: 1 })).toBe("/posts?tag=c%23");
    expect(paths.repo("a.b", { search: "a b&c", file: "src/<x>.ts", line: 3 })).toBe(
      "/repo/a.b?search=a+b%26c&file=src%2F%3Cx%3E.ts&line=3",
    );
    expect(paths.code("language:c#", 2)).toBe("/code?q=language%3Ac%23&page=2");
    expect(paths.repoFiles("a.b", "src/a b#.ts", { q: "x", hash: "#L3" })).toBe(
      "/repo/a.b/files/src/a%20b%23.ts?q=x#L3",
    );
    expect(paths.congress({ congress: "all", billType: "hr", q: "a&b", page: 1, jump: true })).toBe(
      "/congress?congress=all&billType=hr&q=a%26b&jump=1",
    );
    expect(memberPaths.budgetTransactions(7, { category: -1, q: "a&b", from: "2026-11-05", page: 1 })).toBe(
      "/budget/7/transactions?category=-1&q=a%26b&from=2026-11-05",
    );
    expect(paths.transactions({ bank: 7, kind: "leftOut", min: 0.5, q: "a&b", page: 1 })).toBe(
      "/transactions?bank=7&kind=leftOut&min=0.5&q=a%26b",
    );
    expect(authPaths.login("/posts?tag=a&x")).toBe(
      "/.auth/login/aad?post_login_redirect_uri=%2Fposts%3Ftag%3Da%26x",
    );
  });

  it("match isMemberPath exactly if they belong to the signed-in routes", () => {
    const memberPaths = new Set(memberRoutes.map(({ path }) => path));
    for (const [href] of Object.values(links)) {
      const isInside =
        matchRoutes(routes, href)?.some(({ route }) => memberPaths.has(route.path ?? "")) === true;
      expect(isMemberPath(new URL(href, "http://localhost").pathname), href).toBe(isInside);
    }
  });

  it("leave /design out of production", () => {
    expect(matchRoutes(createRoutes({ development: false }), paths.design())?.at(-1)?.route.path).toBe("*");
  });
});
