import type { Page } from "@playwright/test";
import {
  act,
  boxes,
  chooser,
  expectTableFits,
  forgive,
  pick,
  save,
  toast,
  undo,
} from "../../support/visits/budget-rows-visit.ts";
import { expect, expectGoodLook, hydrated, night, open, signIn, test } from "../../support/visits/e2e.ts";
import { getAs, linkBank } from "../../support/sites/finance-site.ts";

/** Transactions of all banks. */

type Row = {
  transactionId: number;
  name: string;
  kind: string;
  pending: boolean;
  category: { name: string } | null;
};
type Ledger = {
  transactions: Row[];
  total: number;
  sums: { isoCurrencyCode: string; in: number; out: number }[];
};
type Bank = { accounts: { accountId: number; name: string }[] };

const ledger = (page: Page, query: string) => getAs<Ledger>(page, `/api/GetLedger?${query}`);
/** The line above the table that says how many rows match, and their sums by currency. */
function figures(page: Page, { total, sums }: Ledger) {
  const parts = sums.map(({ isoCurrencyCode, ...sum }) => {
    const text = (units: number) =>
      units.toLocaleString("en-US", { style: "currency", currency: isoCurrencyCode });
    return ` · ${text(sum.in)} in · ${text(sum.out)} out`;
  });
  return page.getByText(`${total} transaction${total === 1 ? "" : "s"}${parts.join("")}`);
}
const rows = (page: Page) => page.locator("tbody tr");

/** Opens a list by keyboard and chooses an option by its first letters. */
async function chooseByKeys(page: Page, label: string, letters: string): Promise<void> {
  await page.getByRole("button", { name: new RegExp(` ${label}$`) }).press("Enter");
  await expect(page.getByRole("listbox")).toBeVisible();
  await page.keyboard.type(letters);
  await page.keyboard.press("Enter");
}

/** Exports the list by the menu; returns the file's text. */
async function exported(page: Page, format: "CSV" | "OFX"): Promise<string> {
  await page.getByRole("button", { name: "Export" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: format }).click(),
  ]);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString("utf8");
}

test("filters are set by keyboard, stay in the address, and lead to exactly the rows of the figures", async ({
  page,
  complaints,
}) => {
  test.slow();
  await signIn(page, "/accounts", "a keeper of a register");
  const bank = await linkBank(page);
  const [account] = (await getAs<Bank[]>(page, "/api/GetUserAccessItems"))[0]?.accounts ?? [];
  await open(page, "/accounts");
  const whole = await ledger(page, "page=1");
  await page
    .getByRole("link", { name: `${whole.total.toLocaleString("en-US")} transactions`, exact: true })
    .click();
  await expect(page).toHaveURL(`/transactions?bank=${bank}`);
  await expect(figures(page, whole)).toBeVisible();

  await chooseByKeys(page, "Kind", "Inc");
  await expect(page).toHaveURL(`/transactions?bank=${bank}&kind=income`);
  await page.getByRole("textbox", { name: "Min amount" }).fill("100");
  await page.keyboard.press("Tab");
  await expect(page).toHaveURL(`/transactions?bank=${bank}&kind=income&min=100`);
  const income = await ledger(page, "kind=income&minAmount=100&page=1");
  expect(income.total).toBeGreaterThan(0);
  await expect(figures(page, income)).toBeVisible();
  await expect(rows(page).first()).toContainText(income.transactions[0]?.name ?? "nothing");
  await expect(rows(page).first()).toContainText("Income");

  await page.reload();
  await hydrated(page);
  await expect(figures(page, income)).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Min amount" })).toHaveValue("$100.00");
  await page.goBack();
  await expect(page).toHaveURL(`/transactions?bank=${bank}&kind=income`);
  await expect(page.getByRole("textbox", { name: "Min amount" })).toHaveValue("");
  // A filter that Back removed doesn't return with the next one.
  await page.getByRole("textbox", { name: "Max amount" }).fill("2,000");
  await page.keyboard.press("Tab");
  await expect(page).toHaveURL(`/transactions?bank=${bank}&kind=income&max=2000`);
  const small = await ledger(page, "kind=income&maxAmount=2000&page=1");
  await expect(figures(page, small)).toBeVisible();

  const lines = (await exported(page, "CSV")).trim().split("\r\n");
  expect(lines).toHaveLength(small.total + 1);
  expect((await exported(page, "OFX")).match(/<STMTTRN>/g)).toHaveLength(
    (await ledger(page, "kind=income&maxAmount=2000")).transactions.filter(({ pending }) => !pending).length,
  );

  await page.getByRole("button", { name: "Clear all" }).click();
  await expect(page).toHaveURL("/transactions");
  const from = page.getByRole("group", { name: "From" }).getByRole("spinbutton").first();
  await from.focus();
  await page.keyboard.type("01022020");
  await expect(page).toHaveURL("/transactions?from=2020-01-02");
  await expect(figures(page, whole)).toBeVisible();
  await page.getByRole("button", { name: /^Remove the filter From/ }).click();

  await open(page, "/accounts");
  await page
    .getByRole("list", { name: "Banks" })
    .getByRole("link", { name: account?.name ?? "" })
    .first()
    .click();
  await expect(page).toHaveURL(`/transactions?account=${account?.accountId}`);
  await expect(figures(page, await ledger(page, `accountId=${account?.accountId}&page=1`))).toBeVisible();
  await open(page, "/transactions?account=4711");
  await expect(page.getByRole("heading", { name: "No transactions match" })).toBeVisible();
  forgive(complaints, /status of 404/);
});

test(
  "rows get a category and a kind, and the page looks right in both themes and on a phone",
  night,
  async ({ page }) => {
    test.slow();
    await signIn(page, "/", "a keeper of another register");
    await linkBank(page);
    await page.getByRole("button", { name: "Open menu" }).click();
    await page.getByRole("dialog", { name: "Menu" }).getByRole("link", { name: "Transactions" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Transactions" })).toBeVisible();
    const query = "kind=spending&page=1&pageSize=5";
    await chooseByKeys(page, "Kind", "Spe");
    const before = await ledger(page, query);
    await expect(figures(page, before)).toBeVisible();

    await expect(chooser(page)).toBeDisabled();
    await page.keyboard.press("j");
    await page.keyboard.press("x");
    await page.keyboard.press("j");
    await page.keyboard.press("x");
    await page.keyboard.press("c");
    await expect(chooser(page)).toBeFocused();
    await pick(page, "Travel");
    await save(page).click();
    await expect(toast(page).getByText("Set 2 transactions to Travel.")).toBeVisible();
    await expect(rows(page).nth(1)).toContainText("Travel");
    await expect(boxes(page).nth(0)).toBeFocused();
    await undo(page).click();
    await expect(toast(page).getByText("Undone.")).toBeVisible();
    expect(await ledger(page, query)).toEqual(before);

    await act(page, rows(page).first(), "Leave out of totals");
    await expect(toast(page).getByText(/is left out of totals\.$/)).toBeVisible();
    await expect(figures(page, await ledger(page, query))).toBeVisible();
    expect((await ledger(page, query)).total).toBe(before.total - 1);
    await undo(page).click();
    await expect(figures(page, before)).toBeVisible();

    await boxes(page).nth(0).press("Space");
    await pick(page, "Travel");
    await save(page).click();
    const travel = rows(page).first().getByRole("button", { name: "Travel" });
    await expect(travel).toBeVisible();
    await act(page, rows(page).first(), "Sort automatically");
    await expect(toast(page).getByText(/is sorted automatically again\.$/)).toBeVisible();
    await expect(travel).toBeHidden();
    expect(await ledger(page, query)).toEqual(before);
    await undo(page).click();
    await travel.click();
    await expect(page.getByText("You chose Travel.")).toBeVisible();
    await page.getByRole("button", { name: "Sort automatically" }).click();
    await expect(travel).toBeHidden();
    expect(await ledger(page, query)).toEqual(before);

    await open(page, "/transactions?kind=transfer");
    await expectGoodLook(page);
    await expectTableFits(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByRole("button", { name: / Kind$/ })).toBeHidden();
    await page.getByRole("button", { name: "Filters", exact: true }).click();
    await expect(page.getByRole("button", { name: / Kind$/ })).toBeVisible();
    await expectGoodLook(page);

    await boxes(page).nth(0).press("Space");
    await boxes(page).nth(1).press("Space");
    await page.getByRole("button", { name: "Kind", exact: true }).press("Enter");
    await page.getByRole("menuitem", { name: "Leave out of totals" }).press("Enter");
    await expect(toast(page).getByText("Set 2 transactions to Left out.")).toBeVisible();
    await expect(page.getByText("None selected")).toBeVisible();
    await undo(page).click();
    await expect(toast(page).getByText("Undone.")).toBeVisible();
  },
);
