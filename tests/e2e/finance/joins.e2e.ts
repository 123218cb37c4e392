import type { Page } from "@playwright/test";
import { ofx } from "../../support/factories/import-factory.ts";
import { getAs, linkBank } from "../../support/sites/finance-site.ts";
import { act, forgive, toast, undo } from "../../support/visits/budget-rows-visit.ts";
import { expect, expectGoodLook, hydrated, night, open, signIn, test } from "../../support/visits/e2e.ts";

/* Joining and separating transactions by hand, of a bank and of a file that has one of them four days earlier. */

type Row = {
  transactionId: number;
  payee: string;
  date: string;
  amount: number;
  isoCurrencyCode: string;
  pending: boolean;
  account: { accountId: number; subtype: string | null };
};
type Ledger = { transactions: Row[]; total: number; sums: unknown[]; maybeCount: number };

const ledger = (page: Page, query = "page=1") => getAs<Ledger>(page, `/api/GetLedger?${query}`);
const rows = (page: Page) => page.locator("tbody tr");

function daysBefore(date: string, days: number): string {
  return new Date(Date.parse(date) - days * 86_400_000).toISOString().slice(0, 10);
}

/** Finds a row of the checking account in dollars, from the middle of what the bank has, whose amount no other row has. */
async function onlyOne(page: Page): Promise<Row> {
  const { transactions } = await ledger(page, "");
  const found = transactions.find(
    ({ amount, isoCurrencyCode, pending, account, date }) =>
      account.subtype === "checking" &&
      isoCurrencyCode === "USD" &&
      !pending &&
      date < daysBefore(new Date().toISOString(), 10) &&
      transactions.filter((other) => Math.abs(other.amount) === Math.abs(amount)).length === 1,
  );
  if (found === undefined) throw new Error("the sandbox bank has a row with an amount of its own");
  return found;
}

/** Imports a file that has the row four days earlier, by another name. */
async function importDouble(page: Page, { account, amount, date }: Row): Promise<void> {
  await open(page, `/accounts/import?account=${account.accountId}`);
  const text = ofx([{ date: daysBefore(date, 4), amount, payee: "Quill and Anchor" }]);
  await page
    .locator("main input[type=file]")
    .setInputFiles({ name: "double.ofx", mimeType: "text/plain", buffer: Buffer.from(text) });
  await expect(page.getByRole("button", { name: "It’s the same" })).toBeVisible();
  await page.getByRole("button", { name: "Import 1 transaction" }).press("Enter");
}

test("a row of a file that may be the bank’s is joined, separated, and kept by keyboard", async ({
  page,
}) => {
  test.slow();
  await signIn(page, "/about");
  await linkBank(page);
  const ofBank = await onlyOne(page);
  const before = await ledger(page);
  await importDouble(page, ofBank);
  const maybe = rows(page).filter({ hasText: `Maybe the same as` });

  await test.step("the import's result leads to it", async () => {
    await page.getByRole("link", { name: "1 may be a double" }).press("Enter");
    await expect(page).toHaveURL("/transactions?show=maybe");
    await expect(rows(page)).toHaveCount(1);
    await expect(maybe).toContainText(ofBank.payee);
    await expectGoodLook(page);
  });

  await test.step("joined, it's one row, and the sums are as before", async () => {
    await maybe.getByRole("button", { name: "Join", exact: true }).press("Enter");
    await expect(toast(page).getByText("Joined Quill and Anchor.")).toBeVisible();
    await expect(page.getByText("No transactions match")).toBeVisible();
    expect(await ledger(page)).toMatchObject({ total: before.total, sums: before.sums, maybeCount: 0 });
  });

  await test.step("separated, it's two rows again, which All transactions says", async () => {
    await open(page, `/transactions?min=${Math.abs(ofBank.amount)}&max=${Math.abs(ofBank.amount)}`);
    await expect(rows(page)).toHaveCount(1);
    await rows(page)
      .getByRole("button", { name: /^Actions for/ })
      .press("Enter");
    await expect(page.getByRole("menuitem", { name: "Separate" })).toBeVisible();
    await page.keyboard.type("Sep");
    await page.keyboard.press("Enter");
    await expect(toast(page).getByText(`Separated ${ofBank.payee} into two transactions.`)).toBeVisible();
    await expect(rows(page)).toHaveCount(2);
    await expect(maybe).toHaveCount(1);
    await open(page, "/transactions");
    await expect(page.getByText("1 may be a double")).toBeVisible();
    await expectGoodLook(page);
    await page.getByRole("button", { name: "Review doubles" }).press("Enter");
    await expect(page).toHaveURL("/transactions?show=maybe");
  });

  await test.step("kept, it isn't asked about again", async () => {
    await maybe.getByRole("button", { name: "Keep both" }).press("Enter");
    await expect(page.getByText("No transactions match")).toBeVisible();
    await undo(page).press("Enter");
    await expect(maybe).toHaveCount(1);
    await maybe.getByRole("button", { name: "Keep both" }).press("Enter");
    await expect(page.getByText("No transactions match")).toBeVisible();
    await page.reload();
    await hydrated(page);
    await expect(page.getByText("No transactions match")).toBeVisible();
    expect(await ledger(page)).toMatchObject({ total: before.total + 1, maybeCount: 0 });
  });
});

test(
  "a row is joined with another from its menu, which waits, fails, and says when there is none",
  night,
  async ({ page, complaints }) => {
    test.slow();
    await signIn(page, "/about");
    await linkBank(page);
    const ofBank = await onlyOne(page);
    const address = `/transactions?min=${Math.abs(ofBank.amount)}&max=${Math.abs(ofBank.amount)}`;
    const dialog = page.getByRole("dialog", { name: "Join with…" });
    await open(page, address);
    await act(page, rows(page), "Join with another…");
    await expect(dialog.getByText(/none within 30 days/)).toBeVisible();
    await page.keyboard.press("Escape");

    await importDouble(page, ofBank);
    await expect(page.getByText("1 new.")).toBeVisible();
    await open(page, address);
    await expect(rows(page)).toHaveCount(2);
    const { promise: waiting, resolve: fail } = Promise.withResolvers<void>();
    await page.route("**/api/GetJoinCandidates*", async (route) => {
      await waiting;
      await route.fulfill({ status: 500, body: "no" });
    });
    await act(page, rows(page).first(), "Join with another…");
    await expect(dialog.getByText("Loading the other transactions")).toBeAttached();
    await expectGoodLook(page);
    fail();
    await expect(dialog.getByText("Couldn’t load the other transactions")).toBeVisible();
    await page.unroute("**/api/GetJoinCandidates*");
    await dialog.getByRole("button", { name: "Try again" }).press("Enter");
    const join = dialog.getByRole("button", { name: /^Join with Quill and Anchor, / });
    await expect(join).toBeVisible();
    await expectGoodLook(page);
    await join.press("Enter");
    await expect(dialog).toBeHidden();
    await expect(rows(page)).toHaveCount(1);
    await undo(page).press("Enter");
    await expect(rows(page)).toHaveCount(2);
    forgive(complaints, /500/);
  },
);
