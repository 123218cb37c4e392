import type { Page } from "@playwright/test";
import {
  expect,
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  test,
  night,
} from "../../../support/visits/e2e.ts";

const keys = { client_id: "folio-sandbox", secret: "folio-sandbox" };

/** Asks the sandbox as the site's server would. */
async function ask(page: Page, path: string, body: object): Promise<Record<string, unknown>> {
  const response = await page.request.post(`/sandbox/plaid${path}`, { data: { ...keys, ...body } });
  expect(response.status(), path).toBe(200);
  return response.json() as Promise<Record<string, unknown>>;
}

async function openLink(page: Page, baseURL: string | undefined, more: object): Promise<void> {
  const { link_token } = await ask(page, "/link/token/create", {
    client_name: "Folio",
    language: "en",
    country_codes: ["US"],
    user: { client_user_id: "somebody" },
    redirect_uri: `${baseURL}/about`,
    ...more,
  });
  await page.goto(`/sandbox/plaid/link?link_token=${encodeURIComponent(String(link_token))}`);
}

/** The pages share their parts: one theme is enough where another page has shown the other. */
async function expectGoodPage(page: Page, heading: RegExp, colorScheme: "light" | "dark"): Promise<void> {
  await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
  await page.emulateMedia({ colorScheme });
  await expectNoAxeViolations(page);
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(page);
  }
}

function returnedWith(page: Page, name: string): string {
  return new URL(page.url()).searchParams.get(name) ?? "";
}

test(
  "a bank is linked in four steps, and the accounts that were chosen are shared",
  night,
  async ({ page, baseURL, complaints }) => {
    await openLink(page, baseURL, { products: ["transactions"] });
    await expectGoodPage(page, /Choose a bank/, "light");
    await expect(page.getByText("The banks, people, and money are invented")).toBeVisible();
    await page.getByRole("button", { name: /Lanternfish Bank/ }).click();

    await expectGoodPage(page, /Who’s signing in to Lanternfish Bank/, "dark");
    await page.getByText("Enter a user name").click();
    await page.getByLabel("User name").fill("nobody");
    await page.getByRole("button", { name: "Continue" }).click();
    await expectGoodPage(page, /Who’s signing in/, "light");
    await expect(page.getByRole("alert")).toHaveText("The bank has no user named “nobody”.");
    await page.getByRole("button", { name: /Morgan Saltmarsh/ }).click();

    await expectGoodPage(page, /Which accounts/, "dark");
    const boxes = page.getByRole("group", { name: "Accounts" }).getByRole("checkbox");
    await expect(boxes).toHaveCount(6);
    for (const box of await boxes.all()) await box.uncheck();
    await page.getByRole("button", { name: "Continue" }).click();
    await expectGoodPage(page, /Which accounts/, "light");
    await expect(page.getByRole("alert")).toHaveText("Choose at least one account.");
    expect(complaints.splice(0)).toEqual([expect.stringContaining("422"), expect.stringContaining("422")]);
    await page.getByLabel(/Lantern Card/).check();
    await page.getByRole("button", { name: "Continue" }).click();

    await expectGoodPage(page, /Share these accounts/, "dark");
    await page.getByRole("button", { name: "Share and return" }).click();
    await expect(page).toHaveURL(/\/about\?public_token=/);
    const { access_token } = await ask(page, "/item/public_token/exchange", {
      public_token: returnedWith(page, "public_token"),
    });
    const { accounts } = await ask(page, "/accounts/get", { access_token });
    expect(accounts).toMatchObject([{ name: "Lantern Card", mask: "7781" }]);
  },
);

test(
  "repairing a link takes one button and brings no token, and so does adding accounts",
  night,
  async ({ page, baseURL }) => {
    const { public_token } = await ask(page, "/sandbox/public_token/create", {
      institution_id: "ins_900001",
      initial_products: ["transactions"],
    });
    const { access_token } = await ask(page, "/item/public_token/exchange", { public_token });
    await ask(page, "/sandbox/item/reset_login", { access_token });
    await openLink(page, baseURL, { access_token });
    await expectGoodPage(page, /Repair the link to Lanternfish Bank/, "dark");
    await page.getByRole("button", { name: "Sign in and return" }).click();
    await expect(page).toHaveURL(/\/about\?repaired=/);
    await ask(page, "/accounts/get", { access_token });

    await openLink(page, baseURL, { access_token, update: { account_selection_enabled: true } });
    await expectGoodPage(page, /Choose accounts at Lanternfish Bank/, "light");
    await page.getByLabel(/Home Loan/).uncheck();
    await page.getByRole("button", { name: "Sign in and return" }).click();
    await expect(page).toHaveURL(/\/about\?repaired=/);
    const { accounts } = await ask(page, "/accounts/get", { access_token });
    expect(accounts).toHaveLength(5);
  },
);

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test(
    "the keyboard alone links a bank, and Cancel leads back from every step",
    night,
    async ({ page, baseURL }) => {
      await openLink(page, baseURL, { products: ["transactions"] });
      await page.getByRole("button", { name: /Stormcloud/ }).focus();
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: /Avery/ }).focus();
      await page.keyboard.press("Enter");
      await page.getByLabel(/12 Month Certificate/).focus();
      await page.keyboard.press("Space");
      await page.getByRole("button", { name: "Continue" }).focus();
      await page.keyboard.press("Enter");
      await expect(page.getByRole("listitem")).toHaveText(["Cloud Savings, savings ending in 9021, USD"]);
      // Each page names the one before, and the way out.
      for (const back of ["Other accounts", "Somebody else", "Another bank", null]) {
        const cancel = page.getByRole("link", { name: "Cancel" });
        expect(await cancel.getAttribute("href")).toBe(`${baseURL}/about?link_canceled=1`);
        if (back !== null) await page.getByRole("link", { name: back }).click();
        else await cancel.click();
      }
      await expect(page).toHaveURL(/\/about\?link_canceled=1$/);
    },
  );
});

test("an address that the site did not give says so", night, async ({ page, complaints }) => {
  await page.goto("/sandbox/plaid/link?link_token=link-sandbox-forged");
  await expectGoodPage(page, /This link has expired/, "light");
  await expect(page.getByRole("link", { name: "Back to the site" })).toBeVisible();
  expect(complaints.splice(0)).toEqual([expect.stringContaining("400")]);
});
