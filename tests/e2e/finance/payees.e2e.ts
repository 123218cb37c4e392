import type { Page } from "@playwright/test";
import { forgive, toast } from "../../support/visits/budget-rows-visit.ts";
import { expect, expectGoodLook, night, open, signIn, test } from "../../support/visits/e2e.ts";
import { getAs, linkBank } from "../../support/sites/finance-site.ts";

/** Sort by payee. */

// Long tests that each link a bank first, which takes a while on a busy machine.
test.describe.configure({ timeout: 180_000 });

type Payee = { payee: string; direction: string; unsortedCount: number };
type Payees = {
  payees: Payee[];
  payeeCount: number;
  sortedPayeeCount: number;
  transactionCount: number;
  sortedTransactionCount: number;
};

const payeesOf = (page: Page) => getAs<Payees>(page, "/api/GetPayees");
const field = (page: Page) => page.getByRole("searchbox", { name: /^Category of / });
const items = (page: Page) => page.getByRole("list", { name: "Payees" }).getByRole("listitem");

/** Texts that a person types for the payees of the household that the bank leaves open, whichever the last 33 days have. */
const typed: [RegExp, string][] = [
  [/rent/i, "re"],
  // What looks like a transfer needs no text.
  [/^transfer to/i, ""],
  [/^transfer from/i, "transf"],
  [/zellig|payback/i, "oth"],
  [/hosting|backup/i, "su"],
  [/./, "sh"],
];

test("a month of a household is sorted with at most 60 keystrokes, from the list of transactions on", async ({
  page,
}) => {
  await signIn(page, "/accounts", "a sorter of payees");
  await linkBank(page, { days: 33 });
  const before = await payeesOf(page);
  expect(before.transactionCount).toBeGreaterThanOrEqual(80);
  expect(before.payeeCount).toBeGreaterThanOrEqual(40);
  // Most are done before one looks.
  expect(before.sortedTransactionCount / before.transactionCount).toBeGreaterThan(0.85);

  await open(page, "/transactions");
  let keystrokes = 0;
  const press = async (key: string) => {
    keystrokes += 1;
    await page.keyboard.press(key);
  };
  await page.getByRole("link", { name: "Sort by payee" }).focus();
  await press("Enter");
  await expect(page).toHaveURL("/transactions/payees");
  await expect(
    page.getByText(`${before.sortedPayeeCount} of ${before.payeeCount} payees`, { exact: true }),
  ).toBeVisible();
  for (const { payee } of before.payees) {
    await expect(field(page)).toHaveAccessibleName(`Category of ${payee}`);
    await expect(field(page)).toBeFocused();
    for (const letter of typed.find(([pattern]) => pattern.test(payee))?.[1] ?? "") await press(letter);
    await press("Enter");
  }
  await expect(page.getByRole("heading", { name: "Everything is sorted" })).toBeVisible();
  expect(keystrokes).toBeLessThanOrEqual(60);
  await expect.poll(async () => (await payeesOf(page)).payees).toEqual([]);
  await expect(page.getByText("100% of transactions sorted")).toBeVisible();
  const rules = await getAs<unknown[]>(page, "/api/GetRules");
  expect(rules).toHaveLength(before.payees.length);

  const last = before.payees.at(-1);
  // The answers come in any order, and the toasts with them.
  const done = toast(page).getByText(`${last?.payee} is always`).locator("..");
  await done.getByRole("button", { name: "Undo" }).click();
  await expect(toast(page).getByText("Undone.").first()).toBeVisible();
  await expect(items(page).last()).toContainText("Not sorted");
  expect((await payeesOf(page)).payees).toMatchObject([{ payee: last?.payee }]);
});

/** Opens the first result of a search with the palette, moving there by arrow keys. */
async function openFromPalette(page: Page, text: string, result: RegExp): Promise<void> {
  const first = page.getByRole("menuitem").first();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("searchbox", { name: "Go to" })).toBeFocused();
  await page.keyboard.type(text);
  await expect(first).toHaveText(result);
  await expect(first).toHaveAttribute("data-focused");
  await page.keyboard.press("Enter");
}

test(
  "the screen works on a phone and in the dark, and keeps a payee that couldn't be saved",
  night,
  async ({ page, complaints }) => {
    await signIn(page, "/accounts", "a careful sorter of payees");
    await open(page, "/transactions/payees");
    await expect(page.getByRole("main").getByRole("link")).toHaveText("Link a bank");
    await expect(page.getByRole("progressbar")).toHaveCount(0);
    await linkBank(page);
    await open(page, "/transactions/payees");
    await expectGoodLook(page);
    const [first, second] = (await payeesOf(page)).payees;
    await page.getByRole("link", { name: "See transactions" }).click();
    await expect(page).toHaveURL(/\/transactions\?payee=/);
    await expect(page.getByRole("button", { name: `Remove the filter ${first?.payee}` })).toBeVisible();
    await expect(page.locator("tbody tr").first()).toContainText(first?.payee ?? "nobody");
    await page.goBack();
    await expect(field(page)).toBeFocused();
    await page.route("**/api/SaveRule", (route) =>
      route.fulfill({ status: 502, headers: { "x-request-id": "request-12" }, json: {} }),
    );
    await page.keyboard.type("tra");
    await expect(page.getByRole("option").first()).toHaveText("Transportation");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(field(page)).toHaveAccessibleName(`Category of ${second?.payee}`);
    const failure = page.getByRole("status").filter({ hasText: "Couldn’t save the rule." });
    await expect(failure).toContainText("request-12");
    await page.unroute("**/api/SaveRule");
    await failure.getByRole("button", { name: "Try again" }).click();
    await expect(toast(page).getByText(`${first?.payee} is always`)).toBeVisible();
    await expect(failure).toHaveCount(0);

    // All payees, to change what was chosen; a rule is changed, not added.
    const count = (await getAs<unknown[]>(page, "/api/GetRules")).length;
    await page.getByRole("button", { name: /Show$/ }).press("Enter");
    await page.keyboard.type("All");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/show=all$/);
    await items(page)
      .filter({ hasText: first?.payee ?? "nobody" })
      .first()
      .getByRole("button")
      .click();
    await page.keyboard.type("leisure");
    await expect(page.getByRole("option")).toHaveText(["New category…"]);
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "New category" });
    const name = dialog.getByRole("textbox", { name: "Name" });
    await expect(name).toBeFocused();
    await expect(name).toHaveValue("leisure");
    await name.press("Enter");
    await expect(toast(page).getByText(`${first?.payee} is always leisure now.`)).toBeVisible();
    expect(await getAs<unknown[]>(page, "/api/GetRules")).toHaveLength(count);
    forgive(complaints, /status of 502/);

    // The palette finds payees.
    await page.keyboard.press("Escape");
    await openFromPalette(page, "nine plums", /^Nine Plums Grocer/);
    await expect(page).toHaveURL("/transactions?q=Nine+Plums+Grocer");

    // It creates a budget, too.
    await openFromPalette(page, "new budget", /^New budget/);
    await expect(page.getByRole("dialog", { name: "New Budget" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog", { name: "New Budget" })).toBeHidden();
    await expect(page).toHaveURL("/spending");

    // And links a bank.
    await openFromPalette(page, "link a bank", /^Link a bank/);
    await expect(page).toHaveURL(/\/sandbox\/plaid\/link\?link_token=/);
  },
);
