import type { Page } from "@playwright/test";
import { chooseAtBank, linkThroughPages } from "../../../support/visits/bank-visit.ts";
import {
  chooseMyself,
  expect,
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  open,
  signIn,
  test,
  night,
} from "../../../support/visits/e2e.ts";
import { getAs } from "../../../support/sites/finance-site.ts";

/* Linking, repairing, and unlinking banks through the pages, at the sandbox bank and over real HTTP. */

const cardOf = (page: Page, name: string) => page.getByRole("article", { name });

async function statesOf(page: Page): Promise<string[]> {
  const banks = await getAs<{ item: { state: string } }[]>(page, "/api/GetUserAccessItems");
  return banks.map(({ item }) => item.state).sort();
}

/** Records the calls that exchange a token. */
function watchTrades(page: Page): unknown[] {
  const trades: unknown[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === "/api/SetInstitutionAccessToken")
      trades.push(request.postDataJSON());
  });
  return trades;
}

test("a bank can be linked by keyboard, shows its import, and offers next steps", async ({ page }) => {
  test.slow();
  await signIn(page, "/accounts");
  await expect(page.getByRole("heading", { name: "Get started" })).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole("button", { name: "Link a bank" }).focus();
  await page.keyboard.press("Enter");
  for (const name of [/Lanternfish/, /Avery/, "Continue", "Share and return"]) {
    const button = page.getByRole("button", { name }).last();
    await button.focus();
    await page.keyboard.press("Enter");
  }
  const linked = page.getByText("Linked Lanternfish Bank");
  await expect(linked).toBeVisible();
  await expect(page).toHaveURL(/\/accounts$/);
  const card = cardOf(page, "Lanternfish Bank");
  await expect(card.getByText(/^(?:Importing|Up to date)$/)).toBeVisible();
  await expect(page.getByText("Lanternfish Bank is ready.", { exact: true })).toBeVisible();
  await expect(card).toContainText("Up to date");
  // Two years of history follow recent weeks: the count grows while the page is open.
  await expect(card).toContainText(/[1-9],\d{3} transactions/, { timeout: 45_000 });

  await expect(card.getByRole("listitem")).toHaveCount(6);
  await expect(card.getByRole("listitem").filter({ hasText: "Lantern Card" })).toContainText(
    /\$[\d,.]+ owed/,
  );
  await expect(card.getByRole("listitem").filter({ hasText: "Yen Account" })).toContainText(/¥[\d,]+/);
  const sums = page.getByRole("region", { name: "Bank account balances" });
  await expect(sums).toContainText("USD in 2 bank accounts");
  await expect(sums).toContainText("EUR in 1 bank account");
  for (const scheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await expectNoAxeViolations(page);
  }
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(page);
  }

  // The steps of the first day lead on, and the message doesn't repeat them.
  await expect(page.getByRole("link", { name: "Track income" })).toBeHidden();
  await page.getByRole("link", { name: "Review your budget" }).click();
  await expect(page).toHaveURL(/\/budget\/\d+\/edit$/);

  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("searchbox", { name: "Go to" }).fill("4417");
  await expect(page.getByRole("menuitem", { name: /Lanternfish Bank/ })).toBeVisible();
});

test(
  "a bank's result is processed once, despite a reload, the back button, or the same address",
  night,
  async ({ page, complaints }) => {
    test.slow();
    await signIn(page, "/accounts");
    const trades = watchTrades(page);
    await page.getByRole("button", { name: "Link a bank" }).dblclick();
    await chooseAtBank(page, "Lanternfish Bank", /Avery/);
    // The first exchange's answer is lost, but not its token.
    await page.route("**/api/SetInstitutionAccessToken", (route) => route.abort(), { times: 1 });
    await page.getByRole("button", { name: "Share and return" }).click();
    const failure = page.getByRole("alert").filter({ hasText: "Couldn’t link the bank" });
    await expect(failure).toContainText("Couldn’t reach the site");
    await expect(page).toHaveURL(/\/accounts$/);
    await expectNoAxeViolations(page);
    await page.reload();
    await expect(page.getByText("Linked Lanternfish Bank")).toBeVisible();
    expect(trades).toHaveLength(2);
    expect(trades[1]).toEqual(trades[0]);

    await page.reload();
    await expect(cardOf(page, "Lanternfish Bank")).toBeVisible();
    const [{ public_token: token }] = trades as [{ public_token: string }];
    await open(page, `/accounts?public_token=${encodeURIComponent(token)}`);
    await expect(page).toHaveURL(/\/accounts$/);
    await expect(cardOf(page, "Lanternfish Bank")).toHaveCount(1);
    await page.goBack();
    await page.goForward();
    await expect(cardOf(page, "Lanternfish Bank")).toHaveCount(1);
    expect(trades).toHaveLength(2);
    // The lost call.
    complaints.length = 0;
  },
);

test("a canceled bank dialog changes nothing", night, async ({ page }) => {
  await signIn(page, "/accounts");
  await page.getByRole("button", { name: "Link a bank" }).click();
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(page.getByText("Nothing was linked.")).toBeVisible();
  await expect(page).toHaveURL(/\/accounts$/);
  await expect(page.getByRole("heading", { name: "Get started" })).toBeVisible();
});

test(
  "accounts already linked are named, and linked again only if confirmed",
  night,
  async ({ page, complaints }) => {
    test.slow();
    await signIn(page, "/accounts");
    await linkThroughPages(page, "Lanternfish Bank");
    await expect(cardOf(page, "Lanternfish Bank")).toContainText("Up to date");

    await linkThroughPages(page, "Lanternfish Bank");
    const dialog = page.getByRole("alertdialog", { name: "Already linked" });
    await expect(dialog).toContainText("Lanternfish Bank: Everyday Checking ··4417");
    await expectNoAxeViolations(page);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByText("Nothing was linked.")).toBeVisible();
    await expect(cardOf(page, "Lanternfish Bank")).toHaveCount(1);

    await linkThroughPages(page, "Lanternfish Bank");
    await expect(dialog).toBeVisible();
    // The dialog survives a reload.
    await page.reload();
    await dialog.getByRole("button", { name: "Link anyway" }).dblclick();
    await expect(page.getByText("Linked Lanternfish Bank")).toBeVisible();
    await expect(cardOf(page, "Lanternfish Bank")).toHaveCount(2);
    // The totals count one copy of each account.
    await expect(page.getByRole("region", { name: "Bank account balances" })).toContainText(
      "Accounts linked twice are counted once.",
    );
    await expect(page.getByText("USD in 2 bank accounts")).toBeVisible();
    // The dialogs came with status 409.
    complaints.length = 0;
  },
);

test(
  "a bank that needs a new sign-in can be repaired, and one that is down says so",
  night,
  async ({ page, complaints }) => {
    test.setTimeout(240_000);
    await signIn(page, "/accounts");
    await linkThroughPages(page, "Rusty Gate Credit Union");
    await linkThroughPages(page, "Stormcloud Savings");
    // Both work at first; the bank then reports trouble by webhook.
    const broken = cardOf(page, "Rusty Gate Credit Union");
    const down = cardOf(page, "Stormcloud Savings");
    await expect
      .poll(() => statesOf(page), { intervals: [1000], timeout: 120_000 })
      .toEqual(["down", "repair"]);
    await open(page, "/accounts");
    await expect(broken).toContainText("Needs repair");
    await expect(down).toContainText("Bank down");
    await expect(down.getByRole("button", { name: "Try again" })).toBeVisible();
    await expectNoAxeViolations(page);
    const panel = page.getByRole("region", { name: "Needs attention" });
    await expect(panel.getByRole("listitem")).toHaveText([/Rusty Gate Credit Union: needs repair/]);

    await broken.getByRole("button", { name: "Repair" }).click();
    await page.getByRole("link", { name: "Cancel" }).click();
    await expect(page.getByText("Nothing was changed.")).toBeVisible();
    await expect(broken).toContainText("Needs repair");

    await panel.getByRole("button", { name: "Repair" }).click();
    await page.getByRole("button", { name: "Sign in and return" }).click();
    await expect(page.getByText("Rusty Gate Credit Union is repaired.")).toBeVisible();
    await expect(page).toHaveURL(/\/accounts$/);
    await expect(broken).toContainText("Up to date");
    await expect(panel).not.toContainText("Rusty Gate");
    complaints.length = 0;
  },
);

test(
  "an unlinked bank keeps its history, continues it when linked again, or is deleted",
  night,
  async ({ page }) => {
    test.slow();
    await signIn(page, "/accounts");
    await linkThroughPages(page, "Lanternfish Bank");
    const card = cardOf(page, "Lanternfish Bank");
    await expect(card).toContainText("Up to date");
    const idBefore = await onlyId(page);

    await page.getByRole("button", { name: "Actions for Lanternfish Bank" }).click();
    await page.getByRole("menuitem", { name: "Unlink" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Unlink Lanternfish Bank?" });
    await expect(dialog).toContainText(/[\d,]+ transactions of 6 accounts, read-only/);
    await dialog.getByRole("button", { name: "Unlink" }).click();
    await expect(page.getByText("Lanternfish Bank is unlinked. Its history is kept.")).toBeVisible();
    await expect(page.getByRole("heading", { level: 1, name: "Accounts" })).toBeFocused();
    await expect(card.getByText("Unlinked", { exact: true })).toBeVisible();
    await expectNoAxeViolations(page);

    await card.getByRole("button", { name: "Link again" }).click();
    await chooseAtBank(page, "Lanternfish Bank", /Avery/);
    await page.getByRole("button", { name: "Share and return" }).click();
    await expect(page.getByText("Linked Lanternfish Bank")).toBeVisible();
    await expect(card).toHaveCount(1);
    await expect(card).toContainText("Up to date");
    expect(await onlyId(page)).toBe(idBefore);

    await page.getByRole("button", { name: "Actions for Lanternfish Bank" }).click();
    await page.getByRole("menuitem", { name: "Unlink" }).click();
    await dialog.getByText("Delete everything").click();
    await expect(dialog).toContainText("Permanently deleted:");
    await dialog.getByRole("button", { name: "Unlink and delete" }).click();
    await expect(page.getByText("Lanternfish Bank is unlinked and its history is deleted.")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Get started" })).toBeVisible();
  },
);

async function onlyId(page: Page): Promise<number | undefined> {
  const items = await getAs<{ institutionAccessItemId: number }[]>(page, "/api/GetUserAccessItems");
  expect(items).toHaveLength(1);
  return items[0]?.institutionAccessItemId;
}

test(
  "a link resumes after a session that expired on the way",
  night,
  async ({ page, context, complaints }) => {
    await signIn(page, "/accounts");
    await page.getByRole("button", { name: "Link a bank" }).click();
    await chooseAtBank(page, "Lanternfish Bank", /Morgan/);
    await context.clearCookies();
    await page.getByRole("button", { name: "Share and return" }).click();
    await expect(page.getByRole("heading", { name: "Sign in to see this page" })).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: "Sign in with Microsoft" }).click();
    await chooseMyself(page);
    await expect(page.getByText("Linked Lanternfish Bank")).toBeVisible();
    await expect(page).toHaveURL(/\/accounts$/);
    // The refused look-ups.
    complaints.length = 0;
  },
);
