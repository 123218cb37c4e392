import type { Page } from "@playwright/test";
import { accountOf, bankOf, daysFromNow, showBanks, success } from "../../support/visits/bank-states.ts";
import {
  expect,
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  signIn,
  test,
} from "../../support/visits/e2e.ts";

/** Fails unless a page or dialog is accessible in both themes and fits a narrow phone. */
async function expectGood(page: Page): Promise<void> {
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    await expectNoAxeViolations(page);
  }
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(page);
  }
}

test("a person links banks with a setup token, by keyboard, after a wrong one", async ({
  page,
  complaints,
}) => {
  await signIn(page, "/accounts");
  const open = page.getByRole("button", { name: "Use SimpleFIN" });
  await open.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Link a bank with SimpleFIN" });
  await expect(dialog).toContainText("US and Canada");
  await expect(dialog).toContainText("$1.50 a month or $15 a year");
  const token = dialog.getByLabel("Setup token");
  await token.fill("hello");
  await dialog.getByRole("button", { name: "Link bank" }).click();
  await expect(dialog).toContainText("That isn’t a setup token.");
  expect(complaints.splice(0)).toEqual([expect.stringContaining("400")]);
  await expectGood(page);

  const [bridge] = await Promise.all([
    page.waitForEvent("popup"),
    dialog.getByRole("link", { name: /Make a setup token at SimpleFIN/ }).click(),
  ]);
  await expect(bridge.getByRole("heading", { level: 1, name: "Make a setup token" })).toBeVisible();
  await expectGood(bridge);
  await bridge.getByRole("button", { name: "Make a token" }).click();
  const made = await bridge.getByLabel("Setup token").inputValue();
  await expectGood(bridge);
  await bridge.close();

  await token.fill(made);
  await dialog.getByRole("button", { name: "Link bank" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Pinewater Credit Union and Harborstone Bank is linked")).toBeVisible();
  const card = page.getByRole("article", { name: "Pinewater Credit Union and Harborstone Bank" });
  await expect(card).toContainText("Up to date", { timeout: 30_000 });
  await expect(card.getByRole("listitem").filter({ hasText: "Harborstone Visa" })).toContainText("owed");
  await expect(card.getByRole("listitem").filter({ hasText: "Northbound Chequing" })).toContainText("CA$");
  await expectGood(page);
});

test("a bank is repaired at SimpleFIN, and checked again here", async ({ page }) => {
  const item = {
    repairUrl: "/sandbox/simplefin/banks",
    stateReason:
      "Sign in to your bank again at SimpleFIN to resume updates. SimpleFIN says: “Connection to Harborstone Bank may need attention. Auth required”",
    lastSuccessfulUpdate: daysFromNow(-3),
  };
  const broken = bankOf("Harborstone Bank", "repair", item, [accountOf()]);
  await showBanks(page, [broken]);
  const asked: unknown[] = [];
  await page.route("**/api/RepairedAccessItem", async (route) => {
    asked.push(route.request().postDataJSON());
    await route.fulfill(success({ ...broken, item: { ...broken.item, state: "healthy" } }));
  });
  await signIn(page, "/accounts");
  const card = page.getByRole("article", { name: "Harborstone Bank" });
  await expect(card).toContainText("SimpleFIN says: “Connection to Harborstone Bank may need attention.");
  const repair = card.getByRole("link", { name: /Repair/ });
  await expect(repair).toHaveAttribute("rel", "noopener noreferrer");
  await expectGood(page);
  const [bridge] = await Promise.all([page.waitForEvent("popup"), repair.click()]);
  await expect(bridge.getByRole("heading", { level: 1, name: "Your banks" })).toBeVisible();
  await expectGood(bridge);
  await bridge.close();
  await card.getByRole("button", { name: "Check again" }).click();
  await expect.poll(() => asked).toEqual([{ institutionAccessItemId: broken.institutionAccessItemId }]);
});
