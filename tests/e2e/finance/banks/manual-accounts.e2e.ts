import type { Page } from "@playwright/test";
import { getAs } from "../../../support/sites/finance-site.ts";
import {
  expect,
  expectGoodLook,
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  hydrated,
  night,
  open,
  signIn,
  test,
} from "../../../support/visits/e2e.ts";

/* Accounts without a link, and transactions typed by hand, by a person who has linked no bank. */

type Typed = { transactions: { payee: string; amount: number; category: { name: string } | null }[] };

const cardOf = (page: Page, name: string) => page.getByRole("article", { name });
const entryOf = (page: Page) => page.getByRole("region", { name: "Add a transaction" });
const undoButton = (page: Page) => page.getByRole("button", { name: "Undo" }).last();

/** Adds an account with the keyboard alone. */
async function addAccount(page: Page, bank: string, name: string, balance: string, type = ""): Promise<void> {
  await page.getByRole("button", { name: "Add an account" }).first().press("Enter");
  const dialog = page.getByRole("dialog", { name: "Add an account" });
  await dialog.getByRole("combobox", { name: "Bank" }).focus();
  await page.keyboard.type(bank);
  await page.keyboard.press("Tab");
  await page.keyboard.type(name);
  if (type !== "") {
    await dialog.getByRole("button", { name: /Type$/ }).press("Enter");
    await page.getByRole("option", { name: type }).press("Enter");
  }
  await dialog.getByRole("textbox", { name: "Opening balance" }).focus();
  await page.keyboard.type(balance);
  // Another currency leaves the number as it was typed.
  const currency = dialog.getByRole("textbox", { name: "Currency" });
  await currency.fill("JPY");
  await expect(dialog.getByRole("textbox", { name: "Opening balance" })).toHaveValue(
    `¥${Number(balance).toLocaleString("en-US")}`,
  );
  await currency.fill("USD");
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(cardOf(page, bank)).toContainText(name);
}

/** Types a transaction: payee, Tab, amount, Enter. The date and the focus on the payee stay from the one before. */
async function typeRow(page: Page, payee: string, amount: string): Promise<void> {
  const field = entryOf(page).getByRole("combobox", { name: "Payee" });
  await expect(field).toHaveValue("");
  await field.focus();
  await page.keyboard.type(payee);
  await page.keyboard.press("Tab");
  await page.keyboard.type(amount);
  await page.keyboard.press("Enter");
  await expect(entryOf(page).getByText(`Added ${payee},`)).toBeVisible();
}

test("a person without a bank link keeps cash and checking by hand, by keyboard", async ({
  page,
  context,
  complaints,
}) => {
  test.slow();
  await signIn(page, "/accounts", "a keeper of cash");
  await expect(page.getByRole("heading", { name: "Get started" })).toBeVisible();
  await addAccount(page, "Harbor Credit Union", "Everyday", "1000");
  await addAccount(page, "Wallet", "Cash", "50", "Cash");
  const bank = cardOf(page, "Harbor Credit Union");
  await expect(bank).toContainText("$1,000.00");
  await expect(bank).toContainText("Manual");
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page);

  await bank.getByRole("link", { name: "Everyday" }).press("Enter");
  await hydrated(page);
  await typeRow(page, "Greenbarrow Market", "24.1");
  await typeRow(page, "Blue Heron", "5");
  await typeRow(page, "Aunt Ida", "+60");
  await expect(entryOf(page)).toContainText("Balance $1,030.90");
  await expect(page.locator("tbody tr")).toHaveCount(3);
  const typed = await getAs<Typed>(page, "/api/GetLedger?sort=amount");
  expect(typed.transactions.map(({ payee, amount }) => [payee, amount])).toEqual([
    ["Greenbarrow Market", -24.1],
    ["Blue Heron", -5],
    ["Aunt Ida", 60],
  ]);
  await expectGoodLook(page);

  await page
    .locator("tbody tr", { hasText: "Blue Heron" })
    .getByRole("button", { name: /^Actions/ })
    .press("Enter");
  await page.getByRole("menuitem", { name: "Delete" }).press("Enter");
  await expect(page.locator("tbody tr")).toHaveCount(2);
  await expect(entryOf(page)).toContainText("Balance $1,035.90");
  await undoButton(page).press("Enter");
  await expect(page.locator("tbody tr")).toHaveCount(3);
  await expect(entryOf(page)).toContainText("Balance $1,030.90");

  await page
    .locator("tbody tr", { hasText: "Blue Heron" })
    .getByRole("button", { name: /^Actions/ })
    .press("Enter");
  await page.getByRole("menuitem", { name: "Edit…" }).press("Enter");
  const edit = page.getByRole("dialog", { name: "Edit transaction" });
  await edit.getByRole("textbox", { name: "Amount out" }).fill("6");
  // If the session has ended meanwhile, nothing is lost, and the form links to where to sign in.
  const cookies = await context.cookies();
  await context.clearCookies();
  await edit.getByRole("button", { name: "Save" }).press("Enter");
  await expect(edit.getByRole("link", { name: "Sign in in a new tab" })).toBeVisible();
  expect(complaints.splice(0).join()).toContain("401");
  await context.addCookies(cookies);
  await edit.getByRole("button", { name: "Save" }).press("Enter");
  await expect(entryOf(page)).toContainText("Balance $1,029.90");

  await open(page, "/accounts");
  await bank.getByRole("button", { name: "Actions for Everyday" }).press("Enter");
  await page.getByRole("menuitem", { name: "Check balance…" }).press("Enter");
  const check = page.getByRole("dialog", { name: "Check the balance of Everyday" });
  await check.getByRole("textbox", { name: "Balance, by your bank" }).fill("1,017.45");
  await page.keyboard.press("Enter");
  await expect(check.getByText("Off by $12.45")).toBeVisible();
  await expectNoAxeViolations(page);
  await check.getByRole("button", { name: "Add an adjustment" }).press("Enter");
  await expect(check).toBeHidden();
  await expect(bank).toContainText("$1,017.45");
  await bank.getByRole("button", { name: "Actions for Everyday" }).press("Enter");
  await page.getByRole("menuitem", { name: "Close account" }).press("Enter");
  await expect(bank).toContainText("Closed");
  // What was typed stays as it is until the account is open again.
  const other = await context.newPage();
  await open(other, "/transactions");
  const menuOf = () =>
    other.locator("tbody tr", { hasText: "Aunt Ida" }).getByRole("button", { name: /^Actions/ });
  await menuOf().press("Enter");
  await expect(other.getByRole("menuitem", { name: "Note and tags…" })).toBeVisible();
  await expect(other.getByRole("menuitem", { name: "Delete" })).toHaveCount(0);
  await other.close();
  await undoButton(page).press("Enter");
  await expect(bank).not.toContainText("Closed");
});

test(
  "a page that stays open past midnight offers the new day, unless a date was chosen",
  night,
  async ({ page }) => {
    await page.clock.install();
    await signIn(page, "/accounts", "a keeper until late");
    await addAccount(page, "Wallet", "Cash", "50", "Cash");
    await cardOf(page, "Wallet").getByRole("link", { name: "Cash" }).click();
    await hydrated(page);
    const day = entryOf(page).getByRole("spinbutton", { name: /^day/ });
    const today = (await day.textContent()) ?? "";
    await page.clock.fastForward(86_400_000);
    await expect(day).not.toHaveText(today);

    const year = entryOf(page).getByRole("spinbutton", { name: /^year/ });
    await year.press("ArrowDown");
    const chosen = (await year.textContent()) ?? "";
    await typeRow(page, "Night Bus", "3");
    await page.clock.fastForward(86_400_000);
    await expect(year).toHaveText(chosen);
  },
);

test(
  "typing forgives: bad input, a lost connection, two Enters, two tabs",
  night,
  async ({ page, context, complaints }) => {
    test.setTimeout(120_000);
    await signIn(page, "/accounts", "a hasty keeper");
    await addAccount(page, "Harbor Credit Union", "Everyday", "100");
    await cardOf(page, "Harbor Credit Union").getByRole("link", { name: "Everyday" }).click();
    await hydrated(page);
    const entry = entryOf(page);
    const payee = entry.getByRole("combobox", { name: "Payee" });
    const amount = entry.getByRole("textbox", { name: "Amount out" });

    await test.step("each field says what it needs, and keeps what is there", async () => {
      await payee.press("Enter");
      await expect(entry.getByText("Enter a payee.")).toBeVisible();
      await expect(entry.getByText("Enter an amount.")).toBeVisible();
      await payee.fill("Nine Plums");
      await amount.fill("1.234");
      await amount.press("Enter");
      await expect(amount).toHaveAttribute("aria-invalid", "true");
      await expect(payee).toHaveValue("Nine Plums");
      await expectGoodLook(page);
    });

    await test.step("what couldn’t be sent stays, and is sent once", async () => {
      await page.route("**/api/SaveTransaction", (route) => route.abort());
      await amount.fill("12.50");
      await amount.press("Enter");
      await expect(entry.getByRole("alert")).toContainText("Check your connection");
      await expect(payee).toHaveValue("Nine Plums");
      complaints.length = 0;
      await page.unroute("**/api/SaveTransaction");
      await amount.press("Enter");
      await amount.press("Enter");
      await expect(entry.getByText("Added Nine Plums,")).toBeVisible();
      await expect(page.locator("tbody tr")).toHaveCount(1);
      await expect(entry).toContainText("Balance $87.50");
    });

    await test.step("a form that is older than another tab’s change takes nothing back", async () => {
      const openEdit = async (tab: Page) => {
        await tab
          .locator("tbody tr")
          .getByRole("button", { name: /^Actions/ })
          .press("Enter");
        await tab.getByRole("menuitem", { name: "Edit…" }).press("Enter");
        return tab.getByRole("dialog", { name: "Edit transaction" });
      };
      const other = await context.newPage();
      await open(other, new URL(page.url()).pathname + new URL(page.url()).search);
      const mine = await openEdit(page);
      const theirs = await openEdit(other);
      await theirs.getByRole("textbox", { name: "Amount out" }).fill("20");
      await theirs.getByRole("button", { name: "Save" }).press("Enter");
      await expect(theirs).toBeHidden();
      await mine.getByRole("textbox", { name: "Amount out" }).fill("30");
      await mine.getByRole("button", { name: "Save" }).press("Enter");
      await expect(mine.getByText("Yours: -$30.00")).toBeVisible();
      complaints.length = 0;
      await expectNoAxeViolations(page);
      await mine.getByRole("button", { name: "Use theirs" }).press("Enter");
      await expect(mine).toBeHidden();
      await expect(entry).toContainText("Balance $80.00");
      await other.close();
    });
  },
);
