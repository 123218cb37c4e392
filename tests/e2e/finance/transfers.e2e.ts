import type { Locator, Page } from "@playwright/test";
import type { TransactionView } from "#shared/finance-shapes.ts";
import { act, badge, budgetOf, openRows, toast, undo } from "../../support/visits/budget-rows-visit.ts";
import { expect, expectGoodLook, night, signIn, test } from "../../support/visits/e2e.ts";
import { getAs, linkBank, postAs } from "../../support/sites/finance-site.ts";

/** Transfers of a budget: what is suggested, matched by hand, and shown as matched. */

type Suggestion = { out: TransactionView | null; in: TransactionView | null };

const suggested = (page: Page, budgetId: number) =>
  getAs<Suggestion[]>(page, `/api/GetTransferSuggestions?budgetId=${budgetId}`);
const tray = (page: Page) => page.getByRole("dialog", { name: "Looks like transfers" });
const items = (page: Page) => tray(page).getByRole("list", { name: "Suggested transfers" }).locator("> li");

/** Opens the suggestions from the Estimate screen; returns their number. */
async function review(page: Page, budgetId: number): Promise<number> {
  const count = (await suggested(page, budgetId)).length;
  await expect(page.getByText(`Looks like transfers · ${count}`)).toBeVisible();
  await page.getByRole("link", { name: /^Review/ }).click();
  await expect(items(page)).toHaveCount(count);
  return count;
}

test("suggested transfers show reasons and are accepted or rejected by keyboard", async ({ page }) => {
  const budgetId = await openRows(page, "Transfers", "edit");
  const { excludedCount } = await budgetOf(page, budgetId);
  const [first] = await suggested(page, budgetId);
  const count = await review(page, budgetId);
  await expect(items(page).first().getByText("Your bank says transfer")).toBeVisible();
  await expectGoodLook(page);

  await items(page).first().getByRole("button", { name: "Accept" }).focus();
  await page.keyboard.press("Enter");
  await expect(items(page)).toHaveCount(count - 1);
  await expect(toast(page).getByText(/ is a transfer, not counted\.$/)).toBeVisible();
  await expect.poll(async () => (await budgetOf(page, budgetId)).excludedCount).toBe(excludedCount + 1);
  await undo(page).click();
  await expect(items(page)).toHaveCount(count);

  await items(page).first().getByRole("button", { name: "Not a transfer" }).click();
  await expect(toast(page).getByText(/ isn’t a transfer\.$/)).toBeVisible();
  await expect(items(page)).toHaveCount(count - 1);
  // The button that had the focus is gone; the dialog takes it in the next frame.
  await expect(tray(page).locator(":focus")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(tray(page)).toHaveCount(0);
  await page.reload();
  // Rejected for good, so one less.
  await expect(page.getByText(`Looks like transfers · ${count - 1}`)).toBeVisible();
  expect((await budgetOf(page, budgetId)).excludedCount).toBe(excludedCount);
  // Other tests share the person.
  const transactionId = first?.out?.transactionId;
  await postAs(page, "/api/SetTransactionKinds", [{ transactionId, kind: null }]);
});

test("transfers of all accounts are reviewed on the Transactions page", night, async ({ page }) => {
  await signIn(page, "/transactions");
  await linkBank(page);
  await page.goto("/accounts");
  const all = () => getAs<Suggestion[]>(page, "/api/GetTransferSuggestions");
  const count = (await all()).length;
  const attention = page.getByRole("list", { name: "Needs attention" }).getByRole("listitem");
  await expect(attention.filter({ hasText: `${count} likely transfers: not yet confirmed` })).toBeVisible();
  await page.getByRole("link", { name: "Review transfers" }).click();
  await expect(items(page)).toHaveCount(count);
  await page.keyboard.press("Escape");
  await expect(page.getByText(`Looks like transfers · ${count}`)).toBeVisible();
  await page.getByRole("button", { name: "Review" }).click();
  await expect(items(page)).toHaveCount(count);
  await expectGoodLook(page);
  await items(page).first().getByRole("button", { name: "Accept" }).click();
  await expect(toast(page).getByText(/ is a transfer, not counted\.$/)).toBeVisible();
  await expect.poll(async () => (await all()).length).toBeLessThan(count);
  await undo(page).click();
  await expect(items(page)).toHaveCount(count);
  await page.keyboard.press("Escape");
  await expect(tray(page)).toHaveCount(0);
});

test("a payee's transfers are accepted for good, and taken back", night, async ({ page }) => {
  const budgetId = await openRows(page, "Payee of transfers", "edit");
  const count = await review(page, budgetId);
  const always = items(page)
    .getByRole("button", { name: /^Always for / })
    .first();
  const payee = (await always.innerText()).replace("Always for ", "");
  await always.click();
  await expect(toast(page).getByText(`${payee} is always a transfer now.`)).toBeVisible();
  await expect(items(page)).toHaveCount((await suggested(page, budgetId)).length);
  expect((await suggested(page, budgetId)).length).toBeLessThan(count);
  await undo(page).click();
  await expect(items(page)).toHaveCount(count);
});

test("matched rows name the other account; matches are made and undone by hand", night, async ({ page }) => {
  await openRows(page, "Matches");
  await badge(page, /^Exemptions/).click();
  const matched = page.locator("tbody tr").filter({ hasText: "The other side is on" }).first();
  await expect(matched).toBeVisible();
  const name = await nameOf(matched);
  await act(page, matched, "Unmatch");
  await expect(toast(page).getByText(/^Unmatched /)).toBeVisible();
  await undo(page).click();
  await expect.poll(() => nameOf(matched)).toBe(name);

  await badge(page, /^Transactions/).click();
  await act(page, page.locator("tbody tr").first(), "Match with…");
  const candidates = page.getByRole("dialog", { name: "Match with…" });
  await expect(candidates.getByText(/closest first\.$/)).toBeVisible();
  // As the list names it, not by the bank's official name.
  await expect(candidates.getByText(/ · (Checking|Savings|Credit card)\s··\d{4}/).first()).toBeVisible();
  await expectGoodLook(page);
  await candidates
    .getByRole("button", { name: /^Match with / })
    .first()
    .click();
  await expect(toast(page).getByText(/^Matched .+ with .+\.$/)).toBeVisible();
  await undo(page).click();
  await expect(toast(page).getByText("Undone.").last()).toBeVisible();
});

function nameOf(row: Locator): Promise<string> {
  return row.getByRole("rowheader").innerText();
}
