import type { Locator, Page } from "@playwright/test";
import { forgive } from "../../../support/visits/budget-rows-visit.ts";
import { expect, expectGoodLook, open, signIn, test } from "../../../support/visits/e2e.ts";
import { createManualAccount, getAs, linkBank, postAs } from "../../../support/sites/finance-site.ts";
import { todayAtSite } from "../../../support/visits/income-visit.ts";

/** Bills and income due: rhythms, payments, and the calendar. */

test("a bill is added with a rhythm, paid, and shown on the calendar", async ({ page }) => {
  test.setTimeout(180_000);
  await signIn(page, "/accounts");
  const itemId = await linkBank(page);
  await createManualAccount(page);
  await open(page, "/due");
  await expect(page.getByRole("heading", { level: 1, name: "What’s due" })).toBeVisible();

  await page.getByRole("button", { name: "New bill" }).first().click();
  const form = page.getByRole("dialog", { name: "New bill" });
  await form.getByRole("textbox", { name: "Name" }).fill("Window cleaner");
  await form.getByRole("textbox", { name: "Amount due" }).fill("35");
  await form.getByRole("button", { name: /Rhythm/ }).click();
  await page.getByRole("option", { name: "Twice a month" }).click();
  await expect(form.getByRole("button", { name: /Second day/ })).toBeVisible();
  await expectGoodLook(page);
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form).toBeHidden();

  const row = billRow(page, "Window cleaner");
  await expect(row).toContainText("Twice a month on the 15th and the last day");
  const entries = page
    .getByRole("table", { name: /^Due in/ })
    .getByRole("button", { name: /Window cleaner/ });
  await expect(entries).toHaveCount(2);
  await expectGoodLook(page);

  await test.step("income is added here as well, for the bank where it comes in", async () => {
    await page.getByRole("button", { name: "New income" }).click();
    const income = page.getByRole("dialog", { name: "New Revenue Source" });
    await income.getByRole("button", { name: /Bank$/ }).click();
    await page.getByRole("option", { name: "Wallet" }).click();
    await income.getByRole("textbox", { name: "Name" }).fill("Garden flat");
    await income.getByRole("textbox", { name: "Amount due" }).fill("900");
    await income.getByRole("button", { name: "Save" }).click();
    await expect(income).toBeHidden();
    await expect(
      page.getByRole("table", { name: /^Due in/ }).getByRole("link", { name: /Garden flat/ }),
    ).toBeVisible();
  });

  await row.getByRole("button", { name: "Link payment, Window cleaner" }).click();
  const sheet = page.getByRole("dialog", { name: "Link payment" });
  await expect(sheet.getByRole("region", { name: "Likely payments" })).toBeVisible();
  await test.step("any other transaction is found and linked, and taken back", async () => {
    const ledger = await getAs<{ transactions: { payee: string; amount: number }[] }>(
      page,
      "/api/GetLedger?page=1&pageSize=50&isoCurrencyCode=USD",
    );
    const other = ledger.transactions.find(({ amount }) => amount < 0)?.payee ?? "";
    const search = sheet.getByRole("searchbox", { name: "Search all your accounts" });
    await search.fill("nothing has this name");
    await search.press("Enter");
    await expect(sheet.getByText("No payment in USD matches.")).toBeVisible();
    await search.fill(other);
    await search.press("Enter");
    const found = sheet.getByRole("list", { name: "Transactions found" });
    await expect(found.getByText(other).first()).toBeVisible();
    await expectGoodLook(page);
    await found.getByRole("button", { name: "Link" }).first().press("Enter");
    await expect(sheet).toBeHidden();
    await undo(page, /^Linked/);
    await expect(page.getByRole("region", { name: "Notifications" })).toContainText("Unlinked");
    await row.getByRole("button", { name: "Link payment, Window cleaner" }).click();
  });
  await sheet.getByRole("textbox", { name: "Amount" }).press("Enter");
  await expect(sheet).toBeHidden();
  await expect(entries.filter({ hasText: "Paid" })).toHaveCount(1);

  await test.step("the payment is credited to another due date, and back", async () => {
    await page.getByRole("button", { name: "Actions for Window cleaner" }).click();
    await page.getByRole("menuitem", { name: "Payment History" }).click();
    const history = page.getByRole("dialog", { name: "Payment History, Window cleaner" });
    const payment = history.getByRole("list", { name: /^Payments for/ }).getByRole("listitem");
    const before = /for (\w+ \d+, \d+)/.exec((await payment.textContent()) ?? "")?.[1] ?? "";
    await payment.getByRole("button", { name: /^Actions for/ }).click();
    await page.getByRole("menuitem", { name: "Credit to another due date" }).click();
    const move = page.getByRole("dialog", { name: "Credit to another due date" });
    await move.getByRole("button", { name: /Due date/ }).click();
    await expectGoodLook(page);
    await page.getByRole("option", { name: before, exact: true }).press("ArrowUp");
    await page.keyboard.press("Enter");
    await move.getByRole("button", { name: "Save" }).click();
    await expect(payment).not.toContainText(`for ${before}`);
    await undo(page, /^Credited to/);
    await expect(payment).toContainText(`for ${before}`);
    await history.getByRole("button", { name: "Close", exact: true }).last().click();
  });

  // A phone lists the days; the dashboard of the bank shows no bill.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(
    page
      .getByRole("listitem")
      .getByRole("button", { name: /Window cleaner/ })
      .first(),
  ).toBeVisible();
  await expectGoodLook(page);
  const month = await getAs<{ incomeSources: unknown[] }>(
    page,
    `/api/GetIncomeSources?institutionAccessItemId=${itemId}`,
  );
  expect(month.incomeSources).toEqual([]);

  // A bill's menu deletes it, and the toast brings it back.
  await page.getByRole("button", { name: "Actions for Window cleaner" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete bill" }).click();
  await expect(row).toHaveCount(0);
  await undo(page, /^Deleted Window cleaner/);
  await expect(row).toBeVisible();
});

test("regular payments are added as bills with one click, and later payments accepted with another", async ({
  page,
  complaints,
}) => {
  test.setTimeout(120_000);
  await signIn(page, "/accounts");
  const accountId = await createManualAccount(page, { openingBalance: 500, openingDate: "2020-01-01" });
  for (const ago of [28, 21, 14, 7, 0]) {
    const date = new Date(Date.parse(todayAtSite()) - ago * 86_400_000).toISOString().slice(0, 10);
    const row = { transactionId: 0, accountId, date, amount: -12, name: "Blue Fig Yoga" };
    await postAs(page, "/api/SaveTransaction", row);
  }
  await open(page, "/due");
  const offer = page.getByRole("region", { name: "Regular payments" });
  await expect(offer.getByText(/^Bill · Weekly · \$12\.00 · last /)).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(offer).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  await expectGoodLook(page);
  await offer.getByRole("link", { name: "5 payments, Blue Fig Yoga" }).click();
  await expect(page).toHaveURL("/transactions?payee=Blue+Fig+Yoga&currency=USD");
  await expect(page.locator("tbody tr")).toHaveCount(5);
  await page.goBack();
  const add = offer.getByRole("button", { name: "Add 1 bill" });
  await add.press("Enter");
  await expect(billRow(page, "Blue Fig Yoga")).toContainText("Weekly");
  await expect(offer).toBeHidden();
  await undo(page, /^Added 1 bill with 5 payments/);
  await expect(offer.getByRole("checkbox", { name: /Blue Fig Yoga/ })).toBeChecked();
  await expect(add, "the undo is over").toBeEnabled();
  await add.press("Enter");
  await expect(offer).toBeHidden();

  // As if the last two had come after the bill was added.
  const { bills } = await getAs<{ bills: { bill: { incomeSourceId: number } }[] }>(page, "/api/GetExpected");
  const { months } = await getAs<{ months: { payments: { incomePaymentId: number; date: string }[] }[] }>(
    page,
    `/api/GetIncomePaymentHistory?incomeSourceId=${bills[0]?.bill.incomeSourceId}`,
  );
  const newest = months.flatMap(({ payments }) => payments).slice(0, 2);
  for (const { incomePaymentId } of newest)
    await postAs(page, "/api/DeleteIncomePayment", { incomePaymentId });
  await open(page, "/due");
  const likely = page.getByRole("region", { name: "Likely payments" });
  await expect(likely.getByText("Exactly the amount due")).toHaveCount(2);
  await expectGoodLook(page);
  let saves = 0;
  await page.route("**/api/SaveIncomePayment", (route) => {
    saves += 1;
    return saves === 2 ? route.fulfill({ status: 502, json: {} }) : route.continue();
  });
  await likely.getByRole("button", { name: "Accept 2 strong matches" }).press("Enter");
  const failed = page.getByRole("alertdialog", { name: "Request Failed" });
  await expect(failed).toContainText("Couldn’t link all of these payments.");
  await failed.getByRole("button", { name: "Try again" }).click();
  await expect(likely).toBeHidden();
  await undo(page, /^Linked 2 payments/);
  await expect(likely.getByText("Exactly the amount due")).toHaveCount(2);
  forgive(complaints, /status of (502|409)/);
});

/** Takes back what a notification tells. */
async function undo(page: Page, words: RegExp): Promise<void> {
  const notifications = page.getByRole("region", { name: "Notifications" });
  await notifications.getByText(words).locator("..").getByRole("button", { name: "Undo" }).click();
}

function billRow(page: Page, name: string): Locator {
  return page.getByRole("table", { name: "All bills" }).getByRole("row").filter({ hasText: name });
}
