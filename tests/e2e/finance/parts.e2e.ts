import type { Page } from "@playwright/test";
import { getAs, linkBank, postAs } from "../../support/sites/finance-site.ts";
import { act, boxes, dollars, toast, undo } from "../../support/visits/budget-rows-visit.ts";
import { expect, expectGoodLook, hydrated, night, open, signIn, test } from "../../support/visits/e2e.ts";

/* Parts, notes, and tags of transactions (docs/reference/money.md, "Parts", "Notes and tags"). */

type Row = {
  transactionId: number;
  payee: string;
  amount: number;
  isoCurrencyCode: string;
  kind: string;
  note: string;
  tags: { name: string }[];
  parts: { amount: number; note: string; leftOut: boolean; categoryName: string | null }[];
};
type Ledger = { transactions: Row[]; total: number };

const ledger = (page: Page, query = "page=1") => getAs<Ledger>(page, `/api/GetLedger?${query}`);
const rows = (page: Page) => page.locator("tbody tr");

/** Signs in, links a bank, and opens the newest spending of at least $10. */
async function openRow(page: Page): Promise<Row> {
  await signIn(page, "/about");
  await linkBank(page);
  const { transactions } = await ledger(page, "kind=spending&isoCurrencyCode=USD");
  const row = transactions.find(
    ({ amount, payee }) => amount < -10 && transactions.filter((one) => one.payee === payee).length === 1,
  );
  if (row === undefined) throw new Error("the sandbox bank has a payee with one transaction");
  await open(page, `/transactions?payee=${encodeURIComponent(row.payee)}`);
  await hydrated(page);
  return row;
}

const now = async (page: Page, { payee }: Row): Promise<Row | undefined> =>
  (await ledger(page, `payee=${encodeURIComponent(payee)}`)).transactions[0];

test("a row is split by keyboard, shows its parts, is found by them, and becomes whole again", async ({
  page,
}) => {
  test.slow();
  const row = await openRow(page);
  await rows(page).getByRole("checkbox").press("x");
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await act(page, rows(page).first(), "Split…");
  const dialog = page.getByRole("dialog", { name: `Split ${row.payee}` });
  await dialog.getByRole("textbox", { name: "Amount 1" }).fill("4.00");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Gro");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText(`${dollars(4)} of ${dollars(-row.amount)}`)).toBeVisible();
  // What doesn't add up isn't saved.
  await dialog.getByRole("textbox", { name: "Amount 2" }).fill("1.00");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("Make the parts add up to the transaction.")).toBeVisible();
  await dialog.getByRole("button", { name: "Use the rest for part 2" }).press("Enter");
  await expect(dialog.getByText("Adds up")).toBeVisible();
  await expect(dialog.getByText("Make the parts add up to the transaction.")).toBeHidden();
  await dialog.getByRole("textbox", { name: "Note 2" }).fill("flatmate’s share");
  await dialog.getByRole("listitem", { name: "Part 2" }).getByRole("checkbox").press("Space");
  await expectGoodLook(page);
  await dialog.getByRole("button", { name: "Split", exact: true }).press("Enter");
  await expect(toast(page)).toContainText(`Split ${row.payee} into 2 parts.`);
  expect((await now(page, row))?.parts).toMatchObject([
    { amount: -4, leftOut: false },
    { amount: Math.round((row.amount + 4) * 100) / 100, note: "flatmate’s share", leftOut: true },
  ]);

  const opener = rows(page)
    .first()
    .getByRole("button", { name: `parts of ${row.payee}` });
  await opener.press("Enter");
  const parts = page.getByRole("list", { name: `Parts of ${row.payee}` });
  await expect(parts.getByRole("listitem")).toHaveCount(2);
  await expect(parts).toContainText("left out · flatmate’s share");
  await expectGoodLook(page);
  await open(page, "/transactions?q=flatmate");
  await expect(rows(page)).toHaveCount(1);

  await act(page, rows(page).first(), "Make it whole again");
  await expect(toast(page)).toContainText(`${row.payee} is whole again.`);
  expect((await now(page, row))?.parts).toEqual([]);
  await undo(page).click();
  await expect.poll(async () => (await now(page, row))?.parts.length).toBe(2);
});

test(
  "a row gets a note and tags, a tag filters the list, and is renamed, merged, and deleted",
  night,
  async ({ page, context, complaints }) => {
    test.slow();
    const row = await openRow(page);
    await act(page, rows(page).first(), "Note and tags…");
    const dialog = page.getByRole("dialog", { name: `Note and tags of ${row.payee}` });
    await dialog.getByRole("textbox", { name: "Note" }).fill("for the garden");
    await dialog.getByRole("combobox", { name: "Tags" }).fill("#home");
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("button", { name: "Remove the tag home" })).toBeVisible();
    await expectGoodLook(page);
    // If the session has ended meanwhile, the form stays, though the list behind it may not be read anymore.
    const cookies = await context.cookies();
    await context.clearCookies();
    const listRefused = page.waitForResponse((one) => one.url().includes("/api/Get") && one.status() === 401);
    await dialog.getByRole("button", { name: "Save" }).press("Enter");
    await listRefused;
    await expect(dialog.getByRole("link", { name: "Sign in in a new tab" })).toBeVisible();
    expect(complaints.splice(0).join()).toContain("401");
    await context.addCookies(cookies);
    await dialog.getByRole("button", { name: "Save" }).press("Enter");
    await expect(toast(page)).toContainText(`Saved ${row.payee}.`);
    await expect(rows(page).first()).toContainText("#home");
    expect(await now(page, row)).toMatchObject({ note: "for the garden", tags: [{ name: "home" }] });

    await open(page, "/transactions");
    const newest = await ledger(page, "page=1&pageSize=2");
    const tagged = new Set([row, ...newest.transactions].map(({ transactionId }) => transactionId)).size;
    await boxes(page).nth(0).check();
    await boxes(page).nth(1).check();
    await page.getByRole("button", { name: "Tag…" }).click();
    const bulk = page.getByRole("dialog", { name: "Tag 2 transactions" });
    await bulk.getByRole("combobox", { name: "Add tags" }).fill("trip");
    await bulk.getByRole("button", { name: "Save" }).click();
    await expect(toast(page)).toContainText("Changed the tags of 2 transactions.");

    await page.getByRole("button", { name: / Tag$/ }).click();
    await page.getByRole("option", { name: "#trip" }).click();
    await expect(page).toHaveURL(/\/transactions\?tag=\d+$/);
    await expect(rows(page)).toHaveCount(2);
    await expectGoodLook(page);

    await open(page, "/spending#categories");
    const manager = page.getByRole("dialog", { name: "Categories" });
    const manage = async (tag: string, item: string) => {
      await manager.getByRole("button", { name: `Actions for the tag ${tag}` }).click();
      await page.getByRole("menuitem", { name: item }).click();
    };
    await manage("trip", "Rename");
    await expect(page.getByRole("dialog", { name: "Rename trip" }).getByRole("textbox")).toBeFocused();
    await page.keyboard.type("lake");
    await page.keyboard.press("Enter");
    await expect(manager.getByText("#lake")).toBeVisible();
    // The notification lies over the end of the list.
    await toast(page).getByRole("button", { name: "Close" }).click();
    await manage("lake", "Merge into…");
    const merging = page.getByRole("dialog", { name: "Merge lake" });
    await merging.getByRole("combobox", { name: "Merge into" }).fill("ho");
    await page.keyboard.press("Enter");
    await merging.getByRole("button", { name: "Merge", exact: true }).click();
    await expect(manager.getByText("#lake")).toBeHidden();
    await toast(page).getByRole("button", { name: "Close" }).click();
    await manage("home", "Delete");
    await expect(toast(page)).toContainText("Deleted the tag home.");
    await undo(page).click();
    await expect(manager.getByText("#home")).toBeVisible();
    // A category may have as many.
    await expect(manager.locator("a[href*='tag=']")).toHaveText(`${tagged} transactions`);

    // On a phone, a long word wraps, and doesn't push the amounts out. The table's border may stick out by 1 px.
    const transactionIds = newest.transactions.map(({ transactionId }) => transactionId);
    await postAs(page, "/api/SetTransactionTags", { transactionIds, add: ["w".repeat(40)], remove: [] });
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, "/transactions");
    await expect(rows(page).first()).toContainText("#www");
    const beyond = await page.getByRole("region", { name: "Transactions" }).evaluate((region) => {
      return region.scrollWidth - region.clientWidth;
    });
    expect(beyond).toBeLessThanOrEqual(1);
  },
);

test("parts are made evenly and by percent, on a phone, too", night, async ({ page }) => {
  test.slow();
  const row = await openRow(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await act(page, rows(page).first(), "Split…");
  const dialog = page.getByRole("dialog", { name: `Split ${row.payee}` });
  await dialog.getByRole("button", { name: "Add a part" }).click();
  await dialog.getByRole("button", { name: "Split evenly" }).click();
  await expect(dialog.getByText("Adds up")).toBeVisible();
  await expect(dialog.getByText("Make the parts add up to the transaction.")).toBeHidden();
  await dialog.getByRole("radio", { name: "Percent" }).check({ force: true });
  for (const [index, percent] of ["50", "30", "20"].entries())
    await dialog.getByRole("textbox", { name: `Percent ${index + 1}` }).fill(percent);
  await page.keyboard.press("Tab");
  await expect(dialog.getByText("Adds up")).toBeVisible();
  await expect(dialog.getByText("Make the parts add up to the transaction.")).toBeHidden();
  await dialog.getByRole("button", { name: "Split", exact: true }).click();
  await expect(toast(page)).toContainText("into 3 parts.");
  await undo(page).click();
  await expect.poll(async () => (await now(page, row))?.parts.length).toBe(0);
});
