import type { Page } from "@playwright/test";
import { expect, expectNoAxeViolations, held, night, signIn, test } from "../../support/visits/e2e.ts";
import { toast } from "../../support/visits/budget-rows-visit.ts";
import { thisMonth } from "../../support/visits/this-month.ts";
import { getAs, linkBank } from "../../support/sites/finance-site.ts";

/** From a linked bank to a useful first budget. */

const dollars = (units: number) => units.toLocaleString("en-US", { style: "currency", currency: "USD" });

/** Estimates suggested for a period, by category name. */
async function suggestionsFor(page: Page, startDate: string, endDate: string): Promise<Map<string, number>> {
  const query = new URLSearchParams({ startDate, endDate, isoCurrencyCode: "USD" });
  type Suggested = { categories: { financialCategoryId: number; estimate: number }[] };
  const [{ categories }, all] = [
    await getAs<Suggested>(page, `/api/GetSuggestedEstimates?${query.toString()}`),
    await getAs<{ financialCategoryId: number; name: string }[]>(page, "/api/FinancialCategories"),
  ];
  const names = new Map(all.map((one) => [one.financialCategoryId, one.name]));
  return new Map(categories.map((one) => [names.get(one.financialCategoryId) ?? "", one.estimate]));
}

test("a first budget starts with this month, and a double click creates one", night, async ({ page }) => {
  test.slow();
  await signIn(page, "/spending");
  await linkBank(page);
  await page.reload();
  await expect(page.getByRole("heading", { name: "No budgets yet" })).toBeVisible();
  await page.getByRole("button", { name: "New Budget" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New Budget" });
  const month = thisMonth();
  await expect(dialog.getByRole("textbox", { name: "Name" })).toHaveValue(month.name);
  const [year, number] = [month.first.slice(0, 4), month.first.slice(5, 7)];
  await expect(dialog.getByRole("group", { name: "Start" })).toHaveText(`${number}/01/${year}`);
  await expect(dialog.getByRole("group", { name: "End" })).toHaveText(`${number}/${month.lastDay}/${year}`);
  expect(await dialog.evaluate((element) => element.parentElement?.getBoundingClientRect().width)).toBe(600);
  await expectNoAxeViolations(page);

  // All accounts are selected, and every category with spending has its average.
  await expect(dialog.getByRole("checkbox", { name: "All accounts" })).toBeChecked();
  await expect(dialog.getByText(/Suggested from your spending since \w+ \d+/)).toBeVisible();
  const suggested = await suggestionsFor(page, month.first, `${month.first.slice(0, 8)}${month.lastDay}`);
  expect([...suggested.keys()]).toEqual(expect.arrayContaining(["Groceries", "Housing", "Dining Out"]));
  const boxes = dialog.getByRole("group", { name: "Categories and estimates" }).getByRole("checkbox");
  await expect(boxes.and(page.locator(":checked"))).toHaveCount(suggested.size);
  const groceries = dialog.getByRole("textbox", { name: "Estimate for Groceries" });
  await expect(groceries).toHaveValue(dollars(suggested.get("Groceries") ?? 0));

  // A new period has other averages; the person's choices stay.
  await dialog.getByText("Dining Out", { exact: true }).click();
  await dialog.getByRole("textbox", { name: "Estimate for Housing" }).fill("1,234.5");
  await dialog
    .getByRole("group", { name: "End" })
    .getByRole("spinbutton", { name: /^year/ })
    .press("ArrowUp");
  const longer = await suggestionsFor(page, month.first, `${Number(year) + 1}${month.last.slice(4)}`);
  await expect(groceries).toHaveValue(dollars(longer.get("Groceries") ?? 0));
  await expect(dialog.getByRole("checkbox", { name: "Dining Out" })).not.toBeChecked();
  await expect(dialog.getByRole("textbox", { name: "Estimate for Housing" })).toHaveValue("$1,234.50");
  await dialog
    .getByRole("group", { name: "End" })
    .getByRole("spinbutton", { name: /^year/ })
    .press("ArrowDown");
  await expect(groceries).toHaveValue(dollars(suggested.get("Groceries") ?? 0));

  const saves: unknown[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/SaveBudget")) saves.push(request.postDataJSON());
  });
  await dialog.getByRole("button", { name: "Save Budget" }).dblclick();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("region", { name: "Notifications" })).toContainText(`Saved ${month.name}.`);
  await expect(page).toHaveURL(/\/budget\/\d+\/edit$/);
  await expect(page.getByRole("heading", { level: 1, name: month.name })).toBeFocused();
  await expect(page.getByRole("textbox", { name: "Estimate for Housing" })).toHaveValue("$1,234.50");
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: "Spending" })).toBeVisible();
  await expect(page, "the form isn't open again").toHaveURL("/spending");
  await page.goForward();
  await page.getByRole("link", { name: "SPENDING", exact: true }).click();
  const card = page
    .getByRole("listitem")
    .filter({ has: page.getByRole("link", { name: month.name, exact: true }) });
  await expect(card).toHaveCount(1);
  await expect(card).toContainText("Current");
  expect(saves).toHaveLength(1);
  expect(saves[0]).toMatchObject({ budgetId: 0, startDate: month.first, endDate: month.last });
  expect(await getAs<unknown[]>(page, "/api/GetBudgets")).toHaveLength(1);
});

test(
  "a budget that is saved after the person left the form leaves them where they are",
  night,
  async ({ page }) => {
    await signIn(page, "/accounts", "a maker of budgets");
    await page.getByRole("contentinfo").getByRole("link", { name: "Spending" }).click();
    await page.getByRole("button", { name: "New Budget" }).first().click();
    const dialog = page.getByRole("dialog", { name: "New Budget" });
    await dialog.getByRole("textbox", { name: "Name" }).fill("Saved meanwhile");
    const saving = await held(page, "**/api/SaveBudget");
    await dialog.getByRole("button", { name: "Save Budget" }).click();
    await expect(dialog.getByRole("button", { name: "Save Budget" })).toHaveAttribute(
      "aria-disabled",
      "true",
    );
    await page.evaluate(() => history.back());
    await page.getByRole("button", { name: "Discard changes" }).click();
    await expect(page).toHaveURL("/accounts");
    saving.release();
    await expect(toast(page)).toContainText("Saved Saved meanwhile.");
    // Takes longer than it would take to be led away.
    await expectNoAxeViolations(page);
    await expect(page).toHaveURL("/accounts");
  },
);
