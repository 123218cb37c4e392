import type { Page } from "@playwright/test";
import {
  expect,
  expectGoodLook,
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  hydrated,
  open,
  signIn,
  test,
  night,
} from "../../support/visits/e2e.ts";
import { createBudget, getAs, linkBank, postAs } from "../../support/sites/finance-site.ts";

/** The category manager: usage, new, renamed, merged, and deleted categories, and undo. */

/** A person with one bank, who owns this file's categories. */
const sorter = "a sorter of rows";

type Used = { financialCategoryId: number; name: string; transactionCount: number; budgetCount: number };
type Category = Pick<Used, "financialCategoryId" | "name">;

const manager = (page: Page) => page.getByRole("dialog", { name: "Categories" });
const toast = (page: Page) => page.getByRole("region", { name: "Notifications" });
const undo = (page: Page) => toast(page).getByRole("button", { name: "Undo" }).last();
const itemOf = (page: Page, name: string) =>
  manager(page)
    .getByRole("listitem")
    .filter({ has: page.getByRole("button", { name: `Actions for ${name}`, exact: true }) });

const day = (daysAgo: number) => {
  const date = new Date(Date.now() - daysAgo * 86_400_000);
  return date.toLocaleDateString("en-CA", { timeZone: "America/New_York" });
};

function usage(page: Page): Promise<Used[]> {
  return getAs<Used[]>(page, "/api/GetFinancialCategoryUsage");
}

async function usageOf(page: Page, name: string): Promise<Used | undefined> {
  return (await usage(page)).find((category) => category.name === name);
}

async function act(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${name}`, exact: true }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

/**
 * Signs in, creates a category with three rows and an estimate in one budget, and opens the dialog on its Estimate
 * screen.
 */
async function openWith(page: Page, name: string): Promise<{ budgetId: number; category: Category }> {
  await signIn(page, "/spending", `${sorter} into ${name}`);
  const bank = await linkBank(page);
  const category = await postAs<Category>(page, "/api/SaveFinancialCategory", {
    financialCategoryId: 0,
    name,
  });
  const { financialCategoryId } = category;
  const budgetId = await createBudget(page, {
    name: `Budget of ${name}`,
    startDate: day(45),
    endDate: day(-5),
    budgetAccessItems: [bank],
    categories: [{ financialCategoryId, estimate: 40 }],
  });
  const { transactions } = await getAs<{ transactions: { transactionId: number }[] }>(
    page,
    `/api/GetBudgetTransactions?budgetId=${budgetId}&financialCategoryId=-1&page=1&pageSize=3`,
  );
  await postAs(
    page,
    "/api/BulkUpdateTransactionCategory",
    transactions.map(({ transactionId }) => ({ transactionId, budgetId, financialCategoryId })),
  );
  await open(page, `/budget/${budgetId}/edit`);
  await page.getByRole("button", { name: "Manage categories" }).click();
  await expect(itemOf(page, name)).toContainText("3 transactions · 1 budget");
  return { budgetId, category };
}

function forgive(complaints: string[], expected: RegExp): void {
  complaints.splice(0, complaints.length, ...complaints.filter((line) => !expected.test(line)));
}

test(
  "a category can be created, renamed, and undone, but not with a taken name",
  night,
  async ({ page, complaints }) => {
    await signIn(page, "/spending", sorter);
    await page.getByRole("button", { name: "Categories", exact: true }).click();
    await expect(page).toHaveURL(/\/spending#categories$/);
    await manager(page).getByRole("button", { name: "New category" }).click();
    const naming = page.getByRole("dialog", { name: "New category" });
    const name = naming.getByRole("textbox", { name: "Name" });
    await expect(name).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(naming.getByText("Enter a name.")).toBeVisible();
    await name.fill("groceries");
    await page.keyboard.press("Enter");
    await expect(naming.getByText("A category named Groceries already exists.")).toBeVisible();
    await expect(name).toBeFocused();
    forgive(complaints, /status of 409/);
    await name.fill("Bicycles");
    await page.keyboard.press("Enter");
    await expect(itemOf(page, "Bicycles")).toContainText("not used");

    await act(page, "Bicycles", "Rename");
    const renaming = page.getByRole("dialog", { name: "Rename Bicycles" });
    await renaming.getByRole("textbox", { name: "Name" }).fill("Bikes");
    // Escape doesn't discard typed text without asking.
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Keep editing" }).click();
    await renaming.getByRole("button", { name: "Rename" }).click();
    await expect(itemOf(page, "Bikes")).toBeVisible();
    await expect(page.getByRole("button", { name: "Actions for Bikes" })).toBeFocused();
    await undo(page).click();
    await expect(itemOf(page, "Bicycles")).toBeVisible();

    // A search without results offers to create the category.
    await manager(page).getByRole("searchbox", { name: "Find a category" }).fill("zeppelins");
    await manager(page).getByRole("button", { name: "Create “zeppelins”" }).click();
    await page.getByRole("dialog", { name: "New category" }).getByRole("button", { name: "Create" }).click();
    await expect(itemOf(page, "zeppelins")).toBeVisible();
    await undo(page).click();
    await expect.poll(() => usageOf(page, "zeppelins")).toBeUndefined();

    await manager(page).getByRole("button", { name: "Close" }).click();
    await expect(manager(page)).toHaveCount(0);
    await expect(page).toHaveURL(/\/spending$/);
  },
);

test("a merge lists what moves, moves it, and can be undone", night, async ({ page }) => {
  const { budgetId } = await openWith(page, "Scooters");
  const travel = await usageOf(page, "Travel");
  await act(page, "Scooters", "Merge into…");
  const dialog = page.getByRole("dialog", { name: "Merge Scooters" });
  await dialog.getByRole("button", { name: "Merge", exact: true }).click();
  await expect(dialog.getByText("Choose a category.")).toBeVisible();
  const into = dialog.getByRole("combobox", { name: "Merge into" });
  await into.fill("Trav");
  await page.keyboard.press("Escape");
  await expect(into).toHaveValue("");
  await into.fill("Trav");
  await page.keyboard.press("Enter");
  await expect(into).toHaveValue("Travel");
  await expect(dialog.getByRole("list", { name: "What will change" }).getByRole("listitem")).toHaveText([
    "Moves 3 transactions to Travel",
    "Adds its estimate to Travel in 1 budget",
    "Deletes Scooters",
  ]);
  await expectNoAxeViolations(page);
  await dialog.getByRole("button", { name: "Merge", exact: true }).click();
  await expect(
    toast(page).getByText("Merged Scooters into Travel. 3 transactions moved to Travel."),
  ).toBeVisible();
  await expect(itemOf(page, "Scooters")).toHaveCount(0);
  expect((await usageOf(page, "Travel"))?.transactionCount).toBe((travel?.transactionCount ?? 0) + 3);
  const merged = await getAs<{ budgetCategories: { financialCategoryName: string; estimate: number }[] }>(
    page,
    `/api/GetBudget?budgetId=${budgetId}&summary=true`,
  );
  expect(merged.budgetCategories).toMatchObject([{ financialCategoryName: "Travel", estimate: 40 }]);
  await undo(page).click();
  await expect(itemOf(page, "Scooters")).toContainText("3 transactions · 1 budget");
  expect(await usageOf(page, "Travel")).toEqual(travel);
});

test(
  "a deleted category passes its rows to another or none, and is restored with all of them",
  night,
  async ({ page }) => {
    const { category } = await openWith(page, "Kites");
    await act(page, "Kites", "Delete…");
    const dialog = page.getByRole("dialog", { name: "Delete Kites" });
    const what = dialog.getByRole("list", { name: "What will change" }).getByRole("listitem");
    await expect(what).toHaveText([
      "Removes it from 3 transactions, which get an automatic category or none",
      "Removes its estimate from 1 budget",
      "Deletes Kites",
    ]);
    await dialog.getByRole("combobox", { name: "Move them to" }).fill("Health");
    await page.getByRole("option", { name: "Health" }).click();
    await expect(what.first()).toHaveText("Moves 3 transactions to Health");
    await dialog.getByRole("button", { name: "Clear Move them to" }).click();
    await expect(what.first()).toHaveText(
      "Removes it from 3 transactions, which get an automatic category or none",
    );
    await dialog.getByRole("button", { name: "Delete category" }).click();
    await expect(
      toast(page).getByText("Deleted Kites. 3 transactions now have an automatic category or none."),
    ).toBeVisible();
    await expect(itemOf(page, "Kites")).toHaveCount(0);
    // Focus stays in the dialog although the focused item is gone.
    await expect
      .poll(() => manager(page).evaluate((element) => element.contains(document.activeElement)))
      .toBe(true);
    await undo(page).click();
    await expect(itemOf(page, "Kites")).toContainText("3 transactions · 1 budget");
    expect((await usageOf(page, "Kites"))?.financialCategoryId).toBe(category.financialCategoryId);
  },
);

test("a deletion names the rules that set nothing else", night, async ({ page }) => {
  const { category } = await openWith(page, "Curling");
  await postAs(page, "/api/SaveRule", {
    ruleId: 0,
    name: "Rink",
    conditions: [{ field: "payee", op: "is", values: ["The rink"] }],
    actions: [{ field: "category", value: category.financialCategoryId }],
  });
  await act(page, "Curling", "Delete…");
  const what = page.getByRole("list", { name: "What will change" }).getByRole("listitem");
  await expect(what).toContainText(["Leaves the rule “Rink” with nothing to do", "Deletes Curling"]);
  await page.getByRole("combobox", { name: "Move them to" }).fill("Health");
  await page.getByRole("option", { name: "Health" }).click();
  await expect(what.filter({ hasText: "Rink" })).toHaveCount(0);
});

test(
  "an undo that is no longer possible shows the reason and loses nothing",
  night,
  async ({ page, complaints }) => {
    await openWith(page, "Canoes");
    await act(page, "Canoes", "Delete…");
    await page.getByRole("button", { name: "Delete category" }).click();
    await expect(toast(page).getByText(/^Deleted Canoes\./)).toBeVisible();
    await postAs(page, "/api/SaveFinancialCategory", { financialCategoryId: 0, name: "CANOES" });
    await undo(page).click();
    await expect(
      toast(page).getByText("Couldn’t undo that. A category named CANOES already exists."),
    ).toBeVisible();
    forgive(complaints, /status of 409/);
  },
);

test("built-in categories keep their names and can only be emptied", night, async ({ page }) => {
  await openWith(page, "Skates");
  await page.getByRole("button", { name: "Actions for Education", exact: true }).click();
  await expect(page.getByRole("menuitem")).toHaveCount(1);
  await expect(page.getByRole("menuitem", { name: "Merge into…" })).toHaveAttribute("aria-disabled", "true");
  await expect(page.getByRole("menuitem")).toContainText("Not used yet");
  await page.keyboard.press("Escape");
  await manager(page).getByRole("searchbox", { name: "Find a category" }).fill("skat");
  await expect(manager(page).getByRole("listitem")).toHaveCount(1);
  await expect(manager(page).getByRole("heading", { name: "Built-in" })).toHaveCount(0);
});

test(
  "the command palette opens the categories, with loading and error states",
  night,
  async ({ page, complaints }) => {
    await signIn(page, "/", sorter);
    await page.keyboard.press("/");
    const field = page.getByRole("searchbox", { name: "Go to" });
    await field.fill("budget cat");
    const item = page.getByRole("menuitem", { name: "Budget categories" });
    await item.waitFor();
    await page.route("**/api/GetFinancialCategoryUsage", async (route) => {
      await route.fulfill({ status: 502, headers: { "x-request-id": "request-3" }, json: {} });
    });
    // Posts about budgets may be above it.
    await expect(async () => {
      await page.keyboard.press("ArrowDown");
      expect(await field.getAttribute("aria-activedescendant")).toBe(await item.getAttribute("id"));
    }).toPass();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/spending#categories$/);
    const panel = manager(page).getByRole("alert");
    await expect(panel).toContainText("Couldn’t load the categories");
    await expect(panel).toContainText("request-3");
    await page.unroute("**/api/GetFinancialCategoryUsage");
    await panel.getByRole("button", { name: "Try again" }).click();
    await expect(itemOf(page, "Groceries")).toBeVisible();
    forgive(complaints, /status of 502/);
    await page.reload();
    await hydrated(page);
    await expect(itemOf(page, "Groceries")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(manager(page)).toHaveCount(0);
  },
);

test("a name of one long word pushes nothing off the screen", night, async ({ page }) => {
  const { budgetId, category } = await openWith(page, "W".repeat(180));
  await page.setViewportSize({ width: 390, height: 800 });
  for (const path of [
    `/budget/${budgetId}/transactions`,
    `/transactions?category=${category.financialCategoryId}`,
    "/reports?report=categories",
  ]) {
    await open(page, path);
    await expectNoSidewaysScroll(page);
  }
  // Rows without a category, because nothing can be undone where nothing changes.
  await open(page, `/budget/${budgetId}/transactions?category=-1`);
  await page
    .getByRole("checkbox", { name: /^Select / })
    .last()
    .check();
  const chooser = page.getByRole("combobox", { name: "Category", exact: true });
  await chooser.fill("WWW");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(undo(page)).toBeInViewport({ ratio: 1 });
});

test(
  "the dialog works in both themes and on phones, and maps the bank’s categories",
  night,
  async ({ page, complaints }) => {
    await openWith(page, "A category with a name that takes more than one line on a phone");
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await expectNoAxeViolations(page);
    }
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoSidewaysScroll(page);
      expect(
        await manager(page).evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth),
      ).toBeLessThanOrEqual(0);
    }

    await page.route("**/api/GetBankCategories", (route) => route.abort());
    await manager(page).getByRole("button", { name: "Bank categories" }).click();
    const bank = page.getByRole("dialog", { name: "Bank categories" });
    await expect(bank.getByRole("heading", { name: "Couldn’t load the bank categories" })).toBeVisible();
    await page.unroute("**/api/GetBankCategories");
    await bank.getByRole("button", { name: "Try again" }).click();
    const groceries = bank.getByRole("button", { name: /Category of food and drink: groceries$/ });
    await expect(groceries).toContainText("Groceries");
    forgive(complaints, /Failed to load resource/);
    // Money moved between accounts has no category.
    await expect(bank.getByText(/account transfer/)).toHaveCount(0);
    await expectGoodLook(page);
    await groceries.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("option", { name: "Groceries Default" })).toBeVisible();
    await expect(page.getByRole("option", { name: "Salary" })).toHaveCount(0);
    await page.keyboard.type("Dining");
    await page.keyboard.press("Enter");
    await expect(toast(page).getByText("“food and drink: groceries” is Dining Out now.")).toBeVisible();
    await expect(groceries).toContainText("Dining Out");
    await expect(groceries).toBeFocused();
    const mapped = async () =>
      (
        await getAs<{ bankCode: string; financialCategoryId: number; defaultCategoryId: number }[]>(
          page,
          "/api/GetBankCategories",
        )
      ).find(({ bankCode }) => bankCode === "FOOD_AND_DRINK_GROCERIES");
    const { financialCategoryId, defaultCategoryId } = (await mapped()) ?? {};
    expect(financialCategoryId).not.toBe(defaultCategoryId);
    await undo(page).click();
    await expect(groceries).toContainText("Groceries");
    expect(await mapped()).toMatchObject({ financialCategoryId: defaultCategoryId });
  },
);
