import type { Page } from "@playwright/test";
import { getAs, linkBank, postAs } from "../../../support/sites/finance-site.ts";
import { csv, ofx } from "../../../support/factories/import-factory.ts";
import { expect, expectGoodLook, held, night, open, signIn, test } from "../../../support/visits/e2e.ts";

/* Import of bank statements, by a person with a linked bank. */

type Bank = {
  institutionAccessItemId: number;
  accounts: { accountId: number; subtype: string; isoCurrencyCode: string }[];
};
type Ledger = {
  transactions: { transactionId: number; payee: string; amount: number; parts: { amount: number }[] }[];
};

const market = { date: "2024-03-04", amount: -24.1, payee: "Greenbarrow Market" };
const heron = { date: "2024-03-05", amount: -5, payee: "Blue Heron Cafe" };
const works = { date: "2024-03-06", amount: 1800, payee: "Northlight Works" };
const march = csv([market, heron, works]);

/** Signs in with a bank and opens the screen for its checking account. */
async function openImport(page: Page, { isFromAccount = true } = {}): Promise<number> {
  await signIn(page, "/about");
  await linkBank(page);
  const banks = await getAs<Bank[]>(page, "/api/GetUserAccessItems");
  const accounts = banks.flatMap((bank) => bank.accounts);
  const checking = accounts.find(
    ({ subtype, isoCurrencyCode }) => subtype === "checking" && isoCurrencyCode === "USD",
  );
  if (checking === undefined) throw new Error("the sandbox bank has a checking account");
  await open(page, isFromAccount ? `/accounts/import?account=${checking.accountId}` : "/accounts/import");
  return checking.accountId;
}

async function drop(page: Page, name: string, text: string): Promise<void> {
  await page.evaluate(
    (file) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([file.text], file.name));
      document.body.dispatchEvent(
        new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: transfer }),
      );
    },
    { name, text },
  );
}

async function pick(page: Page, name: string, text: string): Promise<void> {
  await page
    .locator("main input[type=file]")
    .setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
}

const fileOf = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const importButton = (page: Page) => page.getByRole("button", { name: /^Import\b/ });
const past = (page: Page) => page.getByRole("list", { name: "Past imports" }).getByRole("listitem");

/** Payees of March 2024, from which the bank has nothing. */
async function marchRows(page: Page): Promise<Ledger["transactions"]> {
  const path = "/api/GetLedger?from=2024-03-01&to=2024-03-31&sort=date&direction=asc";
  return (await getAs<Ledger>(page, path)).transactions;
}

test("a file is dropped, answered, changed, imported, known again, and undone", async ({ page }) => {
  test.setTimeout(120_000);
  await openImport(page);
  await drop(page, "march.csv", march);
  const file = fileOf(page, "march.csv");

  await test.step("its rows wait for the answer about the sign", async () => {
    const question = file.getByRole("radiogroup", { name: /^Is “Greenbarrow Market/ });
    await expect(question).toBeVisible();
    await expect(file.getByRole("table")).toHaveCount(0);
    await expect(importButton(page)).toHaveCount(0);
    await expectGoodLook(page);
    await question.getByText("No, money in").click();
    await expect(file.getByRole("cell", { name: "$24.10", exact: true })).toBeVisible();
    await question.getByText("Yes, money out").click();
    await expect(file.getByRole("cell", { name: "-$24.10", exact: true })).toBeVisible();
  });

  await test.step("a row is left out", async () => {
    await expect(importButton(page)).toHaveText("Import 3 transactions");
    await file.getByRole("button", { name: /^Actions for Blue Heron Cafe/ }).click();
    await page.getByRole("menuitem", { name: "Leave out" }).click();
    await expect(file.getByRole("row", { name: /Blue Heron Cafe/ })).toContainText("Left out");
    await expect(importButton(page)).toHaveText("Import 2 transactions");
    await expectGoodLook(page);
    await importButton(page).click();
    await expect(page.getByText("2 new, 1 left out.")).toBeVisible();
    await expect(page.getByRole("heading", { level: 1, name: "Import files" })).toBeFocused();
    expect((await marchRows(page)).map(({ payee, amount }) => [payee, amount])).toEqual([
      ["Greenbarrow Market", -24.1],
      ["Northlight Works", 1800],
    ]);
  });

  await test.step("the same file is known, and its answer is remembered", async () => {
    await pick(page, "again.csv", march);
    const again = fileOf(page, "again.csv");
    await expect(again.getByText("You’ve imported this file before")).toBeVisible();
    await expect(again.getByRole("radio", { name: "Yes, money out" })).toBeChecked();
    await expect(again.getByRole("row", { name: /Northlight Works/ })).toContainText("Already here");
    await expect(importButton(page)).toHaveText("Import 1 transaction");
    await again.getByRole("button", { name: "Cancel" }).click();
    await expect(again).toHaveCount(0);
  });

  await test.step("the undo keeps the row that carries the person's work", async () => {
    const [row] = await marchRows(page);
    await postAs(page, "/api/BulkUpdateTransactionCategory", [
      { transactionId: row?.transactionId, financialCategoryId: 3, budgetId: null },
    ]);
    await page.reload();
    await expect(past(page)).toHaveCount(1);
    await expectGoodLook(page);
    await page.getByRole("button", { name: "Undo the import of march.csv" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Undo this import?" });
    await expect(dialog.getByRole("radio", { name: "Keep it" })).toBeChecked();
    await expectGoodLook(page);
    await dialog.getByRole("button", { name: "Undo import" }).click();
    await expect(past(page)).toContainText("Undone");
    expect((await marchRows(page)).map(({ payee }) => payee)).toEqual(["Greenbarrow Market"]);
  });
});

test("the splits of a QIF file are shown before they are the parts of a row", night, async ({ page }) => {
  await openImport(page);
  const splits = "SGroceries\nEFor the week\n$-40.00\nS[Rainy Day]\n$-7.00";
  await pick(page, "march.qif", `!Type:Bank\nD3/14/2024\nT-50.00\nPGreenbarrow Market\n${splits}\n^\n`);
  const row = fileOf(page, "march.qif").getByRole("row", { name: /Greenbarrow Market/ });
  await expect(row).toContainText(
    "Split: Groceries -$40.00 (For the week); No category -$7.00 (left out, Rainy Day); No category -$3.00 (not assigned yet)",
  );
  await expectGoodLook(page);
  await importButton(page).click();
  await expect(page.getByText("1 new.")).toBeVisible();
  const parts = (await marchRows(page)).flatMap((one) => one.parts.map(({ amount }) => amount));
  expect(parts).toEqual([-40, -7, -3]);
});

test("statement text is pasted and imported by keyboard alone", night, async ({ page }) => {
  test.setTimeout(90_000);
  await openImport(page, { isFromAccount: false });
  const text = ofx([
    { ...market, id: "1" },
    { ...works, id: "2" },
  ]);
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", pasted);
    document.body.dispatchEvent(
      new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData }),
    );
  }, text);
  const file = fileOf(page, "Pasted text");
  await expect(file.getByText("Recognized as OFX, UTF-8.")).toBeVisible();
  await importButton(page).press("Enter");
  await expect(page.getByText("Choose an account for each part of the file.")).toBeVisible();
  const target = file.getByRole("button", { name: /Import into$/ });
  await target.press("Enter");
  await page
    .getByRole("option", { name: /Checking/ })
    .first()
    .press("Enter");
  await expect(target).toContainText("Checking");
  await importButton(page).press("Enter");
  await expect(page.getByText("2 new.")).toBeVisible();
  await page.getByRole("button", { name: "Undo the import of Pasted text" }).press("Enter");
  await page
    .getByRole("alertdialog", { name: "Undo this import?" })
    .getByRole("button", { name: "Undo import" })
    .press("Enter");
  await expect(past(page)).toContainText("Undone");
  await expect(page.getByRole("heading", { name: "Past imports" })).toBeFocused();
  expect(await marchRows(page)).toEqual([]);
});

test(
  "a file that can't be read says why and where, and lets the next one pass",
  night,
  async ({ page, complaints }) => {
    await openImport(page);
    await page.locator("main input[type=file]").setInputFiles([
      { name: "photo.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7 …") },
      {
        name: "open.csv",
        mimeType: "text/csv",
        buffer: Buffer.from('Date,Payee,Amount\n2024-03-04,"Open,-1.00'),
      },
      { name: "lines.csv", mimeType: "text/csv", buffer: Buffer.from(`${march}2024-02-31,Nowhere,-1.00,\n`) },
    ]);
    await expect(fileOf(page, "photo.pdf").getByRole("alert")).toContainText("PDF");
    await expect(page.getByText("Next: open.csv, lines.csv")).toBeVisible();
    await expectGoodLook(page);
    await page.getByRole("button", { name: "Skip this file" }).click();
    await expect(fileOf(page, "open.csv").getByRole("alert")).toContainText(/line 2\b/i);
    await page.getByRole("button", { name: "Skip this file" }).click();
    const file = fileOf(page, "lines.csv");
    await file.getByText("Yes, money out").click();
    await expect(file.getByRole("row", { name: /Line 5/ })).toContainText("Can’t be imported");
    await importButton(page).click();
    await expect(page.getByText("Confirm that the lines that can’t be read are left out.")).toBeVisible();
    await file.getByText("Leave out 1 line that can’t be read").click();
    await importButton(page).click();
    await expect(page.getByText("3 new, 1 left out.")).toBeVisible();
    // The two refused files.
    complaints.length = 0;
  },
);

test("the screen waits, fails with a retry, and asks to sign in", night, async ({ page, complaints }) => {
  test.setTimeout(90_000);
  await openImport(page);
  const preview = await held(page, "**/api/PreviewImport");
  await drop(page, "march.csv", march);
  await expect(page.getByRole("progressbar")).toBeVisible();
  await expectGoodLook(page);
  preview.release();
  await expect(fileOf(page, "march.csv").getByRole("radiogroup")).toBeVisible();

  await page.route("**/api/GetImports", (route) => route.fulfill({ status: 500, body: "no" }));
  await page.reload();
  await expect(page.getByText("Couldn’t load your imports")).toBeVisible();
  await page.unroute("**/api/GetImports");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("Couldn’t load your imports")).toHaveCount(0);

  await page.unroute("**/api/PreviewImport");
  await page.route("**/api/PreviewImport", (route) => route.abort());
  await drop(page, "march.csv", march);
  await expect(fileOf(page, "march.csv").getByRole("alert")).toContainText(
    "Couldn’t reach the site. Check your connection and try again.",
  );
  await page.unroute("**/api/PreviewImport");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(fileOf(page, "march.csv").getByRole("radiogroup")).toBeVisible();
  await page.context().clearCookies();
  await fileOf(page, "march.csv").getByText("Yes, money out").click();
  await expect(page.getByRole("heading", { name: "Sign in to see this page" })).toBeVisible();
  complaints.length = 0;
});

test(
  "the screen is a click away from Accounts, from a bank, and from the palette",
  night,
  async ({ page }) => {
    await signIn(page, "/accounts");
    const steps = page.getByRole("region", { name: "Get started" });
    await steps.getByRole("link", { name: "Import files" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Import files" })).toBeVisible();
    await page.keyboard.press("ControlOrMeta+k");
    await page.keyboard.type("import fi");
    await expect(page.getByRole("menuitem", { name: "Import files" })).toBeVisible();
    await page.keyboard.press("Escape");
    await linkBank(page);
    await open(page, "/accounts");
    await page
      .getByRole("article", { name: "Lanternfish Bank" })
      .getByRole("button", { name: /^Actions for/ })
      .click();
    await page.getByRole("menuitem", { name: "Import files" }).click();
    await expect(page).toHaveURL(/\/accounts\/import/);
  },
);
