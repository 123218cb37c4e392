import type { Page } from "@playwright/test";
import type { Overview } from "#features/overview/contract.ts";
import type { AccessItemView } from "#shared/finance-shapes.ts";
import {
  accountOf,
  bankOf,
  calmOverview,
  daysFromNow,
  refusal,
  showBanks,
  success,
} from "../../../support/visits/bank-states.ts";
import {
  expect,
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  signIn,
  test,
  night,
} from "../../../support/visits/e2e.ts";

/* Every state of the Accounts page, from mocked API answers, so that all states appear side by side. */

const cardOf = (page: Page, name: string) => page.getByRole("article", { name });

function everyState(): AccessItemView[] {
  return [
    bankOf("Harbor Bank", "healthy", {}, [
      accountOf(),
      accountOf({ name: "Rainy Day Savings", mask: "9917", subtype: "savings", currentBalance: 18_200 }),
      accountOf({
        name: "Travel Card",
        mask: "0032",
        type: "credit",
        subtype: "credit card",
        currentBalance: 1312.4,
      }),
      accountOf({ name: "Yen Account", mask: "5550", currentBalance: 1_250_000, isoCurrencyCode: "JPY" }),
    ]),
    bankOf("Meadow Credit Union", "importing", { lastSuccessfulUpdate: null, transactionCount: 1240 }),
    bankOf("Northern Lights Savings and Trust of the Upper Peninsula", "repair", {
      lastSuccessfulUpdate: daysFromNow(-6),
      stateReason: "Sign in to your bank again to resume updates.",
    }),
    bankOf("Sleepy Bank", "down", {}, [accountOf({ currentBalance: null, availableBalance: null })]),
    bankOf("Quill Bank", "expiring", { expiresAt: daysFromNow(9) }),
    bankOf("Umbra Bank", "revoked", {}, []),
    bankOf("Vale Bank", "removing"),
    bankOf("Older Bank", "unlinked", { lastSuccessfulUpdate: daysFromNow(-400) }),
    bankOf("Sharing Bank", "healthy", { newAccountsAvailable: true }),
  ];
}

test(
  "each bank shows its state, at most one button, and balances in their currencies",
  night,
  async ({ page }) => {
    await showBanks(page, everyState());
    await signIn(page, "/accounts");
    const faces: [name: string, words: string, button: string | null][] = [
      ["Harbor Bank", "Up to date", "Refresh"],
      ["Meadow Credit Union", "1,240 transactions so far", null],
      ["Northern Lights Savings and Trust of the Upper Peninsula", "Needs repair", "Repair"],
      ["Sleepy Bank", "Bank down", "Try again"],
      ["Quill Bank", "Ends in 9 days", "Renew access"],
      ["Umbra Bank", "Access ended", "Link again"],
      ["Vale Bank", "Unlinking", null],
      ["Older Bank", "Unlinked", "Link again"],
      ["Sharing Bank", "accounts you haven’t added yet", "Add accounts"],
    ];
    for (const [name, words, button] of faces) {
      const card = cardOf(page, name);
      await expect(card).toContainText(words);
      const buttons = card.getByRole("button").and(card.locator(":not([aria-haspopup])"));
      await expect(buttons, name).toHaveText(button === null ? [] : [button]);
      await expect(card.getByRole("link", { name: `Income of ${name}` })).toBeVisible();
    }
    const harbor = cardOf(page, "Harbor Bank");
    await expect(harbor.getByRole("listitem").filter({ hasText: "Travel Card" })).toContainText(
      "$1,312.40 owed",
    );
    await expect(harbor.getByRole("listitem").filter({ hasText: "Yen Account" })).toContainText("¥1,250,000");
    await expect(cardOf(page, "Sleepy Bank")).toContainText("No balance");
    await expect(harbor.getByText(/^Updated today/)).toBeVisible();
    await expect(harbor.locator("time")).toHaveAttribute("title", /\d{1,2}:\d{2} [AP]M E[SD]T$/);

    // 4210.55 five times and 18,200 once, without the card's debt, the yen, the unknown balance, and the unlinked bank.
    const sums = page.getByRole("region", { name: "Bank account balances" });
    await expect(sums).toContainText("$39,252.75");
    await expect(sums).toContainText("¥1,250,000");
    await expect(sums).toContainText("1 account without a balance isn’t included.");

    for (const scheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await expectNoAxeViolations(page);
    }
  },
);

test("fits on phones, and shows distinct states in forced colors", night, async ({ page }) => {
  await showBanks(page, everyState());
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, "/accounts");
  await expect(cardOf(page, "Harbor Bank")).toBeVisible();
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 700 });
    await expectNoSidewaysScroll(page);
  }
  await expectNoAxeViolations(page);
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  const track = cardOf(page, "Meadow Credit Union").locator('div[aria-hidden="true"]');
  await expect(track).toHaveCSS("border-top-style", "solid");
});

test("loading, empty, and failed list", night, async ({ page, complaints }) => {
  let answer: "wait" | "fail" | "empty" = "wait";
  let release = () => undefined as void;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/api/GetUserAccessItems", async (route) => {
    if (answer === "wait") await released;
    await route.fulfill(
      answer === "empty" ? success([]) : refusal(400, { NONSENSE: ["The list is in disorder."] }),
    );
  });
  await signIn(page, "/accounts");
  await expect(page.getByText("Loading your banks")).toBeAttached();
  await expectNoAxeViolations(page);
  answer = "fail";
  release();
  const alert = page.getByRole("alert").filter({ hasText: "Couldn’t load your banks" });
  await expect(alert).toContainText("The list is in disorder.");
  await expect(alert).toContainText("request-to-quote");
  await expectNoAxeViolations(page);
  answer = "empty";
  await alert.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "Get started" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Link a bank" })).toHaveCount(1);
  await expectNoAxeViolations(page);
  // The refused calls.
  complaints.length = 0;
});

test(
  "an expired session leads to sign-in and back to the same address",
  night,
  async ({ page, complaints }) => {
    await showBanks(page, []);
    await page.unroute("**/api/GetUserAccessItems");
    await page.route("**/api/GetUserAccessItems", (route) =>
      route.fulfill(
        refusal(401, { SIGN_IN_REQUIRED: ["You’ve been away for a while. Sign in again to continue."] }),
      ),
    );
    await signIn(page, "/accounts?from=here");
    await expect(page.getByRole("heading", { name: "Sign in to see this page" })).toBeVisible();
    const link = page.getByRole("main").getByRole("link", { name: "Sign in with Microsoft" });
    await expect(link).toHaveAttribute("href", /post_login_redirect_uri=%2Faccounts%3Ffrom%3Dhere$/);
    // The refused calls, and React's errors about them.
    complaints.length = 0;
  },
);

test("a bank refreshed too often says when to try again", night, async ({ page, complaints }) => {
  const bank = bankOf("Harbor Bank", "healthy");
  await showBanks(page, [bank]);
  await page.route("**/api/SyncAccessItem", (route) =>
    route.fulfill(refusal(429, { RATE_LIMIT: ["Rate limit exceeded"] }, { "retry-after": "3" })),
  );
  await signIn(page, "/accounts");
  const card = cardOf(page, "Harbor Bank");
  await card.getByRole("button", { name: "Refresh" }).click();
  await expect(card.getByRole("alert")).toContainText("Try again in");
  await expectNoAxeViolations(page);
  // The message disappears once a refresh is allowed again.
  await expect(card.getByRole("alert")).toHaveCount(0);
  await page.unroute("**/api/SyncAccessItem");
  await page.route("**/api/SyncAccessItem", (route) =>
    route.fulfill(success({ ...bank, item: { ...bank.item, transactionCount: 3 } })),
  );
  await card.getByRole("button", { name: "Actions for Harbor Bank" }).click();
  await page.getByRole("menuitem", { name: "Refresh" }).click();
  await expect(page.getByText("Harbor Bank is up to date, 3 new transactions.")).toBeVisible();
  complaints.length = 0;
});

test(
  "a failed unlink shows an error, loses nothing, and can be retried",
  night,
  async ({ page, complaints }) => {
    const items = [bankOf("Harbor Bank", "healthy")];
    await showBanks(page, items);
    await page.route("**/api/GetAccessItemUsage?*", (route) =>
      route.fulfill(
        success({
          accountCount: 1,
          transactionCount: 1240,
          markedTransactionCount: 35,
          budgets: [{ budgetId: 1, budgetName: "November 2026" }],
          incomeSources: [{ incomeSourceId: 1, name: "Flat 1" }],
          incomePaymentCount: 14,
        }),
      ),
    );
    await page.route("**/api/RemoveAccessItem", (route) =>
      route.fulfill(refusal(503, { UPSTREAM: ["Your bank isn’t responding. Try again in a moment."] })),
    );
    await signIn(page, "/accounts");
    await page.getByRole("button", { name: "Actions for Harbor Bank" }).click();
    await page.getByRole("menuitem", { name: "Unlink" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Unlink Harbor Bank?" });
    await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
    await expect(dialog).toContainText("1,240 transactions of 1 account, read-only");
    await dialog.getByText("Delete everything").click();
    await expect(dialog).toContainText("Its share of 1 budget (November 2026); totals will change");
    await expect(dialog).toContainText("1 income source (Flat 1) with 14 payments");
    await expectNoAxeViolations(page);
    await dialog.getByRole("button", { name: "Unlink and delete" }).click();
    const failed = page.getByRole("alertdialog", { name: "Request Failed" });
    await expect(failed).toContainText("Couldn’t unlink Harbor Bank. Your bank isn’t responding.");
    await expect(failed).toContainText("request-to-quote");
    await expectNoAxeViolations(page);
    const bodies: unknown[] = [];
    await page.unroute("**/api/RemoveAccessItem");
    await page.route("**/api/RemoveAccessItem", (route) => {
      bodies.push(route.request().postDataJSON());
      items.length = 0;
      return route.fulfill(success({}));
    });
    await failed.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByText("Harbor Bank is unlinked and its history is deleted.")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Get started" })).toBeVisible();
    await expect(page.getByRole("heading", { level: 1, name: "Accounts" })).toBeFocused();
    expect(bodies).toEqual([{ institutionAccessItemId: expect.any(Number), keepHistory: false }]);
    complaints.length = 0;
  },
);

test("an import is polled while the tab is visible, and its end is announced", night, async ({ page }) => {
  const bank = bankOf("Harbor Bank", "importing", { lastSuccessfulUpdate: null });
  const items = [bank];
  let looks = 0;
  await page.clock.install();
  await showBanks(page, items);
  await page.route("**/api/GetUserAccessItems", async (route) => {
    looks += 1;
    bank.item.transactionCount += 500;
    await route.fallback();
  });
  await signIn(page, "/accounts");
  const card = cardOf(page, "Harbor Bank");
  await expect(card).toContainText("1,000 transactions so far");
  await expect(card.getByRole("status")).toContainText("transactions so far");

  // A hidden tab doesn't poll.
  await setVisibility(page, "hidden");
  const before = looks;
  await page.clock.runFor(5000);
  expect(looks - before).toBeLessThanOrEqual(1);
  await setVisibility(page, "visible");
  await expect(async () => expect(looks - before).toBeGreaterThan(1)).toPass();

  bank.item.state = "healthy";
  bank.item.lastSuccessfulUpdate = daysFromNow(0);
  await expect(page.getByText("Harbor Bank is ready.")).toBeVisible();
  await expect(card).toContainText("Up to date");
});

async function setVisibility(page: Page, state: "hidden" | "visible"): Promise<void> {
  await page.evaluate((visibility) => {
    Object.defineProperty(document, "visibilityState", { value: visibility, configurable: true });
    globalThis.dispatchEvent(new Event("visibilitychange"));
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  }, state);
}

test(
  "items that need attention are listed at the top with a button to fix each",
  night,
  async ({ page, complaints }) => {
    const broken = bankOf("Broken Bank", "repair");
    await showBanks(page, [bankOf("Harbor Bank", "healthy"), broken]);
    let isInDisorder = true;
    const overBudget: Overview["currentBudget"] = {
      budgetId: 4,
      budgetName: "This year",
      startDate: daysFromNow(-40).slice(0, 10),
      endDate: daysFromNow(40).slice(0, 10),
      transactionsTotal: 820,
      plannedTotal: 820,
      estimateTotal: 700,
      availableTotal: 700,
      plannedPercent: 118,
      isoCurrencyCode: "USD",
    };
    const lateIncome: Overview["reminders"][number] = {
      kind: "overdue",
      incomeSourceId: 9,
      direction: "in",
      name: "Flat 1",
      institutionAccessItemId: 5,
      institutionName: "Harbor Bank",
      month: "2026-11",
      dueDate: "2026-11-01",
      daysUntilDue: -20,
      monthCount: 1,
      outstanding: 1200,
      isoCurrencyCode: "USD",
    };
    await page.unroute("**/api/GetOverview");
    await page.route("**/api/GetOverview", (route) =>
      route.fulfill(
        isInDisorder
          ? refusal(400, { X: ["The overview is in disorder."] })
          : success({
              ...calmOverview,
              reminders: [lateIncome],
              budgetsOverEstimate: [overBudget],
              unsortedCount: 3,
              currentBudget: overBudget,
            }),
      ),
    );
    const repairs: string[] = [];
    await page.route("**/api/CreateFinancialLinkToken*", (route) => {
      repairs.push(new URL(route.request().url()).search);
      return route.fulfill(refusal(503, { UPSTREAM: ["Plaid isn’t responding."] }));
    });
    await signIn(page, "/accounts");
    const panel = page.getByRole("region", { name: "Needs attention" });
    // A part that fails doesn't hide the others.
    const failed = panel.getByRole("alert");
    await expect(failed).toContainText("Couldn’t check income and budgets. The overview is in disorder.");
    await expect(panel.getByRole("listitem")).toHaveText([/Broken Bank: needs repair.*Repair$/]);
    await expectNoAxeViolations(page);
    isInDisorder = false;
    await failed.getByRole("button", { name: "Try again" }).click();
    await expect(panel.getByRole("listitem")).toHaveText([
      /Broken Bank: needs repair.*Repair$/,
      /Flat 1: \$1,200\.00 overdue since Nov 1, 2026.*Link payment$/,
      /This year: \$820\.00 spent of \$700\.00 \(118%\).*See budget$/,
      /3 transactions: no category yet.*Sort by payee$/,
    ]);
    await expectNoAxeViolations(page);
    await expect(panel.getByRole("link", { name: "See budget" })).toHaveAttribute("href", "/budget/4/edit");
    await expect(page.getByRole("link", { name: /over in This year/ })).toHaveAttribute(
      "href",
      "/budget/4/edit",
    );
    await expect(panel.getByRole("link", { name: "Link payment" })).toHaveAttribute(
      "href",
      "/account/5/income?month=2026-11#pay-9",
    );
    await expect(panel.getByRole("link", { name: "Sort by payee" })).toHaveAttribute(
      "href",
      "/transactions/payees",
    );
    await panel.getByRole("button", { name: "Repair" }).click();
    const failure = page.getByRole("alert").filter({ hasText: "Couldn’t repair Broken Bank" });
    await expect(failure).toContainText("Plaid isn’t responding.");
    await expect(failure).toContainText("request-to-quote");
    expect(repairs).toEqual([`?accessToken=${broken.institutionAccessItemId}`]);
    complaints.length = 0;
  },
);
