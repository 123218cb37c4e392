import { addDays } from "../../../../src/shared/time/plain-dates.ts";
import { ofx } from "../../../support/factories/import-factory.ts";
import { getAs } from "../../../support/sites/finance-site.ts";
import { expect, held, night, open, test as base, type StartedServer } from "../../../support/visits/e2e.ts";
import { toast } from "../../../support/visits/budget-rows-visit.ts";
import { rowOf } from "../../../support/visits/income-visit.ts";
import { addAuthenticator, becomeOwner, startPasskeySite } from "../../../support/visits/passkey-visit.ts";
import { thisMonth } from "../../../support/visits/this-month.ts";

/** A site right after its first start, with no key of any bank or service. */
const test = base.extend<{ site: StartedServer }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the parameter's shape to know what a fixture needs
  site: async ({}, use) => {
    const site = await startPasskeySite();
    await use(site);
    await site.stop();
  },
  baseURL: async ({ site }, use) => use(site.origin),
});

type Ledger = { transactions: { payee: string; amount: number; category: { name: string } | null }[] };

test(
  "without any keys, a statement becomes an account, a sorted month, a budget, and a paid rent",
  night,
  async ({ page, site }) => {
    test.setTimeout(180_000);
    // The walk may pass the end of a month, which the page then doesn't know.
    const now = new Date();
    await page.clock.setFixedTime(now);
    const month = thisMonth(now);
    const statement = ofx([
      { date: month.first, amount: 1200, payee: "Marisol Vega Rent", id: "1" },
      { date: month.first, amount: -42.5, payee: "Greenbarrow Market", id: "2" },
      { date: month.first, amount: -18.2, payee: "Greenbarrow Market", id: "3" },
      { date: addDays(month.first, -20), amount: -61.3, payee: "Greenbarrow Market", id: "4" },
    ]);
    await addAuthenticator(page);
    await becomeOwner(page, site);

    await test.step("the file's account is made within the import", async () => {
      await page.getByRole("link", { name: "Import files" }).click();
      await page.locator("main input[type=file]").setInputFiles({
        name: "statement.ofx",
        mimeType: "application/x-ofx",
        buffer: Buffer.from(statement),
      });
      const file = page.getByRole("region", { name: "statement.ofx", exact: true });
      await file.getByRole("button", { name: /Import into$/ }).click();
      await page.getByRole("option", { name: "New account…" }).click();
      const dialog = page.getByRole("dialog", { name: "Add an account" });
      await dialog.getByRole("combobox", { name: "Bank" }).fill("Harbor Credit Union");
      await dialog.getByRole("textbox", { name: "Account name" }).fill("Everyday");
      const banks = await held(page, "**/api/GetUserAccessItems*");
      await dialog.getByRole("button", { name: "Add", exact: true }).click();
      await expect(dialog).toBeHidden();
      const target = file.getByRole("button", { name: /Import into$/ });
      await expect(target).toContainText("The new account");
      banks.release();
      await expect(target).toContainText("Everyday");
      const submit = page.getByRole("button", { name: "Import 4 transactions" });
      const added = toast(page).getByText("Added Everyday.");
      await expect(added).toBeVisible();
      const [above, below] = [await added.boundingBox(), await submit.boundingBox()];
      expect((above?.y ?? 0) + (above?.height ?? 0), "the toast’s end").toBeLessThan(below?.y ?? 0);
      await submit.click();
      await expect(page.getByText("4 new.")).toBeVisible();
    });

    await test.step("its payees are sorted once", async () => {
      await open(page, "/transactions/payees");
      const field = page.getByRole("searchbox", { name: "Category of Greenbarrow Market" });
      await field.fill("groc");
      await field.press("Enter");
      await expect
        .poll(async () => {
          const { transactions } = await getAs<Ledger>(page, "/api/GetLedger");
          return transactions
            .filter(({ payee }) => payee === "Greenbarrow Market")
            .map(({ category }) => category?.name);
        })
        .toEqual(["Groceries", "Groceries", "Groceries"]);
    });

    await test.step("a budget of the month counts what was spent in it", async () => {
      await open(page, "/spending");
      await page.getByRole("button", { name: "New Budget" }).first().click();
      const dialog = page.getByRole("dialog", { name: "New Budget" });
      await expect(dialog.getByRole("textbox", { name: "Name" })).toHaveValue(month.name);
      const groceries = dialog.getByRole("checkbox", { name: "Groceries" });
      if (!(await groceries.isChecked())) await dialog.getByText("Groceries", { exact: true }).click();
      await dialog.getByRole("textbox", { name: "Estimate for Groceries" }).fill("300");
      await dialog.getByRole("button", { name: "Save Budget" }).click();
      await expect(page.getByRole("heading", { level: 1, name: month.name })).toBeVisible();
      await expect(page.getByRole("main")).toContainText("$60.70");
    });
    await test.step("the rent is paid with the file's deposit", async () => {
      const [bank] = await getAs<{ institutionAccessItemId: number }[]>(page, "/api/GetUserAccessItems");
      await open(page, `/account/${bank?.institutionAccessItemId}/income?month=${month.first.slice(0, 7)}`);
      await page.getByRole("button", { name: "New", exact: true }).click();
      const dialog = page.getByRole("dialog", { name: "New Revenue Source" });
      await dialog.getByRole("textbox", { name: "Name" }).fill("Garden flat");
      await dialog.getByRole("textbox", { name: "Amount due" }).fill("1200");
      await dialog.getByRole("button", { name: "Save" }).click();
      await expect(dialog).toBeHidden();
      const row = rowOf(page, "Garden flat");
      await row.getByRole("button", { name: "Link payment to Garden flat" }).click();
      const sheet = page.getByRole("dialog", { name: "Link payment" });
      const deposit = sheet.getByRole("region", { name: "Likely deposits" }).getByRole("listitem");
      await expect(deposit).toContainText("Marisol Vega Rent");
      await deposit.getByRole("button", { name: "Link" }).click();
      await expect(sheet).toBeHidden();
      await expect(row).toContainText("Paid");
    });
  },
);
