import { basename } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { chooseOption, expect, hydrated, signIn, test } from "./e2e.ts";
import { createBudget, getAs, linkBank } from "../sites/finance-site.ts";

/** A budget's Transactions and Exemptions, with the sandbox bank's rows. */

type Row = {
  transactionId: number;
  payee: string;
  name: string;
  amount: number;
  category: { name: string } | null;
  kind: "spending" | "income" | "transfer" | "leftOut";
};
export type Rows = { transactions: Row[]; excludedTransactions: Row[]; total: number; sum: number };
type Budget = {
  categorizedCount: number;
  excludedCount: number;
  transactionsTotal: number;
  budgetCategoryData: { financialCategoryId: number; category: string; count: number; sum: number }[];
};

export const toast = (page: Page) => page.getByRole("region", { name: "Notifications" });
export const undo = (page: Page) => toast(page).getByRole("button", { name: "Undo" }).last();
export const chooser = (page: Page) => page.getByRole("combobox", { name: "Category", exact: true });
export const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true });
export const wholePage = (page: Page) => page.locator("thead input[type=checkbox]");
export const boxes = (page: Page) => page.locator("tbody input[type=checkbox]");
export const badge = (page: Page, name: RegExp) =>
  page.getByRole("navigation", { name: "Budget" }).getByRole("link", { name });

const day = (daysAgo: number) => {
  const date = new Date(Date.now() - daysAgo * 86_400_000);
  return date.toLocaleDateString("en-CA", { timeZone: "America/New_York" });
};

/**
 * Signs in and creates a budget of the last 45 days. Every test has its own budget, but rows and their categories belong to one
 * person for each file of tests, unless the test names another one in `who`.
 */
export async function openRows(
  page: Page,
  name: string,
  path = "transactions",
  who = `a keeper of ${basename(test.info().file)}`,
): Promise<number> {
  await signIn(page, "/spending", who);
  const bank = await linkBank(page);
  const budgetId = await createBudget(page, {
    name,
    startDate: day(45),
    endDate: day(-5),
    budgetAccessItems: [bank],
  });
  if (path === "transactions") {
    await open(page, `/budget/${budgetId}/${path}`);
  } else {
    await page.goto(`/budget/${budgetId}/${path}`);
    await hydrated(page);
  }
  return budgetId;
}

export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await hydrated(page);
  await expect(page.getByRole("row").nth(1)).toBeVisible();
}

/** Checks that no column of the table, nor its rows' menus, is beyond its edge in any window that isn't a phone's. */
export async function expectTableFits(page: Page): Promise<void> {
  for (const width of [768, 1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const beyond = () =>
      page.getByRole("table").evaluate(({ parentElement: region }) => {
        return region === null ? null : region.scrollWidth - region.clientWidth;
      });
    await expect.poll(beyond, `px beyond the edge at ${width} px`).toBe(0);
  }
}

export function listed(page: Page, budgetId: number, query: string): Promise<Rows> {
  return getAs<Rows>(page, `/api/GetBudgetTransactions?budgetId=${budgetId}&${query}`);
}

export function budgetOf(page: Page, budgetId: number): Promise<Budget> {
  return getAs<Budget>(page, `/api/GetBudget?budgetId=${budgetId}&summary=true`);
}

export async function pick(page: Page, category: string): Promise<void> {
  await chooseOption(page, chooser(page), category, category);
  await expect(chooser(page)).toHaveValue(category);
}

export async function chooseFrom(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole("button", { name: new RegExp(` ${label}$`) }).click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

export async function act(page: Page, row: Locator, action: string): Promise<void> {
  await row.getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

/** Removes expected lines from the browser's complaints. */
export function forgive(complaints: string[], expected: RegExp): void {
  complaints.splice(0, complaints.length, ...complaints.filter((line) => !expected.test(line)));
}

export function dollars(units: number): string {
  return units.toLocaleString("en-US", { style: "currency", currency: "USD" });
}
