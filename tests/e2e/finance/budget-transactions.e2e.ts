import {
  toast,
  undo,
  chooser,
  save,
  wholePage,
  boxes,
  badge,
  openRows,
  open,
  listed,
  budgetOf,
  pick,
  chooseFrom,
  act,
  dollars,
  expectTableFits,
} from "../../support/visits/budget-rows-visit.ts";
import { expect, expectNoAxeViolations, night, test } from "../../support/visits/e2e.ts";
import { postAs } from "../../support/sites/finance-site.ts";

/** Actions on a budget's rows. */

test("the Estimate screen's figures lead to exactly their rows, with a removable filter", async ({
  page,
}) => {
  const budgetId = await openRows(page, "Drill", "edit");
  const { budgetCategoryData } = await budgetOf(page, budgetId);
  const uncategorized = budgetCategoryData.find(({ financialCategoryId }) => financialCategoryId === -1);
  expect(uncategorized?.count).toBeGreaterThan(1);
  await page.getByRole("link", { name: "Go to Transactions" }).click();
  await expect(page).toHaveURL(/transactions\?category=-1$/);
  const words = `${uncategorized?.count} transactions · ${dollars(uncategorized?.sum ?? 0)} counted as spending`;
  await expect(page.getByText(words)).toBeVisible();
  await page.getByRole("button", { name: "Remove the filter Uncategorized" }).click();
  await expect(page).toHaveURL(/transactions$/);
  const { total } = await listed(page, budgetId, "excluded=false&page=1");
  await expect(page.getByText(`${total} transactions ·`)).toBeVisible();
  await page.goBack();
  await expect(page.getByText(words)).toBeVisible();
});

test(
  "rows across pages and ranges get a category; Undo restores the former ones",
  night,
  async ({ page }) => {
    const budgetId = await openRows(page, "Sorting");
    const before = await listed(page, budgetId, "excluded=false&page=1&pageSize=25");
    const { categorizedCount } = await budgetOf(page, budgetId);
    await expect(chooser(page)).toBeDisabled();
    await expect(save(page)).toBeDisabled();
    await expect(page.getByText("Select transactions, then choose a category.")).toBeVisible();

    await boxes(page).nth(0).check();
    await boxes(page)
      .nth(2)
      .click({ modifiers: ["Shift"] });
    await expect(page.getByText("3 selected")).toBeVisible();
    await expect(save(page)).toBeDisabled();
    await expect(page.getByText("Choose a category to save.")).toBeVisible();
    await page.getByRole("button", { name: "Next", exact: true }).click();
    await expect(page).toHaveURL(/page=2$/);
    await expect(boxes(page).nth(0)).not.toBeChecked();
    await boxes(page).nth(0).check();
    await expect(page.getByText("4 selected")).toBeVisible();

    await pick(page, "Travel");
    await expect(page.getByText("Applies to 4 transactions.")).toBeVisible();
    // A double click is one action.
    await save(page).dblclick();
    await expect(toast(page).getByText("Set 4 transactions to Travel.")).toHaveCount(1);
    await expect(page.getByText("None selected")).toBeVisible();
    const wasWithout = [0, 1, 2, 5].filter((index) => before.transactions[index]?.category === null).length;
    await expect(
      badge(page, new RegExp(`Transactions ${categorizedCount + wasWithout} categorized`)),
    ).toBeVisible();
    const ids = new Set([0, 1, 2, 5].map((index) => before.transactions[index]?.transactionId));
    const after = await listed(page, budgetId, "excluded=false&page=1&pageSize=25");
    const changed = after.transactions.filter(({ transactionId }) => ids.has(transactionId));
    expect(changed.map(({ category }) => category?.name)).toEqual(["Travel", "Travel", "Travel", "Travel"]);
    // Focus isn't lost with the focused row.
    await expect(boxes(page).nth(0)).toBeFocused();

    await undo(page).click();
    await expect(toast(page).getByText("Undone.")).toBeVisible();
    await expect(
      badge(
        page,
        categorizedCount === 0
          ? /^Transactions$/
          : new RegExp(`Transactions ${categorizedCount} categorized`),
      ),
    ).toBeVisible();
    expect(await listed(page, budgetId, "excluded=false&page=1&pageSize=25")).toEqual(before);
  },
);

test("selecting a whole page offers all matching rows, which change at once", night, async ({ page }) => {
  const budgetId = await openRows(page, "Bulk");
  const matching = await listed(page, budgetId, "excluded=false&q=copper+kettle");
  expect(matching.total).toBeGreaterThan(5);
  await page.getByRole("searchbox", { name: "Search" }).fill("copper kettle");
  await expect(page).toHaveURL(/q=copper\+kettle$/);
  await expect(page.getByText(`${matching.total} transactions ·`)).toBeVisible();
  await wholePage(page).check();
  await page.getByRole("button", { name: `Select all ${matching.total} that match` }).click();
  await expect(page.getByText(`${matching.total} selected`, { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await expect(boxes(page).nth(0)).toBeChecked();
  await pick(page, "Dining Out");
  await save(page).click();
  await expect(toast(page).getByText(`Set ${matching.total} transactions to Dining Out.`)).toBeVisible();
  const after = await listed(page, budgetId, "excluded=false&q=copper+kettle");
  expect(new Set(after.transactions.map(({ category }) => category?.name))).toEqual(new Set(["Dining Out"]));
  await undo(page).click();
  await expect(toast(page).getByText("Undone.")).toBeVisible();
  expect(await listed(page, budgetId, "excluded=false&q=copper+kettle")).toEqual(matching);

  await wholePage(page).check();
  await page.getByRole("button", { name: `Select all ${matching.total} that match` }).click();
  await page.getByRole("button", { name: "Exempt", exact: true }).click();
  await expect(toast(page).getByText(`Exempted ${matching.total} transactions.`)).toBeVisible();
  // The page shown is now past the end.
  await expect(page.getByRole("heading", { name: "No transactions match" })).toBeVisible();
  await page.getByRole("button", { name: "Show all transactions" }).click();
  await expect(boxes(page)).toHaveCount(5);
  await undo(page).click();
  await expect
    .poll(async () => (await listed(page, budgetId, "excluded=false&q=copper+kettle")).total)
    .toBe(matching.total);
});

test("rows are exempted and restored, one by one and together", async ({ page }) => {
  const budgetId = await openRows(page, "Exempt");
  await expectTableFits(page);
  const { excludedCount } = await budgetOf(page, budgetId);
  await open(page, `/budget/${budgetId}/transactions?q=paper+boat`);
  const { total } = await listed(page, budgetId, "excluded=false&q=paper+boat");
  expect(total).toBeGreaterThan(2);
  await act(page, page.locator("tbody tr").first(), "Exempt from this budget");
  await expect(toast(page).getByText(/^Exempted .* from this budget\.$/)).toBeVisible();
  await expect(badge(page, new RegExp(`Exemptions ${excludedCount + 1} exempt`))).toBeVisible();
  await expect(page.getByText(`${total - 1} transactions ·`)).toBeVisible();
  await boxes(page).nth(0).check();
  await boxes(page).nth(1).check();
  // Like its button, the key waits until everything on the page is reloaded after the first.
  await expect(page.getByRole("button", { name: "Exempt", exact: true })).toBeEnabled();
  await page.keyboard.press("e");
  await expect(toast(page).getByText("Exempted 2 transactions.")).toBeVisible();
  await expect(badge(page, new RegExp(`Exemptions ${excludedCount + 3} exempt`))).toBeVisible();

  await badge(page, /^Exemptions/).click();
  await expect(page.getByRole("heading", { level: 1, name: "Exemptions" })).toBeFocused();
  await expectTableFits(page);
  await page.getByRole("searchbox", { name: "Search" }).fill("paper boat");
  await expect(page.locator("tbody tr")).toHaveCount(3);
  await expect(page.getByRole("cell", { name: "Exempted by you" })).toHaveCount(3);
  await act(page, page.locator("tbody tr").first(), "Split…");
  await page
    .getByRole("combobox", { name: /Category/ })
    .first()
    .click();
  await expect(page.getByRole("option", { name: "Groceries" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Cancel" }).click();
  // A kind chosen here can be given up here.
  await act(page, page.locator("tbody tr").first(), "Leave out of totals");
  await expect(page.getByRole("cell", { name: "Exempted by you" })).toHaveCount(2);
  await act(page, page.locator("tbody tr").first(), "Sort automatically");
  await expect(page.getByRole("cell", { name: "Exempted by you" })).toHaveCount(3);
  await act(page, page.locator("tbody tr").first(), "Restore");
  await expect(toast(page).getByText(/counts in this budget again\./)).toBeVisible();
  await expect(page.locator("tbody tr")).toHaveCount(2);
  await undo(page).click();
  await expect(page.locator("tbody tr")).toHaveCount(3);
  await wholePage(page).check();
  await page.getByRole("button", { name: "Restore", exact: true }).click();
  await expect(toast(page).getByText("Restored 3 transactions.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "No transactions match" })).toBeVisible();
  await expect(badge(page, new RegExp(`Exemptions ${excludedCount} exempt`))).toBeVisible();
});

test("income isn't counted until the person chooses to", night, async ({ page }) => {
  const budgetId = await openRows(page, "Income");
  const { transactionsTotal } = await budgetOf(page, budgetId);
  await chooseFrom(page, "Show", "Income, not counted");
  await expect(page).toHaveURL(/show=income$/);
  await expect(page.getByText(/transactions? · \$0\.00 counted as spending/)).toBeVisible();
  const { transactions, total } = await listed(
    page,
    budgetId,
    "excluded=false&part=income&page=1&pageSize=5",
  );
  await act(page, page.locator("tbody tr").first(), "Count it");
  await expect(toast(page).getByText(/now counts in budgets\./)).toBeVisible();
  await expect(page.getByText(`${total - 1} transaction`)).toBeVisible();
  const counted = await budgetOf(page, budgetId);
  expect(counted.transactionsTotal).toBeCloseTo(transactionsTotal - (transactions[0]?.amount ?? 0), 2);
  await undo(page).click();
  await expect(page.getByText(`${total} transaction`)).toBeVisible();
  expect((await budgetOf(page, budgetId)).transactionsTotal).toBe(transactionsTotal);
});

test("after categorizing a row, its payee is offered the category for good", night, async ({ page }) => {
  const budgetId = await openRows(page, "Payee", "transactions", "a regular of one grocer");
  const { transactions } = await listed(page, budgetId, "excluded=false&q=nine+plums");
  const [first] = transactions;
  if (first === undefined) throw new Error("the bank has no such rows");
  expect(new Set(transactions.map(({ category }) => category?.name))).toEqual(new Set(["Groceries"]));
  await open(page, `/budget/${budgetId}/transactions?q=nine+plums`);
  await boxes(page).nth(0).check();
  await pick(page, "Dining Out");
  await save(page).click();
  await expect(page.getByText("Always use Dining Out for Nine Plums Grocer?")).toBeVisible();
  await page.getByRole("button", { name: "Always use Dining Out" }).click();
  await expect(toast(page).getByText("Nine Plums Grocer is always Dining Out now.")).toBeVisible();
  const after = await listed(page, budgetId, "excluded=false&q=nine+plums");
  expect(new Set(after.transactions.map(({ category }) => category?.name))).toEqual(new Set(["Dining Out"]));
  await undo(page).click();
  await expect(toast(page).getByText("Undone.")).toBeVisible();
  await postAs(page, "/api/BulkUpdateTransactionCategory", [
    { transactionId: first.transactionId, budgetId, financialCategoryId: -1, isByHand: false },
  ]);
  expect(await listed(page, budgetId, "excluded=false&q=nine+plums")).toMatchObject({ transactions });

  await open(page, "/transactions?q=nine+plums");
  await boxes(page).nth(0).check();
  await pick(page, "Dining Out");
  await save(page).click();
  await expect(page.getByText("Always use Dining Out for Nine Plums Grocer?")).toBeVisible();
});

test("categories are chosen in their cells by keyboard, row after row, for a payee for good, or no longer", async ({
  page,
}) => {
  const budgetId = await openRows(page, "Cells", "transactions", "a keeper of cells");
  await page.setViewportSize({ width: 1440, height: 900 });
  // Income stays income whatever a rule says, so that no category of spending sorts it.
  await open(page, `/budget/${budgetId}/transactions?show=counted`);
  const before = await listed(page, budgetId, "excluded=false&part=counted&page=1&pageSize=5");
  // The table begins in the first screen, and its rows are low.
  await expect(boxes(page).first()).toBeInViewport();
  const heights = await page
    .locator("tbody tr:not([aria-hidden])")
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
  expect(Math.max(...heights)).toBeLessThanOrEqual(45);

  const picker = page.getByRole("dialog", { name: /^Category of / });
  const payees = before.transactions.map(({ payee }) => payee);
  await page.keyboard.press("j");
  await page.keyboard.press("c");
  await expect(page.getByRole("searchbox", { name: `Category of ${payees[0]}` })).toBeFocused();
  await expectNoAxeViolations(page);
  await page.keyboard.type("trav");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("searchbox", { name: `Category of ${payees[1]}` })).toBeFocused();
  await page.keyboard.type("hea");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("searchbox", { name: `Category of ${payees[2]}` })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(picker).toHaveCount(0);
  const cells = page.locator("tbody tr").getByRole("button", { name: /, category of / });
  await expect(cells.nth(0)).toHaveText("Travel");
  await expect(cells.nth(1)).toHaveText("Health");
  await expect(cells.nth(2)).toBeFocused();

  // Zoomed to 200 %, all of the picker is within reach; with forced colors, its empty box has no check.
  await page.emulateMedia({ forcedColors: "active" });
  await page.setViewportSize({ width: 640, height: 360 });
  await cells.nth(2).click();
  const always = picker.getByText(`Always for ${payees[2]}`);
  await always.scrollIntoViewIfNeeded();
  await expect(always).toBeInViewport();
  await expect(picker.locator("label svg")).toBeHidden();
  await page.keyboard.press("Escape");
  await page.emulateMedia({ forcedColors: "none" });
  await page.setViewportSize({ width: 1440, height: 900 });

  await cells.nth(2).click();
  await always.click();
  await page.getByRole("searchbox", { name: `Category of ${payees[2]}` }).fill("gif");
  await page.keyboard.press("Enter");
  await expect(toast(page).getByText(`${payees[2]} is always Gifts & Donations now.`)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(cells.nth(2)).toHaveText("Gifts & Donations");
  await cells.nth(2).click();
  await expect(picker.getByText(/^Your rule “Payee is .*” says Gifts & Donations\.$/)).toBeVisible();
  await picker.getByRole("button", { name: "Not for this payee" }).click();
  await expect(toast(page).getByText(`No rule sorts ${payees[2]} now.`)).toBeVisible();
  await expect(cells.nth(2)).not.toHaveText("Gifts & Donations");

  // A payee can be left without a category for good, too.
  await cells.nth(2).click();
  await picker.getByText(`Always for ${payees[2]}`).click();
  await page.getByRole("searchbox", { name: `Category of ${payees[2]}` }).fill("no cat");
  await page.keyboard.press("Enter");
  await expect(toast(page).getByText(`${payees[2]} is always without a category now.`)).toBeVisible();
});
