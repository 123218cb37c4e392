import { expect, expectNoAxeViolations, open, signIn, test, night } from "../../support/visits/e2e.ts";

test.describe("GitHub's callback page", () => {
  test("says that the person canceled", night, async ({ page }) => {
    await open(page, "/oauth?error=access_denied&error_description=denied&state=x");
    await expect(page.getByRole("heading", { level: 1, name: "GitHub isn’t linked" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Go back to where you were" })).toHaveAttribute(
      "href",
      "/code",
    );
    await expectNoAxeViolations(page);
  });

  test("shows GitHub's own reason", night, async ({ page }) => {
    await open(page, "/oauth?error=application_suspended&error_description=Suspended.&state=x");
    await expect(page.getByText("GitHub says: Suspended.")).toBeVisible();
  });

  test("never contains a code in its HTML", night, async ({ request }) => {
    expect(await (await request.get("/oauth?code=secret-code&state=s")).text()).not.toContain("secret-code");
  });

  test("asks an anonymous visitor to sign in after one call", night, async ({ page, complaints }) => {
    let calls = 0;
    page.on("request", (request) => {
      if (request.url().endsWith("/api/GitHubOAuthCallback")) calls += 1;
    });
    await open(page, "/oauth?code=abc&state=xyz");
    await expect(page.getByRole("heading", { level: 1, name: "Couldn’t link GitHub" })).toBeVisible();
    await expect(page.getByText("Sign in to continue.")).toBeVisible();
    await expect(page.getByRole("link", { name: "Sign in with Microsoft" })).toBeVisible();
    await page.waitForLoadState("networkidle");
    expect(calls).toBe(1);
    complaints.length = 0;
  });

  test("explains a state from another session, and can start again", night, async ({ page, complaints }) => {
    await signIn(page, "/repo/ledger-kit");
    await open(page, "/oauth?code=abc&state=forged");
    await expect(page.getByText(/started in another session/)).toBeVisible();
    await expect(page.getByRole("button", { name: "Link GitHub" })).toBeVisible();
    complaints.length = 0;
  });

  test("says why it couldn't start", night, async ({ page, complaints }) => {
    await signIn(page, "/repo/ledger-kit");
    await page.route("**/api/GitHubOAuthUrl", (route) => route.abort());
    await open(page, "/oauth");
    await page.getByRole("button", { name: "Link GitHub" }).click();
    await expect(page.getByRole("alert")).toBeVisible();
    complaints.length = 0;
  });

  test("links the account and leads back to the previous page", night, async ({ page }) => {
    await signIn(page, "/repo/ledger-kit");
    await page.evaluate(() =>
      sessionStorage.setItem("folio:github-link-return", "/repo/ledger-kit?search=entry"),
    );
    await open(page, "/oauth");
    await page.getByRole("button", { name: "Link GitHub" }).click();
    await page.getByRole("button", { name: "Authorize" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "GitHub is linked" })).toBeVisible();
    await expect(page).toHaveURL("/repo/ledger-kit?search=entry");
    const state = await page.evaluate(
      async () => (await fetch("/api/GitHubAuthMe")).json() as Promise<unknown>,
    );
    expect(state).toMatchObject({ HasGitHubOAuthToken: true });
  });
});

test("a link to GitHub that can't be checked can be tried again", night, async ({ page, complaints }) => {
  await signIn(page, "/generate-code");
  await page.route("**/api/GitHubAuthMe", (route) => route.abort());
  await page.goto("/code");
  const account = page.getByRole("region", { name: "Your GitHub account" });
  await expect(account).toContainText("Couldn’t check whether an account is linked.", { timeout: 15_000 });
  await page.unroute("**/api/GitHubAuthMe");
  await account.getByRole("button", { name: "Try again" }).click();
  await expect(account.getByRole("button", { name: "Link GitHub" })).toBeVisible();
  complaints.length = 0;
});
