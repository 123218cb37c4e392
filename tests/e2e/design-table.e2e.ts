import type { Locator, Page } from "@playwright/test";
import { openDesign, part, tabTo } from "../support/visits/design-page.ts";
import { expect, test, night } from "../support/visits/e2e.ts";

/** Drives the tables of the /design page by mouse and by keyboard. */

function table(page: Page): Locator {
  return page.getByRole("table", { name: "Transactions", exact: true });
}

function pages(page: Page): Locator {
  return page.getByRole("navigation", { name: "Transactions, pages" });
}

test("sorts ascending, descending, then not at all", night, async ({ page }) => {
  await openDesign(page);
  const header = table(page).getByRole("columnheader", { name: "Amount" });
  const first = table(page).getByRole("row").nth(1);
  await expect(header).toHaveAttribute("aria-sort", "none");
  const original = await first.textContent();
  await header.getByRole("button").focus();
  await page.keyboard.press("Enter");
  await expect(header).toHaveAttribute("aria-sort", "ascending");
  await expect(first).toContainText("-$262.64");
  await page.keyboard.press("Enter");
  await expect(header).toHaveAttribute("aria-sort", "descending");
  await expect(first).toContainText("$2,500.17");
  await page.keyboard.press("Enter");
  await expect(header).toHaveAttribute("aria-sort", "none");
  await expect(first).toHaveText(original ?? "");
  await expect(header.getByRole("button")).toBeFocused();
});

test("puts empty values last in both directions", night, async ({ page }) => {
  await openDesign(page);
  const sort = table(page).getByRole("columnheader", { name: "Category" }).getByRole("button");
  await pages(page).getByRole("combobox", { name: "Rows per page" }).selectOption("25");
  for (let press = 0; press < 2; press += 1) {
    await sort.click();
    await expect(table(page).getByRole("row").last()).toContainText("Uncategorized");
  }
});

test("shows five rows per page and the current range", night, async ({ page }) => {
  await openDesign(page);
  await expect(pages(page)).toContainText("1–5 of 23");
  await expect(table(page).locator("tbody tr")).toHaveCount(5);
  const next = pages(page).getByRole("button", { name: "Next" });
  const place = () => next.evaluate((element) => element.getBoundingClientRect().top + window.scrollY);
  const top = await place();
  await next.focus();
  for (let press = 0; press < 6; press += 1) await page.keyboard.press("Enter");
  await expect(pages(page)).toContainText("21–23 of 23");
  await expect(next, "the last page keeps the focus").toBeFocused();
  await expect(next).toHaveAttribute("aria-disabled", "true");
  expect(await place(), "a short page does not move the buttons").toBeCloseTo(top, 0);
  await pages(page).getByRole("combobox", { name: "Rows per page" }).selectOption("10");
  await expect(pages(page)).toContainText("21–23 of 23");
  await pages(page).getByRole("button", { name: "Previous" }).click();
  await expect(pages(page)).toContainText("11–20 of 23");
});

test("selects a range with Shift, by mouse and by keyboard", night, async ({ page }) => {
  await openDesign(page);
  const section = part(page, "Table with selection");
  const boxes = table(page).locator("tbody").getByRole("checkbox");
  await expect(section.getByText("None selected")).toBeVisible();
  await boxes.nth(0).click();
  await boxes.nth(4).click({ modifiers: ["Shift"] });
  await expect(section.getByText("4 selected"), "a row that cannot be selected is left out").toBeVisible();
  await section.getByRole("button", { name: "Clear", exact: true }).click();
  await boxes.nth(1).focus();
  await page.keyboard.press("Space");
  await boxes.nth(2).focus();
  await page.keyboard.press("Shift+Space");
  await expect(section.getByText("2 selected")).toBeVisible();
});

test("selects a page, keeps the selection across pages, and acts on it", night, async ({ page }) => {
  await openDesign(page);
  const section = part(page, "Table with selection");
  const category = section.getByRole("combobox", { name: "Category for selected rows" });
  // In view before its list opens, because scrolling closes the list.
  await category.scrollIntoViewIfNeeded();
  await expect(category).toBeDisabled();
  await expect(section.getByRole("button", { name: "Save" })).toBeDisabled();
  await table(page).getByRole("checkbox", { name: "Select all rows on this page" }).click();
  await pages(page).getByRole("button", { name: "Next" }).click();
  await expect(section.getByText("4 selected")).toBeVisible();
  await table(page).locator("tbody").getByRole("checkbox").first().click();
  await expect(section.getByText("5 selected")).toBeVisible();
  await category.fill("trans");
  await expect(page.getByRole("option")).toHaveText([/^Transport/]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await section.getByRole("button", { name: "Save" }).click();
  await expect(page.getByTestId("table-result")).toHaveText("Saved 5 rows.");
});

test("has a menu of actions for each row that Tab reaches", night, async ({ page }) => {
  await openDesign(page);
  const first = table(page).locator("tbody").getByRole("checkbox").first();
  await first.focus();
  await tabTo(page, table(page).getByRole("button", { name: /Actions for Corner Bakery 1/ }), 2);
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Exclude" }).click();
  await expect(page.getByTestId("table-result")).toHaveText("Excluded Corner Bakery 1.");
});

test("sorts and pages on a server the same way", night, async ({ page }) => {
  await openDesign(page);
  const server = page.getByRole("table", { name: "Transactions, page by page" });
  await server.getByRole("button", { name: "Amount" }).click();
  await expect(server.getByRole("row").nth(1)).toContainText("-$262.64");
  await page
    .getByRole("navigation", { name: "Transactions, page by page, pages" })
    .getByRole("button", { name: "Next" })
    .click();
  await expect(server.getByRole("row").nth(1)).not.toContainText("-$262.64");
  await expect(server.getByRole("columnheader", { name: "Amount" })).toHaveAttribute(
    "aria-sort",
    "ascending",
  );
});

test("hides columns on a phone and scrolls in a region that Tab reaches", night, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await openDesign(page);
  await expect(table(page).getByRole("columnheader", { name: "Account" })).toBeHidden();
  await expect(table(page).getByRole("columnheader", { name: "Amount" })).toBeVisible();
  const region = page.getByRole("region", { name: "Transactions", exact: true });
  await expect(region).toHaveAttribute("tabindex", "0");
  await region.focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => region.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
});

test("keeps its header below the bar while a long page scrolls", night, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 700 });
  await openDesign(page);
  await pages(page).getByRole("combobox", { name: "Rows per page" }).selectOption("25");
  const header = table(page).getByRole("columnheader", { name: "Amount" });
  await table(page).getByRole("row").nth(20).scrollIntoViewIfNeeded();
  await expect(header).toBeInViewport();
});
