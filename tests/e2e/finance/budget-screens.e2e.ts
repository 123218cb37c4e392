import type { Page } from "@playwright/test";
import {
  expect,
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  hydrated,
  signIn,
  test,
  night,
} from "../../support/visits/e2e.ts";
import { createBudget, getAs, linkBank, postAs } from "../../support/sites/finance-site.ts";

/** A budget's shell and its Estimate and Accounts screens, with transactions from the sandbox bank. */

const rail = (page: Page) => page.getByRole("navigation", { name: "Budget" });
const toast = (page: Page) => page.getByRole("region", { name: "Notifications" });
const cardOf = (page: Page, category: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { level: 3, name: category }) });
const estimateOf = (page: Page, category: string) =>
  page.getByRole("textbox", { name: `Estimate for ${category}` });

type Row = { transactionId: number; amount: number };
type CategoryRow = {
  financialCategoryId: number;
  category: string;
  count: number;
  sum: number;
  isInBudget: boolean;
};
type Budget = {
  transactionsTotal: number;
  unplannedTotal: number;
  categorizedCount: number;
  excludedCount: number;
  budgetCategoryData: CategoryRow[];
  spendingPace: { days: { date: string; sum: number; total: number }[] };
};

const day = (daysAgo: number) => {
  const date = new Date(Date.now() - daysAgo * 86_400_000);
  return date.toLocaleDateString("en-CA", { timeZone: "America/New_York" });
};

/** Creates a budget for the last 30 and the next 10 days, with some rows categorized and two exempt; returns its id. */
async function seed(page: Page, name: string): Promise<number> {
  const bank = await linkBank(page);
  const categories = await getAs<{ financialCategoryId: number; name: string }[]>(
    page,
    "/api/FinancialCategories",
  );
  const idOf = (category: string) => {
    const found = categories.find((one) => one.name === category)?.financialCategoryId;
    if (found === undefined) throw new Error(`no category ${category}`);
    return found;
  };
  const budgetId = await createBudget(page, {
    name,
    startDate: day(30),
    endDate: day(-10),
    budgetAccessItems: [bank],
    categories: [
      { financialCategoryId: idOf("Groceries"), estimate: 10_000 },
      { financialCategoryId: idOf("Dining Out"), estimate: 1 },
      { financialCategoryId: idOf("Travel"), estimate: 0 },
    ],
  });
  const { transactions } = await getAs<{ transactions: Row[] }>(
    page,
    `/api/GetBudgetTransactions?budgetId=${budgetId}&part=counted&sort=amount&direction=asc&page=1&pageSize=20`,
  );
  await postAs(
    page,
    "/api/BulkUpdateTransactionCategory",
    transactions.slice(0, 12).map(({ transactionId }, index) => ({
      transactionId,
      budgetId,
      financialCategoryId: idOf(index % 2 === 0 ? "Groceries" : "Dining Out"),
    })),
  );
  for (const { transactionId } of transactions.slice(12, 14)) {
    await postAs(page, "/api/SetExcludedTransaction", { transactionId, budgetId });
  }
  return budgetId;
}

async function openBudget(page: Page, name: string, path = "edit"): Promise<number> {
  await signIn(page, "/spending", "a planner");
  const budgetId = await seed(page, name);
  await page.goto(`/budget/${budgetId}/${path}`);
  await hydrated(page);
  return budgetId;
}

function readBudget(page: Page, budgetId: number): Promise<Budget> {
  return getAs<Budget>(page, `/api/GetBudget?budgetId=${budgetId}&summary=true`);
}

function dollars(units: number): string {
  return units.toLocaleString("en-US", { style: "currency", currency: "USD" });
}

test("the side navigation shows counts, and remembers being collapsed", night, async ({ page }) => {
  test.slow();
  const budgetId = await openBudget(page, "Rail");
  const { categorizedCount, excludedCount } = await readBudget(page, budgetId);
  expect(categorizedCount).toBeGreaterThanOrEqual(12);
  await expect(
    rail(page).getByRole("link", { name: `Transactions ${categorizedCount} categorized` }),
  ).toBeVisible();
  await expect(rail(page).getByRole("link", { name: `Exemptions ${excludedCount} exempt` })).toBeVisible();
  await expect(rail(page).getByRole("link", { name: "Estimate" })).toHaveAttribute("aria-current", "page");
  const trail = page.getByRole("navigation", { name: "Breadcrumb" });
  await expect(trail.getByRole("listitem")).toHaveText(["HOME", "SPENDING", "RAIL"]);
  await expect(trail.getByRole("link", { name: "SPENDING" })).toHaveAttribute("href", "/spending");

  const width = () => rail(page).evaluate((element) => element.parentElement?.getBoundingClientRect().width);
  await expect.poll(width).toBe(256);
  // The same button collapses and expands, by keyboard.
  await rail(page).getByRole("button", { name: "Collapse navigation" }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(width).toBe(56);
  await expect(rail(page).getByRole("button", { name: "Expand navigation" })).toBeFocused();
  await expect(rail(page).getByRole("button")).toHaveAttribute("aria-expanded", "false");
  await page.reload();
  await expect.poll(width).toBe(56);

  await page.keyboard.press("Tab");
  await rail(page).getByRole("link", { name: "Accounts" }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/budget/${budgetId}/accounts$`));
  await expect(page.getByRole("heading", { level: 1, name: "Accounts" })).toBeFocused();
  await expect(rail(page).getByRole("link", { name: "Accounts" })).toHaveAttribute("aria-current", "page");
});

test("on tablets, the side navigation covers the screen until it is left", night, async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 900 });
  await openBudget(page, "Drawer");
  const expand = rail(page).getByRole("button", { name: "Expand navigation" });
  const collapse = rail(page).getByRole("button", { name: "Collapse navigation" });
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toContainText("Drawer");
  const before = await heading.boundingBox();
  await expand.click();
  await expect(collapse).toBeVisible();
  expect(await heading.boundingBox()).toEqual(before);
  await page.keyboard.press("Escape");
  await expect(expand).toBeFocused();
  await expand.click();
  await page.mouse.click(700, 500);
  await expect(expand).toBeVisible();
  await expand.click();
  await rail(page).getByRole("link", { name: "Accounts" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Accounts" })).toBeVisible();
  await expect(expand).toBeVisible();
});

test("every figure on the Estimate screen equals the rows its link leads to", night, async ({ page }) => {
  test.slow();
  const budgetId = await openBudget(page, "Numbers");
  const budget = await readBudget(page, budgetId);
  await expect(page.getByRole("heading", { level: 1, name: "Numbers" })).toBeVisible();

  /** Sums the list behind a link, requested the way the Transactions screen does. */
  async function sumBehind(href: string): Promise<{ total: number; sum: number }> {
    const { searchParams } = new URL(href, "http://localhost");
    const asked = { budgetId: String(budgetId), excluded: "false", page: "1", pageSize: "1" };
    const query = new URLSearchParams(asked);
    const [category, show] = [searchParams.get("category"), searchParams.get("show")];
    if (category !== null) query.set("financialCategoryId", category);
    if (show !== null) query.set("part", show);
    for (const bound of ["from", "to"]) {
      const date = searchParams.get(bound);
      if (date !== null) query.set(bound, date);
    }
    return getAs(page, `/api/GetBudgetTransactions?${query.toString()}`);
  }

  const total = page.getByRole("link", { name: dollars(budget.transactionsTotal), exact: true });
  const behindTotal = await sumBehind((await total.getAttribute("href")) ?? "");
  expect(behindTotal.sum).toBe(budget.transactionsTotal);
  const unused = budget.budgetCategoryData.filter((row) => row.category === "Travel");
  expect(unused).toMatchObject([{ count: 0, sum: 0 }]);
  await expect(cardOf(page, "Travel")).toHaveCount(0);
  await page.getByText("1 unused category").click();
  for (const row of budget.budgetCategoryData) {
    const isShown = row.isInBudget || row.count > 0 || row.financialCategoryId === -1;
    await expect(cardOf(page, row.category)).toHaveCount(isShown ? 1 : 0);
    if (isShown) await expect(cardOf(page, row.category)).toContainText(dollars(row.sum));
    if (row.count === 0) continue;
    const link = cardOf(page, row.category).getByRole("link").first();
    const behind = await sumBehind((await link.getAttribute("href")) ?? "");
    expect({ category: row.category, ...behind }).toMatchObject({
      category: row.category,
      total: row.count,
      sum: row.sum,
    });
  }
  const last = budget.spendingPace.days.at(-1);
  expect(last?.total).toBe(budget.transactionsTotal);
  await expect(page.getByText("Even pace", { exact: true })).toBeVisible();
  await page.getByText("Day by day").click();
  const dayLink = page.getByRole("table").getByRole("link").last();
  expect((await sumBehind((await dayLink.getAttribute("href")) ?? "")).sum).toBe(last?.sum);
  await page.getByRole("link", { name: "SPENDING", exact: true }).click();
  const inList = page.getByRole("listitem").filter({ hasText: "Numbers" });
  await expect(inList).toContainText(`${dollars(budget.unplannedTotal)} unplanned`);
});

test("an estimate can be edited inline and undone", async ({ page, complaints }) => {
  test.slow();
  const budgetId = await openBudget(page, "In place");
  const groceries = estimateOf(page, "Groceries");
  await expect(groceries).toHaveValue("$10,000.00");
  await groceries.fill("12");
  await page.keyboard.press("Escape");
  await expect(groceries).toHaveValue("$10,000.00");

  await groceries.fill("1,234.5");
  await page.keyboard.press("Enter");
  await expect(groceries).toHaveValue("$1,234.50");
  await expect(toast(page)).toContainText("Set the Groceries estimate to $1,234.50.");
  await expect(cardOf(page, "Groceries").getByRole("progressbar")).toHaveAttribute(
    "aria-valuetext",
    /% of \$1,234\.50$/,
  );
  await expect(page.getByText("$1,235.50", { exact: true })).toBeVisible();
  await toast(page).getByRole("button", { name: "Undo" }).click();
  await expect(groceries).toHaveValue("$10,000.00");

  await groceries.fill("lots");
  await page.keyboard.press("Enter");
  await expect(groceries).toHaveAccessibleDescription(/Enter an amount such as/);
  await expect(groceries).toHaveValue("lots");

  await page.route("**/api/UpdateBudgetCategoryEstimate", (route) => route.abort());
  await groceries.fill("700");
  // Leaving the field saves as well.
  await page.keyboard.press("Tab");
  await expect(cardOf(page, "Groceries").getByRole("alert")).toContainText("Not saved.");
  await expect(groceries).toHaveValue("700");
  complaints.splice(0, complaints.length, ...complaints.filter((line) => !line.includes("ERR_FAILED")));
  await page.unroute("**/api/UpdateBudgetCategoryEstimate");
  await groceries.press("Enter");
  await expect(groceries).toHaveValue("$700.00");
  const { budgetCategoryData } = await readBudget(page, budgetId);
  expect(budgetCategoryData.find(({ category }) => category === "Groceries")).toMatchObject({
    estimate: 700,
  });

  // Another tab saves during editing, so the person decides.
  await groceries.fill("800");
  const elsewhere = { budgetId, financialCategoryName: "Groceries", estimate: 900 };
  await postAs(page, "/api/UpdateBudgetCategoryEstimate", elsewhere);
  await page.keyboard.press("Enter");
  await expect(groceries).toHaveAccessibleDescription(/changed to \$900\.00 in the meantime.*Press Enter/);
  await expect(groceries).toHaveValue("800");
  complaints.splice(0, complaints.length, ...complaints.filter((line) => !/status of 409/.test(line)));
  await page.keyboard.press("Escape");
  await expect(groceries).toHaveValue("$900.00");
});

test(
  "a card opens the estimate dialog, where a category can be removed from the budget",
  night,
  async ({ page }) => {
    await openBudget(page, "Dialog");
    await page.getByRole("button", { name: "Dining Out", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Dining Out" });
    const field = dialog.getByRole("textbox", { name: "Estimate" });
    await expect(field).toBeFocused();
    expect(await dialog.evaluate((element) => element.parentElement?.getBoundingClientRect().width)).toBe(
      400,
    );
    await expectNoAxeViolations(page);
    await field.fill("250");
    await dialog.getByRole("button", { name: "Save Estimate" }).click();
    await expect(dialog).toBeHidden();
    await expect(estimateOf(page, "Dining Out")).toHaveValue("$250.00");
    await expect(page.getByRole("button", { name: "Dining Out", exact: true })).toBeFocused();

    await page.getByText("1 unused category").click();
    await page.getByRole("button", { name: "Travel", exact: true }).click();
    await page.getByRole("dialog", { name: "Travel" }).getByRole("button", { name: "Remove" }).click();
    await expect(cardOf(page, "Travel")).toHaveCount(0);
    await toast(page)
      .filter({ hasText: "Removed Travel from this budget." })
      .getByRole("button", { name: "Undo" })
      .last()
      .click();
    await page.getByText("1 unused category").click();
    await expect(cardOf(page, "Travel")).toBeVisible();
  },
);

test(
  "bars are red above 100 percent and green otherwise, with a text alternative",
  night,
  async ({ page }) => {
    await openBudget(page, "Bars");
    const tone = (category: string) =>
      cardOf(page, category)
        .getByRole("progressbar")
        .locator("> div")
        .evaluate((bar) => getComputedStyle(bar).backgroundColor);
    expect(await tone("Dining Out")).toBe("rgb(179, 38, 30)");
    expect(await tone("Groceries")).toBe("rgb(20, 113, 63)");
    await expect(cardOf(page, "Dining Out").getByRole("progressbar")).toHaveAttribute(
      "aria-valuetext",
      /^\d[\d,]{2,}% of \$1\.00$/,
    );
    await expect(page.getByRole("progressbar", { name: "Total" })).toHaveAttribute(
      "aria-valuetext",
      /(?:within|over) the estimate$/,
    );
  },
);

test("the Accounts screen shows the banks that count", night, async ({ page }) => {
  await openBudget(page, "Whose", "accounts");
  const bank = page.getByRole("listitem").filter({ has: page.getByRole("heading", { level: 2 }) });
  await expect(bank).toHaveCount(1);
  await expect(bank).toContainText("Lanternfish Bank");
  await expect(bank).toContainText("Updated today");
  await expect(bank).toContainText(/\d+ accounts/);
  await expectNoAxeViolations(page);
  await page.getByRole("button", { name: "Choose accounts" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Budget" });
  await dialog.getByText("All accounts", { exact: true }).click();
  await dialog.getByRole("button", { name: "Save Budget" }).click();
  await expect(page.getByRole("heading", { name: "This budget has no accounts" })).toBeVisible();
});

test("a budget that fails to load shows an error with a retry", night, async ({ page, complaints }) => {
  test.slow();
  const budgetId = await openBudget(page, "Broken", "accounts");
  await page.route("**/api/GetBudget?*", (route) =>
    route.fulfill({ status: 502, headers: { "x-request-id": "request-1" }, json: {} }),
  );
  await page.goto(`/budget/${budgetId}/edit`);
  const panel = page.getByRole("alert").filter({ hasText: "Couldn’t load the budget" });
  await expect(panel).toContainText("request-1");
  await expectNoAxeViolations(page);
  await page.unroute("**/api/GetBudget?*");
  await panel.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Broken" })).toBeFocused();
  complaints.splice(0, complaints.length, ...complaints.filter((line) => !/status of 502/.test(line)));
});

const longName = "A budget whose name is long enough to need a second line";

/** Visits each screen that shows a budget's name, and checks it. */
async function lookAt(page: Page, budgetId: number, check: () => Promise<void>): Promise<void> {
  for (const path of ["/spending", `/budget/${budgetId}/edit`, `/budget/${budgetId}/accounts`]) {
    await page.goto(path);
    await expect(page.getByText(new RegExp(longName, "i")).first()).toBeVisible();
    await check();
  }
}

for (const colorScheme of ["light", "dark"] as const) {
  test(`the screens work at all widths, ${colorScheme}`, night, async ({ page }) => {
    test.slow();
    await page.emulateMedia({ colorScheme });
    const budgetId = await openBudget(page, longName);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await lookAt(page, budgetId, async () => {
        await expectNoAxeViolations(page);
        await expectNoSidewaysScroll(page);
      });
    }
  });
}

test("on the narrowest phones, the navigation is a bar at the bottom", night, async ({ page }) => {
  test.slow();
  const budgetId = await openBudget(page, longName);
  await page.setViewportSize({ width: 768, height: 900 });
  await lookAt(page, budgetId, () => expectNoSidewaysScroll(page));
  await page.setViewportSize({ width: 320, height: 700 });
  await lookAt(page, budgetId, () => expectNoSidewaysScroll(page));
  const bar = await rail(page).boundingBox();
  expect(Math.round((bar?.y ?? 0) + (bar?.height ?? 0))).toBe(700);
  await expect(rail(page).getByRole("button", { name: /navigation/ })).toBeHidden();
  await expect(rail(page).getByRole("link", { name: "Estimate" })).toBeVisible();
});

test("forced colors mark the current screen, and print hides the navigation", night, async ({ page }) => {
  test.slow();
  await openBudget(page, longName);
  await page.emulateMedia({ forcedColors: "active" });
  const current = rail(page).getByRole("link", { name: "Estimate" });
  await expect(current).not.toHaveCSS("outline-style", "none");
  await page.emulateMedia({ forcedColors: "none", media: "print" });
  await expect(rail(page)).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});
