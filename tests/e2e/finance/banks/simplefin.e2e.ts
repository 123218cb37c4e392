import type { Page } from "@playwright/test";
import {
  accountOf,
  bankOf,
  daysFromNow,
  refusal,
  showBanks,
  success,
} from "../../../support/visits/bank-states.ts";
import {
  expect,
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  night,
  open,
  signIn,
  test,
} from "../../../support/visits/e2e.ts";

/** Fails unless a page or dialog is accessible in both themes and fits a narrow phone. */
async function expectGood(page: Page): Promise<void> {
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    await expectNoAxeViolations(page);
  }
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(page);
  }
}

test("a person links banks with a setup token, by keyboard, after a wrong one", async ({
  page,
  complaints,
}) => {
  await signIn(page, "/accounts");
  const open = page.getByRole("button", { name: "Use SimpleFIN" });
  await open.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Link a bank with SimpleFIN" });
  await expect(dialog).toContainText("US and Canada");
  await expect(dialog).toContainText("$1.50 a month or $15 a year");
  const token = dialog.getByLabel("Setup token");
  await token.fill("hello");
  const answer = Promise.withResolvers<void>();
  await page.route("**/api/LinkSimpleFin", (route) => answer.promise.then(() => route.continue()), {
    times: 1,
  });
  await dialog.getByRole("button", { name: "Link bank" }).click();
  // It stays, so that it can say how that ended.
  await page.keyboard.press("Escape");
  answer.resolve();
  await expect(dialog).toContainText("That isn’t a setup token.");
  expect(complaints.splice(0)).toEqual([expect.stringContaining("400")]);
  await expectGood(page);

  const [bridge] = await Promise.all([
    page.waitForEvent("popup"),
    dialog.getByRole("link", { name: /Make a setup token at SimpleFIN/ }).click(),
  ]);
  await expect(bridge.getByRole("heading", { level: 1, name: "Make a setup token" })).toBeVisible();
  await expectGood(bridge);
  await bridge.getByRole("button", { name: "Make a token" }).click();
  const made = await bridge.getByLabel("Setup token").inputValue();
  await expectGood(bridge);
  await bridge.close();

  await token.fill(made);
  await dialog.getByRole("button", { name: "Link bank" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Linked Pinewater Credit Union and Harborstone Bank")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Accounts" })).toBeFocused();
  const card = page.getByRole("article", { name: "Pinewater Credit Union and Harborstone Bank" });
  await expect(card).toContainText("Up to date", { timeout: 30_000 });
  await expect(page.getByText(/^[\d,]+ transactions imported\.$/)).toBeVisible();
  await expect(card.getByRole("listitem").filter({ hasText: "Harborstone Visa" })).toContainText("owed");
  await expect(card.getByRole("listitem").filter({ hasText: "Northbound Chequing" })).toContainText("CA$");
  await expectGood(page);

  const savings = card.getByRole("listitem").filter({ hasText: "Share Savings" });
  await savings.getByRole("button", { name: "Type of Share Savings: Savings (guessed)" }).focus();
  await page.keyboard.press("Enter");
  const types = page.getByRole("menu", { name: "Type of Share Savings" });
  await expect(types.getByRole("menuitem", { name: "Savings" })).toContainText(
    "Guessed. Choose it to keep it.",
  );
  await page.keyboard.type("cred");
  await expect(types.getByRole("menuitem", { name: "Credit card" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Share Savings is set to Credit card.")).toBeVisible();
  await expect(savings.getByRole("button", { name: "Type of Share Savings: Credit card" })).toBeFocused();
  await expect(savings).toContainText("in credit");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(savings.getByRole("button", { name: "Type of Share Savings: Savings" })).toBeVisible();
  await expect(savings).not.toContainText("in credit");
});

test("a guessed type can be kept; one that can't be saved says so", night, async ({ page, complaints }) => {
  const visa = accountOf({ name: "Visa", type: "credit", subtype: "credit card", isTypeGuessed: true });
  const banks = [bankOf("Harborstone Bank", "healthy", {}, [visa, accountOf({ name: "Bills" })])];
  await showBanks(page, banks);
  let fails = true;
  const asked: unknown[] = [];
  await page.route("**/api/SetAccountType", async (route) => {
    asked.push(route.request().postDataJSON());
    if (!fails) visa.isTypeGuessed = false;
    await route.fulfill(
      fails ? refusal(409, { accountId: ["The bank says what type this account is."] }) : success({}),
    );
  });
  await signIn(page, "/accounts");
  await page.setViewportSize({ width: 390, height: 800 });
  const card = page.getByRole("article", { name: "Harborstone Bank" });
  await expect(card.getByRole("button", { name: /^Type of/ })).toHaveCount(1);
  await card.getByRole("button", { name: "Type of Visa: Credit card (guessed)" }).click();
  const types = page.getByRole("menu", { name: "Type of Visa" });
  await expect(types.getByRole("menuitem")).toHaveText([
    "Checking",
    "Savings",
    "CD",
    /^Credit card/,
    "Loan",
    "Investment",
    "Asset",
  ]);
  await expectGood(page);
  await types.getByRole("menuitem", { name: "Loan" }).click();
  const failed = page.getByRole("alertdialog", { name: "Request Failed" });
  await expect(failed).toContainText(
    "Couldn’t change the type of Visa. The bank says what type this account is.",
  );
  expect(complaints.splice(0)).toEqual([expect.stringContaining("409")]);
  await failed.getByRole("button", { name: "Close" }).click();
  fails = false;
  await card.getByRole("button", { name: "Type of Visa: Credit card (guessed)" }).click();
  await types.getByRole("menuitem", { name: "Credit card" }).click();
  await expect(card.getByRole("button", { name: "Type of Visa: Credit card", exact: true })).toBeFocused();
  await expect(page.getByText("Visa is set to Credit card.")).toBeVisible();
  expect(asked).toEqual([
    { accountId: visa.accountId, type: "loan" },
    { accountId: visa.accountId, type: "card" },
  ]);
});

test("a bank is repaired at SimpleFIN, and checked again here", night, async ({ page }) => {
  const item = {
    repairUrl: "/sandbox/simplefin/banks",
    stateReason:
      "Sign in to your bank again at SimpleFIN to resume updates. SimpleFIN says: “Connection to Harborstone Bank may need attention. Auth required”",
    lastSuccessfulUpdate: daysFromNow(-3),
  };
  const broken = bankOf("Harborstone Bank", "repair", item, [accountOf()]);
  const ended = bankOf("Older Bank", "revoked", { repairUrl: item.repairUrl }, [accountOf()]);
  await showBanks(page, [broken, ended]);
  const asked: unknown[] = [];
  await page.route("**/api/RepairedAccessItem", async (route) => {
    asked.push(route.request().postDataJSON());
    await route.fulfill(success({ ...broken, item: { ...broken.item, state: "healthy" } }));
  });
  await signIn(page, "/accounts");
  const card = page.getByRole("article", { name: "Harborstone Bank" });
  await expect(card).toContainText("SimpleFIN says: “Connection to Harborstone Bank may need attention.");
  const repair = card.getByRole("link", { name: /Repair/ });
  await expect(repair).toHaveAttribute("rel", "noopener noreferrer");
  await expectGood(page);
  const [bridge] = await Promise.all([page.waitForEvent("popup"), repair.click()]);
  await expect(bridge.getByRole("heading", { level: 1, name: "Your banks" })).toBeVisible();
  await expectGood(bridge);
  await bridge.close();
  await card.getByRole("button", { name: "Check again" }).click();
  await expect.poll(() => asked).toEqual([{ institutionAccessItemId: broken.institutionAccessItemId }]);
  const attention = page.getByRole("list", { name: "Needs attention" });
  await attention.getByRole("button", { name: "Link again" }).click();
  await expect(page.getByRole("dialog", { name: "Link a bank with SimpleFIN" })).toBeVisible();
});

test(
  "where only one way to link is offered, a bank linked in the other is linked again with that",
  night,
  async ({ page, complaints }) => {
    const banks = [
      bankOf("Old Plaid Bank", "revoked", {}, [accountOf()]),
      bankOf("Broken Plaid Bank", "repair", {}, [accountOf()]),
      bankOf("Old Bank", "revoked", { repairUrl: "/sandbox/simplefin/banks" }, [accountOf()]),
    ];
    await showBanks(page, banks);
    await signIn(page, "/about");
    const linkAgain = (name: string) =>
      page.getByRole("article", { name }).getByRole("button", { name: "Link again" });

    await offer(page, { hasDialog: false, setupTokenUrl: "/create" });
    await open(page, "/accounts");
    await linkAgain("Old Plaid Bank").click();
    const dialog = page.getByRole("dialog", { name: "Link a bank with SimpleFIN" });
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.route("**/api/CreateFinancialLinkToken*", (route) =>
      route.fulfill(refusal(409, { bank: ["Link the bank with SimpleFIN."] })),
    );
    await page.getByRole("article", { name: "Broken" }).getByRole("button", { name: "Repair" }).click();
    const failed = page.getByRole("alert").filter({ hasText: "Link the bank with SimpleFIN." });
    await expect(failed.getByRole("button")).toHaveAccessibleName("Close");

    await page.unroute("**/accounts");
    await offer(page, { hasDialog: true, setupTokenUrl: null });
    await open(page, "/accounts");
    const asked = page.waitForRequest("**/api/CreateFinancialLinkToken*");
    await linkAgain("Old Bank").click();
    await asked;
    // 409.
    complaints.length = 0;
  },
);

/** Serves the Accounts page with other ways to link a bank. */
async function offer(
  page: Page,
  { hasDialog, setupTokenUrl }: { hasDialog: boolean; setupTokenUrl: string | null },
): Promise<void> {
  await page.route("**/accounts", async (route) => {
    const answer = await route.fetch();
    const html = await answer.text();
    await route.fulfill({
      response: answer,
      body: html.replace(
        /"bankLinks":\{[^}]*\}/,
        `"bankLinks":${JSON.stringify({ hasDialog, setupTokenUrl })}`,
      ),
    });
  });
}
