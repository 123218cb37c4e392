import type { Page } from "@playwright/test";
import { createManualAccount, getAs, linkBank, postAs } from "../../../support/sites/finance-site.ts";
import { forgive, toast } from "../../../support/visits/budget-rows-visit.ts";
import { expect, expectGoodLook, hydrated, night, open, signIn, test } from "../../../support/visits/e2e.ts";

/* A manual account of a person who links its bank later. */

type Row = { payee: string; date: string; amount: number; pending: boolean; account: { subtype: string } };
type Ledger = { transactions: Row[]; total: number };

const total = async (page: Page) => (await getAs<Ledger>(page, "/api/GetLedger?page=1")).total;

const notebook = { institutionName: "Old notebook", name: "Everyday", type: "checking", openingBalance: 100 };

/** Types, at a manual account, two transactions that the bank has, and one that it doesn't. */
async function keepByHand(page: Page): Promise<void> {
  const { transactions } = await getAs<Ledger>(page, "/api/GetLedger?sort=date&direction=asc");
  const ofBank = transactions
    .filter(({ account, pending }) => account.subtype === "checking" && !pending)
    .slice(0, 2);
  const accountId = await createManualAccount(page, notebook);
  const typed = [
    ...ofBank.map(({ date, amount, payee }) => ({ date, amount, name: payee })),
    { date: ofBank[0]?.date, amount: -7.77, name: "Only in the notebook" },
  ];
  for (const row of typed)
    await postAs(page, "/api/SaveTransaction", { transactionId: 0, accountId, ...row });
}

const menuOf = (page: Page) => page.getByRole("button", { name: "Actions for Everyday", exact: true });
const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Link Everyday" });

async function openDialog(page: Page): Promise<void> {
  await menuOf(page).press("Enter");
  await page.getByRole("menuitem", { name: "Link to a bank’s account…" }).press("Enter");
  await expect(dialogOf(page)).toBeVisible();
}

async function choose(page: Page, name: RegExp): Promise<void> {
  const field = dialogOf(page).getByRole("button", { name: /Account at your bank$/ });
  await field.press("Enter");
  await page.getByRole("option", { name }).press("Enter");
  // The focus comes back a moment after the list has closed.
  await expect(field).toBeFocused();
}

test(
  "a manual account becomes part of a linked one by keyboard, and nothing is doubled",
  night,
  async ({ page, complaints }) => {
    test.slow();
    await signIn(page, "/about");
    await linkBank(page);
    const before = await total(page);
    await keepByHand(page);
    expect(await total(page)).toBe(before + 3);
    await open(page, "/accounts");
    await hydrated(page);
    await openDialog(page);
    const dialog = dialogOf(page);
    await expect(dialog.getByRole("button", { name: "Link account" })).toBeDisabled();
    await expectGoodLook(page);

    await page.route("**/api/GetManualAccountLink**", (route) => route.abort(), { times: 1 });
    await choose(page, /Checking/);
    await expect(dialog.getByText("Couldn’t compare the transactions.")).toBeVisible();
    await expectGoodLook(page);
    forgive(complaints, /ERR_FAILED/);
    await dialog.getByRole("button", { name: "Try again" }).press("Enter");
    await expect(
      dialog.getByText(
        "2 transactions are at your bank, too, and become one with the bank’s. 1 other moves.",
      ),
    ).toBeVisible();
    await expectGoodLook(page);
    await page.keyboard.press("Escape");
    await expect(menuOf(page)).toBeFocused();
    expect(await total(page), "nothing has changed").toBe(before + 3);

    await openDialog(page);
    await choose(page, /Checking/);
    await expect(dialog.getByRole("button", { name: "Link account" })).toBeEnabled();
    await dialog.getByRole("button", { name: "Link account" }).press("Enter");
    await expect(toast(page)).toContainText("Linked Everyday to ");
    await expect(page.getByRole("article", { name: "Old notebook" })).toBeHidden();
    await expect(page.getByRole("heading", { name: "Accounts", level: 1 })).toBeFocused();
    expect(await total(page)).toBe(before + 1);
  },
);

test(
  "without a linked bank, a manual account offers no link, and says if it can’t be closed",
  night,
  async ({ page, complaints }) => {
    await signIn(page, "/about");
    await createManualAccount(page, notebook);
    await open(page, "/accounts");
    await hydrated(page);
    await menuOf(page).press("Enter");
    await expect(page.getByRole("menuitem", { name: "Close account" })).toBeVisible();
    await expect(page.getByRole("menuitem", { name: "Link to a bank’s account…" })).toBeHidden();
    await page.route("**/api/CloseManualAccount", (route) => route.abort(), { times: 1 });
    await page.getByRole("menuitem", { name: "Close account" }).press("Enter");
    const failed = page.getByRole("alertdialog", { name: "Request Failed" });
    await expect(failed).toContainText("Couldn’t close Everyday.");
    forgive(complaints, /ERR_FAILED/);
    await failed.getByRole("button", { name: "Try again" }).press("Enter");
    await expect(page.getByRole("article", { name: "Old notebook" })).toContainText("Closed");
  },
);
