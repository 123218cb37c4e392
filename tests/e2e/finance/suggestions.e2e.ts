import { open, openRows, toast, undo } from "../../support/visits/budget-rows-visit.ts";
import {
  expect,
  expectGoodLook,
  expectNoSidewaysScroll,
  night,
  signIn,
  test,
} from "../../support/visits/e2e.ts";
import { getAs, linkBank } from "../../support/sites/finance-site.ts";

/** Categories that are suggested for transactions without one. */

test("the bank’s guess is offered, and taken by one press or key", async ({ page }) => {
  await signIn(page, "/transactions");
  await linkBank(page);
  await open(page, "/transactions?q=Hum");
  const row = page.getByRole("row", { name: /Hum & Hiss Music/ }).first();
  const offer = row.getByRole("button", { name: "Use Entertainment for Hum & Hiss Music" });
  await expect(offer).toHaveText("Entertainment?");
  await expectGoodLook(page);

  // In the list of categories, it comes first and says why.
  await row.getByRole("button", { name: "No category, category of Hum & Hiss Music" }).click();
  await expect(page.getByRole("option").first()).toHaveText("EntertainmentYour bank’s guess");
  await expectGoodLook(page);
  await page.keyboard.press("Escape");

  await offer.click();
  await expect(toast(page).getByText("Set 1 transaction to Entertainment.")).toBeVisible();
  await expect(offer).toHaveCount(0);
  const cell = row.getByRole("button", { name: "Entertainment, category of Hum & Hiss Music" });
  await expect(cell).toBeFocused();
  await undo(page).click();
  await expect(toast(page).getByText("Undone.")).toBeVisible();
  await expect(offer).toBeVisible();
  await page.keyboard.press("a");
  await expect(cell).toBeVisible();
});

test("a long category that is suggested is whole on a tablet", night, async ({ page }) => {
  await page.setViewportSize({ width: 744, height: 900 });
  await page.route("**/api/GetLedger*", async (route) => {
    const answer = await route.fetch();
    const body = await answer.text();
    await route.fulfill({
      response: answer,
      body: body.replaceAll("Entertainment", "Vacation and travel with children"),
    });
  });
  await signIn(page, "/transactions");
  await linkBank(page);
  await open(page, "/transactions?q=Hum");
  const offer = page.getByRole("button", { name: /^Use Vacation and travel with children for/ }).first();
  await expect(offer).toBeVisible();
  expect(await offer.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await expectNoSidewaysScroll(page);
});

test("guessing from choices is switched off and on beside the rules", night, async ({ page }) => {
  await openRows(page, "Guesses", "transactions", "a person who guesses");
  const learning = () => getAs<{ isOn: boolean }>(page, "/api/GetLearning");
  await page.getByRole("button", { name: "Rules", exact: true }).click();
  const box = page.getByRole("checkbox", { name: "Guess categories from my choices" });
  await expect(box).toBeChecked();
  await expectGoodLook(page);
  await box.focus();
  await page.keyboard.press("Space");
  await expect(toast(page).getByText("Your choices aren’t used to guess categories.")).toBeVisible();
  await expect(box).not.toBeChecked();
  expect(await learning()).toEqual({ isOn: false });
  await undo(page).click();
  await expect(box).toBeChecked();
  expect(await learning()).toEqual({ isOn: true });
});
