import type { Page } from "@playwright/test";
import { expect, expectGoodLook, open, signIn, night, test } from "../../../support/visits/e2e.ts";
import { linkBank } from "../../../support/sites/finance-site.ts";
import {
  inflows,
  landlord,
  makeSource,
  monthAtSite,
  rowOf,
  withoutSources,
} from "../../../support/visits/income-visit.ts";

/** The side sheet that pays a month with a deposit or with cash. */

test("a month is paid from the side sheet with a likely deposit, or with cash", night, async ({ page }) => {
  test.setTimeout(180_000);
  await signIn(page, "/accounts", landlord);
  const itemId = await linkBank(page);
  await withoutSources(page, itemId);
  const deposit = (await inflows(page, itemId)).find(
    ({ pending, date }) => !pending && date.startsWith(monthAtSite(-1)),
  );
  if (deposit === undefined) throw new Error("the household got no money last month");
  const dayOfMonthDue = Number(deposit.authorized_date.slice(8));
  await makeSource(page, itemId, { name: "Harbor flat", amountDue: deposit.amount, dayOfMonthDue });

  const month = deposit.authorized_date.slice(0, 7);
  await open(page, `/account/${itemId}/income?month=${month}`);
  const row = rowOf(page, "Harbor flat");
  const payment = row.getByRole("button", { name: "Link payment to Harbor flat" });
  await payment.click();
  const sheet = page.getByRole("dialog", { name: "Link payment" });
  const deposits = sheet.getByRole("region", { name: "Likely deposits" });
  await expect(deposits.getByRole("listitem").first()).toContainText("Exactly the amount due");
  expect(await deposits.getByRole("listitem").count()).toBeLessThanOrEqual(3);
  await expectGoodLook(page);
  await deposits.getByRole("button", { name: "Link" }).first().click();
  await expect(sheet).toBeHidden();
  await expect(row).toContainText("Paid");
  await expect(payment).toBeHidden();
  await page.getByRole("region", { name: "Notifications" }).getByRole("button", { name: "Undo" }).click();

  // From an address, as in what needs attention; the keyboard alone records cash.
  await open(page, `/account/${itemId}/income?month=${month}#pay-${await idOf(page, "Harbor flat")}`);
  await expect(sheet).toBeVisible();
  const amount = sheet.getByRole("textbox", { name: "Amount" });
  await expect(amount).toHaveValue(/^\$[\d,]+\.\d\d$/);
  await amount.press("Enter");
  await expect(sheet).toBeHidden();
  await expect(row).toContainText("Paid");
  await expect(page).toHaveURL(new RegExp(`month=${month}$`));
  await withoutSources(page, itemId);
});

async function idOf(page: Page, name: string): Promise<string> {
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Link Transactions" }).click();
  await page.waitForURL(/\/transactions\/\d+/);
  return /\/transactions\/(\d+)/.exec(page.url())?.[1] ?? "";
}
