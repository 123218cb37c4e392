import type { Page } from "@playwright/test";
import { createBudget, createManualAccount, getAs, linkBank, postAs } from "../sites/finance-site.ts";
import { inflows, linkRow, makeSource, monthAtSite } from "./income-visit.ts";

/** Every screen of the site, for properties that all must have. */

/** Path and heading of a screen; one of `more` is made of the parts of another in its list, so it's opened only at night. */
export type Screen = { path: string; heading: string; more?: true };

export const publicScreens: readonly Screen[] = [
  { path: "/", heading: "Robin Ashgrove" },
  { path: "/about", heading: "About" },
  { path: "/posts", heading: "Posts" },
  { path: "/post/webhooks-arrive-twice", heading: "Webhooks arrive twice" },
  { path: "/code", heading: "Search Code" },
  { path: "/code?q=HttpClient", heading: "Search Code" },
  { path: "/generate-code", heading: "Generate Code" },
  { path: "/congress", heading: "Congress" },
  { path: "/bills", heading: "Bills" },
  { path: "/bill", heading: "Look up a bill" },
  { path: "/bill/117/hr/4350", heading: "HR 4350" },
  { path: "/search", heading: "Find a Product" },
  { path: "/repo/ledger-kit", heading: "ledger-kit" },
  { path: "/repo/ledger-kit/files/", heading: "ledger-kit" },
  { path: "/repo/ledger-kit/files/src/money.ts", heading: "money.ts" },
  { path: "/oauth", heading: "GitHub" },
  { path: "/sign-in", heading: "Sign in" },
];

/** Screens of everyone who is signed in; `/budget` redirects to the list while there is no budget. */
export const ownScreens: readonly Screen[] = [
  { path: "/accounts", heading: "Accounts" },
  { path: "/accounts/import", heading: "Import files" },
  { path: "/transactions", heading: "Transactions" },
  { path: "/transactions/payees", heading: "Sort by payee" },
  { path: "/spending", heading: "Spending" },
  { path: "/due", heading: "What’s due", more: true },
  { path: "/reports", heading: "Reports" },
  { path: "/reports?report=cash-flow", heading: "Reports", more: true },
  { path: "/reports?report=payees", heading: "Reports", more: true },
  { path: "/household", heading: "Household" },
  { path: "/products", heading: "Products" },
  { path: "/users", heading: "Users" },
  { path: "/your-data", heading: "Your data" },
  { path: "/your-devices", heading: "Your devices" },
  { path: "/recently-deleted", heading: "Recently deleted" },
];

/** Creates a bank with rows, a budget, an overdue rent and a paid one, and an account kept by hand; returns their screens. */
export async function householdScreens(page: Page): Promise<Screen[]> {
  const bank = await linkBank(page);
  const month = monthAtSite(-1);
  const [row] = await inflows(page, bank);
  const paid = await makeSource(page, bank, { name: "Unit 1" });
  await makeSource(page, bank, { name: "Unit 2" });
  await makeSource(page, bank, { name: "Power", direction: "out", incomeSourceType: "Other" });
  if (row !== undefined) await linkRow(page, paid, row, month);
  const categories = await getAs<{ financialCategoryId: number }[]>(page, "/api/FinancialCategories");
  const budget = await createBudget(page, {
    name: "Everyday",
    startDate: `${month}-01`,
    endDate: `${monthAtSite()}-28`,
    budgetAccessItems: [bank],
    categories: categories
      .slice(0, 4)
      .map(({ financialCategoryId }) => ({ financialCategoryId, estimate: 200 })),
  });
  const accountId = await createManualAccount(page, { openingDate: `${month}-01` });
  const typed = { transactionId: 0, accountId, date: `${month}-02`, amount: -4.5, name: "Blue Fig" };
  await postAs(page, "/api/SaveTransaction", typed);
  return [
    { path: `/transactions?account=${accountId}`, heading: "Transactions", more: true },
    { path: "/transactions?show=maybe", heading: "Transactions", more: true },
    { path: "/transactions/payees?show=all", heading: "Sort by payee", more: true },
    { path: "/budget", heading: "Everyday" },
    { path: `/budget/${budget}/edit`, heading: "Everyday" },
    { path: `/budget/${budget}/transactions`, heading: "Transactions" },
    { path: `/budget/${budget}/exemptions`, heading: "Exemptions" },
    { path: `/budget/${budget}/accounts`, heading: "Accounts" },
    { path: `/due?month=${month}`, heading: "What’s due" },
    { path: `/account/${bank}/income`, heading: "Income" },
    { path: `/account/${bank}/transactions`, heading: "Transactions" },
    { path: `/account/${bank}/transactions/${paid}`, heading: "Transactions", more: true },
    { path: `/account/${bank}/rent-roll`, heading: "Rent Roll" },
  ];
}

/**
 * Delays each call by a different time, so that every part of a screen arrives separately; `underWay` counts those of the page.
 * In the page itself, because a browser whose requests are intercepted uses no cache, and loads all scripts anew for each screen.
 */
export async function comingLate(page: Page, pauseMs: number): Promise<{ underWay: () => Promise<number> }> {
  await page.addInitScript((pause) => {
    const send = globalThis.fetch;
    const calls = { made: 0, underWay: 0 };
    Reflect.set(globalThis, "callsComingLate", calls);
    globalThis.fetch = async (input, init) => {
      const path = input instanceof Request ? input.url : String(input);
      if (!/\/api\/(?!.*[Ss]tream|.*[Cc]hanges)/.test(path)) return send(input, init);
      calls.made += 1;
      calls.underWay += 1;
      try {
        await new Promise((resolve) => setTimeout(resolve, pause * (1 + (calls.made % 4) / 4)));
        return await send(input, init);
      } finally {
        calls.underWay -= 1;
      }
    };
  }, pauseMs);
  return {
    underWay: () =>
      page.evaluate(() => (Reflect.get(globalThis, "callsComingLate") as { underWay: number }).underWay),
  };
}
