import type { Page, Route } from "@playwright/test";
import { expect, expectNoAxeViolations, open, signIn, test, night } from "../../../support/visits/e2e.ts";

/*
 * Plaid's dialog, with a mock of Plaid's script and of our server's answers with live keys. The page and the package
 * between them are real.
 */

// A site with live keys allows Plaid's script; this server has no keys.
test.use({ bypassCSP: true });

const scriptAddress = "https://cdn.plaid.com/link/v2/stable/link-initialize.js";

/** Mock of Plaid's script: records its configuration and lets the test end the dialog. */
const plaidScript = `
  window.plaidDialogs = [];
  window.Plaid = {
    create(config) {
      const dialog = { config, opened: 0, isDestroyed: false };
      window.plaidDialogs.push(dialog);
      setTimeout(() => config.onLoad?.(), 0);
      return {
        open: () => { dialog.opened += 1; },
        exit: () => {},
        submit: () => {},
        destroy: () => { dialog.isDestroyed = true; },
      };
    },
  };
`;

type PlaidDialog = {
  config: {
    token: string;
    receivedRedirectUri?: string;
    onSuccess: (publicToken: string, metadata: object) => void;
    onExit: (error: object | null, metadata: object) => void;
  };
  opened: number;
  isDestroyed: boolean;
};

declare global {
  // oxlint-disable-next-line vars-on-top, no-var -- only `var` declares a property of the browser's window
  var plaidDialogs: PlaidDialog[];
}

const plaidLinkMark = '<meta name="folio-plaid-link" content="allowed">';

type Call = { path: string; query: string; body: unknown };

function envelope(data: unknown, statusCode = 200, errors: unknown = null): Parameters<Route["fulfill"]>[0] {
  return {
    status: statusCode,
    contentType: "application/json",
    headers: { "x-request-id": "request-1" },
    body: JSON.stringify({ success: statusCode === 200, statusCode, data, errors }),
  };
}

function bank(state: string) {
  return {
    institutionAccessItemId: 7,
    institution: { name: "Harbor Bank" },
    item: { lastSuccessfulUpdate: null, state, newAccountsAvailable: true, transactionCount: 12 },
    accounts: [
      {
        accountId: 1,
        name: "Everyday Checking",
        official_name: "Everyday Checking",
        mask: "1234",
        type: "depository",
        subtype: "checking",
        currentBalance: 10,
        availableBalance: null,
        isoCurrencyCode: "USD",
      },
    ],
  };
}

/** Answers as a server with live keys would; returns the calls in order. */
async function withLivePlaid(page: Page, items: unknown[]): Promise<Call[]> {
  const calls: Call[] = [];
  async function answer(route: Route, data: unknown) {
    const url = new URL(route.request().url());
    calls.push({ path: url.pathname, query: url.search, body: route.request().postDataJSON() });
    await route.fulfill(envelope(data));
  }
  await page.route("**/api/GetUserAccessItems", (route) => route.fulfill(envelope(items)));
  await page.route("**/api/CreateFinancialLinkToken*", (route) =>
    answer(route, {
      linkToken: `link-${calls.length + 1}`,
      expiration: "2026-11-21T20:00:00Z",
      mode: "create",
      provider: "plaid",
    }),
  );
  await page.route("**/api/SetInstitutionAccessToken", (route) => answer(route, bank("healthy")));
  await page.route("**/api/RepairedAccessItem", (route) => answer(route, bank("healthy")));
  await page.route(scriptAddress, (route) =>
    route.fulfill({ contentType: "text/javascript", body: plaidScript }),
  );
  // With live keys, the server marks the document whose policy allows Plaid.
  await page.route(
    ({ pathname }) => pathname === "/accounts",
    async (route) => {
      const response = await route.fetch();
      const html = await response.text();
      await route.fulfill({ response, body: html.replace("</head>", `${plaidLinkMark}</head>`) });
    },
  );
  return calls;
}

/** Lists the dialogs and their settings. */
async function dialogs(page: Page) {
  return page.evaluate(() =>
    globalThis.plaidDialogs
      .filter(({ isDestroyed }) => !isDestroyed)
      .map(({ config, opened }) => ({
        token: config.token,
        receivedRedirectUri: config.receivedRedirectUri ?? null,
        opened,
      })),
  );
}

async function openedDialogs(page: Page, count: number): Promise<void> {
  await page.waitForFunction(
    (wanted) =>
      (globalThis.plaidDialogs as PlaidDialog[] | undefined)?.filter(({ opened }) => opened > 0).length ===
      wanted,
    count,
  );
}

/** Removes the expected outside call from the complaints. */
function forgive(complaints: string[]): void {
  const expected = complaints.filter((line) => line === `outside call: ${scriptAddress}`);
  for (const line of expected) complaints.splice(complaints.indexOf(line), 1);
}

test("the dialog opens once, its token is exchanged once, with the chosen accounts", async ({
  page,
  complaints,
}) => {
  const calls = await withLivePlaid(page, []);
  await signIn(page, "/accounts");
  await page.getByRole("button", { name: "Link a bank" }).dblclick();
  await openedDialogs(page, 1);
  expect(await dialogs(page)).toEqual([{ token: "link-1", receivedRedirectUri: null, opened: 1 }]);
  await page.evaluate(() => {
    const metadata = {
      institution: { institution_id: "ins_1", name: "Harbor Bank" },
      accounts: [
        { id: "a", name: "Everyday Checking", mask: "1234", type: "depository", subtype: "checking" },
      ],
      link_session_id: "session-1",
    };
    const [dialog] = globalThis.plaidDialogs;
    dialog?.config.onSuccess("public-1", metadata);
    // A dialog that reports twice links once.
    dialog?.config.onSuccess("public-1", metadata);
  });
  await expect(page.getByText("Linked Harbor Bank")).toBeVisible();
  expect(calls).toEqual([
    { path: "/api/CreateFinancialLinkToken", query: "", body: {} },
    {
      path: "/api/SetInstitutionAccessToken",
      query: "",
      body: {
        public_token: "public-1",
        institution: { id: "ins_1", name: "Harbor Bank" },
        accounts: [{ name: "Everyday Checking", mask: "1234" }],
      },
    },
  ]);
  await expectNoAxeViolations(page);
  forgive(complaints);
});

test(
  "after client-side navigation, the page is reloaded with a policy that allows the dialog",
  night,
  async ({ page, complaints }) => {
    const calls = await withLivePlaid(page, []);
    await signIn(page, "/about");
    await page.getByRole("contentinfo").getByRole("link", { name: "Accounts" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Accounts" })).toBeVisible();
    await page.getByRole("button", { name: "Link a bank" }).click();
    await openedDialogs(page, 1);
    expect(await dialogs(page)).toEqual([{ token: "link-1", receivedRedirectUri: null, opened: 1 }]);
    expect(calls).toHaveLength(1);
    forgive(complaints);
  },
);

test("update mode exchanges no token and checks the bank's state", night, async ({ page, complaints }) => {
  const calls = await withLivePlaid(page, [bank("repair")]);
  await signIn(page, "/accounts");
  await page.getByRole("article").getByRole("button", { name: "Repair" }).click();
  await openedDialogs(page, 1);
  await page.evaluate(() =>
    globalThis.plaidDialogs[0]?.config.onSuccess("public-not-to-be-traded", {
      institution: null,
      accounts: [],
      link_session_id: "session-1",
    }),
  );
  await expect(page.getByText("Harbor Bank is repaired.")).toBeVisible();
  expect(calls).toEqual([
    { path: "/api/CreateFinancialLinkToken", query: "?accessToken=7", body: {} },
    { path: "/api/RepairedAccessItem", query: "", body: { institutionAccessItemId: 7 } },
  ]);
  forgive(complaints);
});

test("accounts can be added at a healthy bank", night, async ({ page, complaints }) => {
  const calls = await withLivePlaid(page, [bank("healthy")]);
  await signIn(page, "/accounts");
  await page.getByRole("button", { name: "Add accounts" }).click();
  await openedDialogs(page, 1);
  expect(calls).toEqual([
    { path: "/api/CreateFinancialLinkToken", query: "?accessToken=7", body: { addAccounts: true } },
  ]);
  forgive(complaints);
});

test(
  "a closed dialog changes nothing, and a failed one can be reopened",
  night,
  async ({ page, complaints }) => {
    await withLivePlaid(page, [bank("healthy")]);
    await signIn(page, "/accounts");
    const linkButton = page.getByRole("button", { name: "Link a bank" });
    await linkButton.click();
    await openedDialogs(page, 1);
    await page.evaluate(() =>
      globalThis.plaidDialogs.at(-1)?.config.onExit(null, { request_id: "plaid-request-1" }),
    );
    await expect(page.getByText("Nothing was linked.")).toBeVisible();
    await linkButton.click();
    await openedDialogs(page, 2);
    await page.evaluate(() =>
      globalThis.plaidDialogs.at(-1)?.config.onExit(
        {
          error_type: "INSTITUTION_ERROR",
          error_code: "X",
          error_message: "x",
          display_message: "The bank is closed today.",
        },
        { request_id: "plaid-request-2" },
      ),
    );
    const alert = page.getByRole("alert").filter({ hasText: "Couldn’t link the bank" });
    await expect(alert).toContainText("The bank is closed today.");
    await expect(alert).toContainText("plaid-request-2");
    await expectNoAxeViolations(page);
    await alert.getByRole("button", { name: "Try again" }).click();
    await openedDialogs(page, 3);
    // One of the three remains.
    expect(await dialogs(page)).toHaveLength(1);
    forgive(complaints);
  },
);

test(
  "the dialog resumes with its token after the bank's sign-in page",
  night,
  async ({ page, complaints, baseURL }) => {
    const calls = await withLivePlaid(page, []);
    await signIn(page, "/accounts");
    await page.getByRole("button", { name: "Link a bank" }).click();
    await openedDialogs(page, 1);
    const address = "/accounts?oauth_state_id=state-1";
    await open(page, address);
    await openedDialogs(page, 1);
    expect(await dialogs(page)).toEqual([
      { token: "link-1", receivedRedirectUri: `${baseURL ?? ""}${address}`, opened: 1 },
    ]);
    await expect(page).toHaveURL(/\/accounts$/);
    expect(calls).toHaveLength(1);
    await page.evaluate(() =>
      globalThis.plaidDialogs[0]?.config.onSuccess("public-1", {
        institution: null,
        accounts: [],
        link_session_id: "s",
      }),
    );
    await expect(page.getByText("Linked Harbor Bank")).toBeVisible();
    // A reload doesn't show it again.
    await page.reload();
    await expect(page.getByRole("heading", { level: 1, name: "Accounts" })).toBeVisible();
    await expect(page.getByText("Linked Harbor Bank")).toHaveCount(0);
    expect(calls).toHaveLength(2);
    forgive(complaints);
  },
);

test("the page says what to do after a bank sign-in from another browser", night, async ({ page }) => {
  await withLivePlaid(page, []);
  await signIn(page, "/accounts?oauth_state_id=state-1");
  const alert = page.getByRole("alert").filter({ hasText: "Couldn’t link the bank" });
  await expect(alert).toContainText("started in another tab");
  await expect(alert.getByRole("button", { name: "Start over" })).toBeVisible();
  await expect(page).toHaveURL(/\/accounts$/);
});

test("a blocked Plaid script shows an error with a way out", night, async ({ page, complaints }) => {
  await withLivePlaid(page, []);
  await page.unroute(scriptAddress);
  await page.route(scriptAddress, (route) => route.abort());
  await signIn(page, "/accounts");
  await page.getByRole("button", { name: "Link a bank" }).click();
  const alert = page.getByRole("alert").filter({ hasText: "Couldn’t link the bank" });
  await expect(alert).toContainText("Couldn’t load Plaid’s dialog");
  await expectNoAxeViolations(page);
  // The script's failure and the package's message about it.
  complaints.length = 0;
});
