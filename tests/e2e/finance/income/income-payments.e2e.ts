import type { Page } from "@playwright/test";
import { monthWords } from "../../../../src/shared/time/plain-dates.ts";
import {
  expect,
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  signIn,
  test,
  night,
} from "../../../support/visits/e2e.ts";
import { linkBank } from "../../../support/sites/finance-site.ts";
import {
  chooseAction,
  inflows,
  landlord,
  linkRow,
  makeSource,
  monthAtSite,
  rowOf,
  withoutSources,
} from "../../../support/visits/income-visit.ts";

/** Payment history, likely payments, rent roll, and calendar feed. The dashboard itself is in income.e2e.ts. */
// Long tests that each link a bank first, which takes a while on a busy machine.
test.describe.configure({ timeout: 180_000 });

const toast = (page: Page) => page.getByRole("region", { name: "Notifications" });
const sourceRow = (page: Page, name: string) => rowOf(page, name);
const incomePath = (itemId: number, month?: string) =>
  `/account/${itemId}/income${month === undefined ? "" : `?month=${month}`}`;

/** Opens the dashboard of a linked bank without sources. */
async function dashboard(page: Page): Promise<number> {
  await signIn(page, "/accounts", landlord);
  const itemId = await linkBank(page);
  await withoutSources(page, itemId);
  return itemId;
}

test("on a phone, each month that the chart shows has its label", night, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const itemId = await dashboard(page);
  await makeSource(page, itemId);
  // In forced colors, nothing else marks it.
  for (const month of [monthAtSite(), monthAtSite(-1)]) {
    await page.goto(incomePath(itemId, month));
    await expect(page.locator("[data-shown]")).toContainText(monthWords(month).slice(0, 3));
    await expect(page.locator("[data-shown]")).toBeVisible();
  }
});

test(
  "payments can be moved, unlinked, and added as cash, and each can be undone",
  night,
  async ({ page }) => {
    const itemId = await dashboard(page);
    const [row] = await inflows(page, itemId);
    if (row === undefined) throw new Error("the sandbox bank has rows");
    const source = await makeSource(page, itemId, { amountDue: row.amount });
    await linkRow(page, source, row, monthAtSite(-1));
    await page.goto(incomePath(itemId, monthAtSite(-1)));
    await chooseAction(page, "Unit 2", "Payment History");
    const dialog = page.getByRole("dialog", { name: "Payment History, Unit 2" });
    const paymentsOf = (distance: number) =>
      dialog.getByRole("list", { name: `Payments for ${monthWords(monthAtSite(distance))}` });
    await expect(paymentsOf(-1)).toContainText(row.name);
    expect(await dialog.evaluate((element) => element.parentElement?.getBoundingClientRect().width)).toBe(
      500,
    );
    await expectNoAxeViolations(page);

    const menu = paymentsOf(-1).getByRole("button", { name: /^Actions for/ });
    await menu.click();
    await page.getByRole("menuitem", { name: "Credit to another month" }).click();
    const move = page.getByRole("dialog", { name: "Credit to another month" });
    await move.getByRole("button", { name: /Month/ }).click();
    await page.getByRole("option", { name: new RegExp(`^${monthWords(monthAtSite())}`) }).click();
    await move.getByRole("button", { name: "Save" }).click();
    await expect(paymentsOf(0)).toContainText(row.name);
    await toast(page).getByRole("button", { name: "Undo" }).first().click();
    await expect(paymentsOf(-1)).toContainText(row.name);

    await paymentsOf(-1)
      .getByRole("button", { name: /^Actions for/ })
      .click();
    await page.getByRole("menuitem", { name: "Unlink" }).click();
    await expect(paymentsOf(-1)).toHaveCount(0);
    await toast(page).getByRole("button", { name: "Undo" }).last().click();
    await expect(paymentsOf(-1)).toContainText(row.name);

    const cash = page.getByRole("dialog", { name: "Add cash payment" });
    const inEnvelopes = paymentsOf(0).getByRole("listitem").filter({ hasText: "In an envelope · Cash" });
    // Two equal payments are two; a double click is one.
    for (const count of [1, 2]) {
      await dialog.getByRole("button", { name: "Add cash payment" }).click();
      await cash.getByRole("textbox", { name: "Amount" }).fill("20.5");
      await cash.getByRole("textbox", { name: "Memo" }).fill("In an envelope");
      if (count === 1) await expectNoAxeViolations(page);
      await cash.getByRole("button", { name: "Save" }).dblclick();
      await expect(cash).toBeHidden();
      await expect(inEnvelopes).toHaveCount(count);
    }
    await expect(inEnvelopes.first()).toContainText("$20.50");

    await paymentsOf(-1).getByRole("link").first().click();
    await expect(page).toHaveURL(new RegExp(`/account/${itemId}/transactions\\?day=${row.date}$`));
    await expect(rowOf(page, row.payee).first()).toBeVisible();
  },
);

test("a likely payment shows its reasons, can be accepted or dismissed, and either can be undone", async ({
  page,
}) => {
  const itemId = await dashboard(page);
  const [row] = await inflows(page, itemId);
  if (row === undefined) throw new Error("the sandbox bank has rows");
  await makeSource(page, itemId, {
    name: row.name,
    amountDue: row.amount,
    startDate: `${row.date.slice(0, 7)}-01`,
    dayOfMonthDue: Math.min(28, Number(row.date.slice(8, 10))),
  });
  await page.goto(incomePath(itemId, row.date.slice(0, 7)));
  const likely = page.getByRole("region", { name: "Likely payments" });
  const month = likely
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name: `${row.name}, ${monthWords(row.date.slice(0, 7))}` }) });
  const exact = month.getByText("Exactly the amount due");
  await expect(exact.first()).toBeVisible();
  await expectNoAxeViolations(page);
  // A payer of every half of a month has paid the same twice by its last day.
  const exactCount = await exact.count();
  await month.getByRole("button", { name: "Dismiss" }).first().click();
  await expect(exact).toHaveCount(exactCount - 1);
  await toast(page).getByRole("button", { name: "Undo" }).click();
  await expect(exact).toHaveCount(exactCount);
  await month.getByRole("button", { name: "Accept" }).first().click();
  await expect(sourceRow(page, row.name).first()).toContainText("Paid");
  await toast(page).getByRole("button", { name: "Undo" }).last().click();
  await expect(exact).toHaveCount(exactCount);
});

test("the rent roll works by keyboard, describes each cell, and can be exported", async ({ page }) => {
  const itemId = await dashboard(page);
  const [row] = await inflows(page, itemId);
  if (row === undefined) throw new Error("the sandbox bank has rows");
  const source = await makeSource(page, itemId, { amountDue: row.amount });
  await makeSource(page, itemId, { name: "Unit 3" });
  await linkRow(page, source, row, monthAtSite(-1));
  await page.goto(`/account/${itemId}/rent-roll?from=${monthAtSite(-1)}`);
  const cell = (name: RegExp) => page.getByRole("grid").getByRole("button", { name });
  const paid = cell(new RegExp(`^Unit 2, ${monthWords(monthAtSite(-1))}: Paid`));
  await expect(paid).toContainText("Paid");
  await expectNoAxeViolations(page);
  const printed = await page.pdf({ preferCSSPageSize: true });
  expect(printed.toString("latin1").match(/\/Type \/Page\b/g)).toHaveLength(1);
  // Twelve months fit beside the open rail, in cells of 56 px.
  await page.setViewportSize({ width: 1440, height: 900 });
  const grid = await page.getByRole("grid").evaluate((table) => ({
    cut: table.scrollWidth - (table.parentElement?.clientWidth ?? 0),
    heights: [...table.querySelectorAll("tbody tr")].map((row) =>
      Math.round(row.getBoundingClientRect().height),
    ),
  }));
  expect(grid).toEqual({ cut: 0, heights: [57, 57] });
  await paid.focus();
  await page.keyboard.press("ArrowDown");
  await expect(cell(new RegExp(`^Unit 3, ${monthWords(monthAtSite(-1))}: Past Due`))).toBeFocused();
  await page.keyboard.press("End");
  await expect(cell(new RegExp(`^Unit 3, ${monthWords(monthAtSite(10))}: No Payment`))).toBeFocused();
  await page.keyboard.press("Control+Home");
  await expect(paid).toBeFocused();
  expect(await page.getByRole("grid").locator("[tabindex='0']").count()).toBe(1);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Payment History, Unit 2" });
  await expect(dialog).toContainText(row.name);
  await page.keyboard.press("Escape");
  await expect(paid).toBeFocused();

  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export CSV" }).click();
  expect((await download).suggestedFilename()).toMatch(/rent roll.*\.csv$/i);
  await page.getByRole("link", { name: "Next 12 months" }).click();
  await expect(page).toHaveURL(new RegExp(`from=${monthAtSite(11)}$`));
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await expectNoAxeViolations(page);
});

test(
  "the calendar feed's address is shown once, works without a session, and can be revoked",
  night,
  async ({ page, playwright }) => {
    const itemId = await dashboard(page);
    await makeSource(page, itemId, { name: "Unit 2 of the calendar" });
    await page.goto(incomePath(itemId));
    await page.getByRole("button", { name: "Calendar feed" }).click();
    const dialog = page.getByRole("dialog", { name: "Calendar feed" });
    await dialog.getByRole("button", { name: "Create address" }).click();
    const address = await dialog.locator("code").innerText();
    await expectNoAxeViolations(page);
    const nobody = await playwright.request.newContext();
    expect(await (await nobody.get(address)).text()).toContain("Unit 2 of the calendar");
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await page.getByRole("button", { name: "Calendar feed" }).click();
    await expect(dialog).toContainText("It can’t be shown again.");
    await expect(dialog.locator("code")).toHaveCount(0);
    await dialog.getByRole("button", { name: "Revoke" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
    await expect(dialog.getByRole("button", { name: "Create address" })).toBeVisible();
    expect((await nobody.get(address)).status()).toBe(404);
    await nobody.dispose();
  },
);
