import type { Page } from "@playwright/test";
import { chooseAtBank } from "../../support/visits/bank-visit.ts";
import { chooseMyself, expect, expectGoodLook, open, test } from "../../support/visits/e2e.ts";
import { getAs } from "../../support/sites/finance-site.ts";
import { thisMonth } from "../../support/visits/this-month.ts";

/** The first day of a new member, from the home page to a budget and income. */

/** Counts the person's own clicks, on every page of the way. */
async function countingClicks(page: Page): Promise<() => number> {
  let clicks = 0;
  await page.exposeFunction("noteClick", () => (clicks += 1));
  await page.addInitScript(() => {
    addEventListener("click", ({ isTrusted }) => isTrusted && Reflect.get(globalThis, "noteClick")(), true);
  });
  return () => clicks;
}

test("eight clicks lead from the home page to a budget that means something", async ({ page }) => {
  test.setTimeout(180_000);
  const clicks = await countingClicks(page);
  await open(page, "/");
  await page.getByRole("banner").getByRole("link", { name: "Sign In" }).click();
  await chooseMyself(page);
  await expect(page).toHaveURL(/\/accounts$/);
  const steps = page.getByRole("region", { name: "Get started" });
  await expect(steps.getByRole("listitem")).toHaveText([
    /Link a bank/,
    /Review your budget/,
    /Confirm income/,
  ]);
  await expectGoodLook(page);

  await steps.getByRole("button", { name: "Link a bank" }).click();
  await chooseAtBank(page, "Lanternfish Bank", /Avery/);
  await page.getByRole("button", { name: "Share and return" }).click();
  await expect(page).toHaveURL(/\/accounts$/);
  await expect(steps.getByRole("heading", { name: /^Link a bank ?, done/ })).toBeVisible();
  await steps.getByRole("link", { name: "Review your budget" }).click({ timeout: 60_000 });
  await expect(page.getByRole("heading", { level: 1, name: thisMonth().name })).toBeVisible();
  expect(clicks()).toBeLessThanOrEqual(8);

  // It has estimates for what the household buys, and says what is left of them.
  await expect(page.getByText("We drafted this budget for you")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Estimate for Groceries" })).toHaveValue(/^\$[1-9]/);
  await expect(page.getByRole("progressbar", { name: "Total" })).toBeVisible();
  await expectGoodLook(page);
  await page.getByRole("button", { name: "Looks good" }).click();
  await expect(page.getByText("We drafted this budget for you")).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();

  await test.step("income is confirmed with its payments, and taken back at once", async () => {
    await open(page, "/accounts");
    await expect(page.getByText(/\$[\d,]+ (left|over) this month · /)).toBeVisible();
    await expectGoodLook(page);
    await steps.getByRole("link", { name: "Confirm income" }).click();
    const offer = page.getByRole("region", { name: "Regular payments" });
    await expect(offer.getByRole("checkbox", { name: /Lanternfish Works/ })).toBeChecked();
    const chart = page.getByRole("heading", { name: "Due and paid by month" });
    await expect(chart).toBeHidden();
    await expectGoodLook(page);
    await offer.getByText(/Atelier Meerstern/).click();
    const button = offer.getByRole("button", { name: /^Add \d+ income sources$/ });
    await button.click();
    const toast = page.getByRole("region", { name: "Notifications" });
    await expect(toast).toContainText(/Added \d+ income sources with \d+ payments\./);
    await expect(offer).toBeHidden();
    await expect(page.getByRole("row", { name: /Lanternfish Works/ })).toBeVisible();
    await expect(chart).toBeVisible();
    await toast.getByRole("button", { name: "Undo" }).click();
    await expect(offer.getByRole("checkbox", { name: /Atelier Meerstern/ })).toBeChecked();
    await button.click();
    await expect(offer).toBeHidden();
  });

  await test.step("then the overview has figures instead of steps", async () => {
    await open(page, "/accounts");
    await expect(steps).toBeHidden();
    for (const panel of ["Net worth", "Due next", "Latest transactions"])
      await expect(page.getByRole("region", { name: panel })).toBeVisible();
    const [{ budgetId } = { budgetId: 0 }] = await getAs<{ budgetId: number }[]>(page, "/api/GetBudgets");
    await page.getByText(/\$[\d,]+ (left|over) this month · /).click();
    await expect(page).toHaveURL(new RegExp(`/budget/${budgetId}/edit$`));
    await open(page, "/accounts");
    await page.getByRole("region", { name: "Net worth" }).getByRole("link").first().click();
    await expect(page).toHaveURL(/\/reports\?currency=USD$/);
    await expect(page.getByRole("slider", { name: "Net worth over time" })).toBeVisible();
    await page.goBack();
    await page
      .getByRole("link", { name: / received this month$/ })
      .first()
      .click();
    await expect(page).toHaveURL(/\/due$/);
    await page.goBack();
    await page
      .getByRole("region", { name: "Latest transactions" })
      .getByRole("link", { name: "See all" })
      .click();
    await expect(page).toHaveURL(/\/transactions$/);
  });

  await test.step("a second bank leads to the budget that it isn't in", async () => {
    await open(page, "/accounts");
    await page.getByRole("button", { name: "Link a bank" }).click();
    await chooseAtBank(page, "Rusty Gate Credit Union", /Avery/);
    await page.getByRole("button", { name: "Share and return" }).click();
    await page.getByRole("link", { name: "Choose your budget’s accounts" }).click();
    await expect(page).toHaveURL(/\/budget\/\d+\/accounts$/);
    await expect(page.getByRole("button", { name: "Choose accounts" })).toBeVisible();
  });
});
