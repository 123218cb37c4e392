import type { Locator, Page } from "@playwright/test";
import { dropRefusals } from "../../support/sites/code-site.ts";
import {
  expect,
  expectNoAxeViolations,
  hydrated,
  open,
  signIn,
  startE2eServer,
  test as base,
  night,
  type E2eServer,
} from "../../support/visits/e2e.ts";
import { startOtherGitHub } from "../../support/stand-ins/other-github.ts";

/** Code search at its limit, and the linked account that lifts it: with GitHub's sandbox, and with another server. */

/** Signing in, authorizing and coming back are five page loads, some of them on a busy machine. */
const journeyMs = 120_000;

/** On a site without an index of its own. */
const test = base.extend<object, { server: E2eServer }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the parameter's shape to know what a fixture needs
    async ({}, use) => {
      const server = await startE2eServer();
      await use(server);
      await server.stop();
    },
    { scope: "worker", timeout: journeyMs },
  ],
});

const banner = "Too many requests. Please try again shortly.";
async function useUpTheLimit(page: Page, origin: string): Promise<void> {
  for (let search = 0; search < 20; search += 1) {
    const response = await page.request.get(`${origin}/api/githubSearch?term=word${search}`);
    if (response.status() !== 429) continue;
    expect(Number(response.headers()["retry-after"])).toBeGreaterThan(0);
    return;
  }
  throw new Error("twenty searches in a row met no limit");
}

async function chooseSandboxPerson(page: Page): Promise<void> {
  await page.getByRole("button", { name: /.+@.+/ }).first().click();
  await hydrated(page);
}

async function unlink(page: Page, origin: string, login: RegExp): Promise<void> {
  await page.goto(`${origin}/code`);
  await hydrated(page);
  const account = page.getByRole("region", { name: "Your GitHub account" });
  await expect(account).toContainText(login);
  await expectNoAxeViolations(page);
  await account.getByRole("button", { name: "Unlink GitHub" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Unlink GitHub" }).click();
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await expect(account.getByRole("button", { name: "Link GitHub" })).toBeVisible();
}

function prompt(dialog: Locator, name: string): Locator {
  return dialog.getByRole("button", { name }).or(dialog.getByRole("link", { name }));
}

test(
  "a rate-limited visitor signs in, authorizes, searches again, shares a file, and unlinks",
  night,
  async ({ page, browser, complaints }) => {
    test.setTimeout(journeyMs);
    const site = await startE2eServer();
    const address = `${site.origin}/repo/congress-client?search=HttpClient`;
    await page.goto(address);
    await hydrated(page);
    const dialog = page.getByRole("dialog", { name: "Search congress-client" });
    await expect(dialog.getByRole("link", { name: "CongressClient.cs" })).toBeVisible();

    await useUpTheLimit(page, site.origin);
    await dialog.getByRole("searchbox").fill("Bill");
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("alert")).toHaveText(banner);
    await expect(dialog.getByRole("timer")).toContainText(/You can search again in \d+ seconds?\./);
    await expect(dialog.getByRole("searchbox")).toHaveCount(0);
    await expectNoAxeViolations(page);

    await prompt(dialog, "Sign in with Microsoft").click();
    await chooseSandboxPerson(page);
    await expect(page).toHaveURL(/\/repo\/congress-client\?search=Bill$/);
    await expect(dialog.getByRole("alert")).toHaveText(banner);
    await prompt(dialog, "Authorize").click();
    await page.waitForURL(/\/login\/oauth\/authorize\?/);
    await page.getByRole("button", { name: /^Authorize/ }).click();
    // The page confirms it, and then returns on its own.
    await expect(page.getByRole("heading", { name: "GitHub is linked" })).toBeVisible();
    await expect(page).toHaveURL(/\/repo\/congress-client\?search=Bill$/);

    const file = dialog.getByRole("link", { name: /\.cs$/ }).first();
    const name = await file.textContent();
    await file.click();
    await expect(dialog.locator("mark[data-current]").first()).toHaveText(/bill/i);
    const shared = page.url();

    const elsewhere = await browser.newContext();
    const visitor = await elsewhere.newPage();
    await visitor.goto(shared);
    await hydrated(visitor);
    await expect(visitor.getByRole("heading", { name: name ?? "" })).toBeVisible();
    await expect(visitor.locator("[data-line]").first()).toBeVisible();
    await elsewhere.close();

    await unlink(page, site.origin, /Linked as [a-z-]+/);
    dropRefusals(complaints);
    await site.stop();
  },
);

test(
  "the same works with another GitHub server and only the visitor's token",
  night,
  async ({ page, complaints }) => {
    test.setTimeout(journeyMs);
    const github = await startOtherGitHub();
    const site = await startE2eServer(github.environment);
    await page.goto(`${site.origin}/code?q=tide`);
    await hydrated(page);
    const main = page.getByRole("main");
    await expect(main.getByRole("alert")).toBeVisible();
    await expect(main.getByRole("searchbox")).toHaveCount(0);

    await main.getByRole("link", { name: "Sign in with Microsoft" }).click();
    await chooseSandboxPerson(page);
    await expect(page).toHaveURL(/\/code\?q=tide$/);
    await main.getByRole("button", { name: "Authorize" }).click();
    await expect(page.getByRole("heading", { name: "GitHub is linked" })).toBeVisible();
    await expect(page).toHaveURL(/\/code\?q=tide$/);

    await page.getByRole("link", { name: "tide.ts" }).click();
    await expect(page.locator('[data-line="1"]')).toHaveText("export function tide(hours: number) {");
    await expect(page.getByRole("link", { name: "File on GitHub" })).toHaveAttribute(
      "href",
      `${github.origin}/web/orla-vance/tides/blob/trunk/src/tide.ts`,
    );
    await unlink(page, site.origin, /Linked as wren-okonjo/);
    expect(github.revoked()).toBe(1);
    dropRefusals(complaints);
    await site.stop();
    await github.stop();
  },
);

test(
  "the field returns with its text when the rate limit resets, and the search runs",
  night,
  async ({ page, complaints }) => {
    let isLimited = true;
    await page.route("**/api/githubSearch?*", (route) =>
      isLimited
        ? route.fulfill({
            status: 429,
            headers: { "retry-after": "2" },
            json: {
              success: false,
              statusCode: 429,
              data: null,
              errors: { RATE_LIMIT: ["Rate limit exceeded"] },
            },
          })
        : route.continue(),
    );
    await open(page, "/code");
    const field = page.getByRole("searchbox", { name: "Search code" });
    await field.fill("HttpClient");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("alert")).toHaveText(banner);
    await expect(field).toHaveCount(0);
    isLimited = false;
    await expect(field).toHaveValue("HttpClient");
    await expect(page.getByRole("alert")).toHaveCount(0);
    await expect(page.getByRole("link", { name: "CongressClient.cs" })).toBeVisible();
    dropRefusals(complaints);
  },
);

test(
  "a person whose link GitHub no longer accepts sees a note beside the results",
  night,
  async ({ page }) => {
    await page.route("**/api/githubSearch*", async (route) => {
      const response = await route.fetch();
      const answer: unknown = await response.json();
      const lost = { ...asRecord(answer), data: { ...asRecord(asRecord(answer)["data"]), link_lost: true } };
      await route.fulfill({ response, json: lost });
    });
    await open(page, "/code");
    await signIn(page, "/code?q=congress");
    const note = page.getByText("GitHub no longer accepts the link to your account");
    await expect(note).toBeVisible();
    await expect(page.getByRole("link", { name: "CongressClient.cs" })).toBeVisible();
    await expectNoAxeViolations(page);
    await page.getByRole("button", { name: "Authorize" }).click();
    await expect(page).toHaveURL(/\/login\/oauth\/authorize/);
  },
);

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
