import { postAs } from "../support/sites/finance-site.ts";
import {
  expect,
  expectNoAxeViolations,
  held,
  hydrated,
  open,
  signIn,
  startE2eServer,
  test,
  night,
} from "../support/visits/e2e.ts";

test("a visitor signs in, finds the account menu, and signs out", async ({ page, context, complaints }) => {
  await open(page, "/about");
  await page.getByRole("banner").first().getByRole("link", { name: "Sign In" }).click();
  await expectNoAxeViolations(page);
  await page.getByRole("button", { name: /.+@.+/ }).first().click();
  await expect(page).toHaveURL(/\/about$/);
  await hydrated(page);

  const trigger = page.getByRole("button", { name: /^Account: / });
  await expect(trigger).toBeVisible();
  await expect(page.getByRole("link", { name: "Sign In" })).toHaveCount(0);
  const avatar = trigger.locator("span").first();
  expect(await avatar.boundingBox()).toMatchObject({ width: 35, height: 35 });
  await expect(avatar).toHaveText(/^[A-Z]$/);
  await trigger.focus();
  await page.keyboard.press("Enter");
  const menu = page.getByRole("navigation", { name: "Account" });
  await expect(menu).toBeVisible();
  expect((await menu.boundingBox())?.width).toBeGreaterThanOrEqual(300);
  for (const name of ["Users", "Products", "Accounts", "Spending", "Your devices", "Logout"]) {
    await expect(menu.getByRole("link", { name })).toBeVisible();
  }
  await expectNoAxeViolations(page);
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  // Tab past the last link: the menu never lies over what has the focus.
  await page.keyboard.press("Enter");
  await expect(menu).toBeVisible();
  const stops = await menu.locator("a, button").count();
  for (let stop = 0; stop <= stops; stop += 1) await page.keyboard.press("Tab");
  await expect(menu).toBeHidden();

  await expect(page.getByRole("contentinfo").getByRole("link", { name: "Spending" })).toBeVisible();
  const other = await context.newPage();
  await open(other, "/users");
  await trigger.click();
  await menu.getByRole("link", { name: "Logout" }).click();
  const confirm = page.getByRole("button", { name: /sign out|log out|continue/i });
  if (await confirm.isVisible().catch(() => false)) await confirm.click();
  await hydrated(page);
  await expect(page.getByRole("banner").first().getByRole("link", { name: "Sign In" })).toBeVisible();
  // Nothing private stays in another tab.
  await other.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(other.getByRole("heading", { name: "Sign in to see this page" })).toBeVisible();
  expect(complaints.splice(0).filter((line) => !line.includes("401"))).toEqual([]);
});

test("signing in comes back to the page that asked for it, and the people who signed in are listed", async ({
  page,
  context,
}) => {
  await signIn(page, "/users");
  await expect(page).toHaveURL(/\/users$/);
  await expect(page.getByRole("heading", { level: 1, name: "Users" })).toBeVisible();
  await expect(page.getByRole("table")).toContainText("You");
  await expectNoAxeViolations(page);

  const other = await context.browser()?.newContext({ baseURL: new URL(page.url()).origin });
  const otherPage = await other?.newPage();
  if (otherPage === undefined) throw new Error("no second browser context");
  await signIn(otherPage, "/about");
  await page.getByRole("button", { name: /sign out other sessions/i }).click();
  await page
    .getByRole("alertdialog")
    .or(page.getByRole("dialog"))
    .getByRole("button", { name: /sign out/i })
    .click();
  await expect(page.getByText(/signed out|ended/i).first()).toBeVisible();
  await otherPage.reload();
  await hydrated(otherPage);
  await expect(otherPage.getByRole("banner").first().getByRole("link", { name: "Sign In" })).toBeVisible();
  await other?.close();
});

test("signed out in another tab, this one asks for the sign-in", night, async ({ page, context }) => {
  await signIn(page, "/users");
  const other = await context.newPage();
  // Nobody is logged out by an address alone.
  await other.goto("/.auth/logout");
  await expect(other.getByRole("heading", { level: 1 })).toHaveText("Do you want to log out?");
  await other.getByRole("main").getByRole("link", { name: "Logout" }).click();
  await other.waitForURL((url) => url.pathname === "/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign in to see this page");
  await expect(page).toHaveTitle(/^Sign in · /);
  await expect(page.getByRole("banner").first().getByRole("link", { name: "Sign In" })).toBeVisible();
});

test("signed in in another tab, this one shows its page", night, async ({ page, context }) => {
  await open(page, "/users");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign in to see this page");
  const other = await context.newPage();
  await signIn(other, "/about");
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
  await expect(page.getByRole("heading", { level: 1, name: "Users" })).toBeVisible();
  await expect(page.getByRole("table")).toContainText("You");
});

test("a page whose session is idle asks for the sign-in, and waits", async ({ page, complaints }) => {
  await signIn(page, "/about");
  let calls = 0;
  await page.route("**/api/GetBudgets", (route) => {
    calls += 1;
    const json = {
      success: false,
      statusCode: 401,
      data: null,
      errors: { SIGN_IN_REQUIRED: ["Sign in again."] },
    };
    return route.fulfill({ status: 401, json });
  });
  await open(page, "/spending");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign in to see this page");
  await page.route("**/.auth/login/**", (route) => route.fulfill({ body: "The provider" }));
  await page.getByRole("link", { name: /^Sign in with/ }).click();
  await expect(page.getByText("The provider")).toBeVisible();
  expect(calls).toBeLessThan(4);
  complaints.length = 0;
});

test(
  "once the session has ended, an action says so, and leads to the sign-in",
  night,
  async ({ page, context, complaints }) => {
    await signIn(page, "/users");
    await context.clearCookies();
    const noticing = await held(page, "**/.auth/me");
    await page.getByRole("button", { name: "Sign out other sessions" }).click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByRole("button", { name: "Sign out other sessions" }).click();
    await expect(dialog.getByRole("alert")).toContainText("You’re no longer signed in here");
    await expect(dialog.getByRole("alert")).not.toContainText("SIGN_IN_REQUIRED");
    noticing.release();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign in to see this page");
    await expect(page.getByRole("banner").first().getByRole("link", { name: "Sign In" })).toBeVisible();
    expect(complaints.splice(0).every((line) => line.includes("401"))).toBe(true);
  },
);

test(
  "a form kept when its session was ended elsewhere saves after another sign-in, and goes on",
  night,
  async ({ page, context, browser, complaints }) => {
    await signIn(page, "/spending");
    await page.getByRole("button", { name: "New Budget" }).first().click();
    const form = page.getByRole("dialog", { name: "New Budget" });
    await form.getByRole("textbox", { name: "Name" }).fill("Kept");
    const asked = page.waitForEvent("dialog");
    page.on("dialog", (question) => void question.dismiss());
    const elsewhere = await browser.newContext({ baseURL: new URL(page.url()).origin });
    const other = await elsewhere.newPage();
    await signIn(other, "/about");
    await postAs(other, "/api/EndOtherSessions", {});
    await elsewhere.close();
    await asked;
    await form.getByRole("button", { name: "Save Budget" }).click();
    await expect(form.getByRole("link", { name: "Sign in in a new tab" })).toBeVisible();
    expect(
      complaints.splice(0).every((line) => line.includes("401") || line.includes("SIGN_IN_REQUIRED")),
    ).toBe(true);
    const again = await context.newPage();
    await signIn(again, "/about");
    await form.getByRole("button", { name: "Save Budget" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Kept" })).toBeVisible();
  },
);

test("declining ends on a page that says so", night, async ({ page }) => {
  await page.goto("/.auth/login/aad?post_login_redirect_uri=/about");
  await page
    .getByRole("button", { name: /cancel/i })
    .or(page.getByRole("link", { name: /cancel/i }))
    .first()
    .click();
  await expect(page).toHaveURL(/\/sign-in\?problem=/);
  await hydrated(page);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expectNoAxeViolations(page);
});

for (const target of ["https://evil.example", "//evil.example", "/\\evil.example", "javascript:alert(1)"]) {
  test(`signing in never leads to ${target}`, night, async ({ page, baseURL }) => {
    await page.goto(`/.auth/login/aad?post_login_redirect_uri=${encodeURIComponent(target)}`);
    await page.getByRole("button", { name: /.+@.+/ }).first().click();
    await expect(page).toHaveURL(`${baseURL}/accounts`);
  });
}

test("a failed lookup is logged and the visitor stays anonymous", night, async ({ page, complaints }) => {
  await page.route("**/.auth/me", (route) => route.fulfill({ status: 500, body: "no" }));
  await open(page, "/about");
  await expect
    .poll(() => complaints.some((line) => line.includes("Failed to look up who is signed in.")))
    .toBe(true);
  await expect(page.getByRole("banner").first().getByRole("link", { name: "Sign In" })).toBeVisible();
  complaints.length = 0;
});

test("a public demo carries a ribbon and gives each browser its own person", night, async ({ browser }) => {
  // A server of its own has to start first.
  test.slow();
  const demo = await startE2eServer({ FOLIO_DEMO: "1" });
  try {
    const people: (string | undefined)[] = [];
    for (let index = 0; index < 2; index += 1) {
      const context = await browser.newContext({ baseURL: demo.origin });
      const page = await context.newPage();
      await signIn(page, "/about");
      await expect(page.getByText(/public demo/i)).toBeVisible();
      const principal = (await (await page.request.get("/.auth/me")).json()) as {
        clientPrincipal: { userId: string };
      };
      people.push(principal.clientPrincipal.userId);
      await context.close();
    }
    expect(people[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(people[0]).not.toBe(people[1]);
  } finally {
    await demo.stop();
  }
});
