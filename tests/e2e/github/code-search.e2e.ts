import { dialogPath, dropRefusals, searchFor, test } from "../../support/sites/code-site.ts";
import { expect, hydrated, open, night } from "../../support/visits/e2e.ts";

/** Searching code in GitHub's sandbox: over all repositories, and in the dialog of one. */

test.describe("Search Code", () => {
  test("finds files, filters them, opens a file and goes back, clears, and searches again, all in the address", async ({
    page,
  }) => {
    await open(page, "/code");
    await page.getByRole("searchbox", { name: "Search code" }).fill("HttpClient");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/code\?q=HttpClient$/);
    await expect(page).toHaveTitle(/^HttpClient · Search Code · /);
    await expect(page.getByText("2 files", { exact: true })).toBeVisible();
    await expect(page.getByRole("link", { name: "CongressClient.cs" })).toBeVisible();
    await expect(page.getByRole("listitem").locator("mark").first()).toHaveText("HttpClient");

    await page
      .getByRole("navigation", { name: "Filter results" })
      .getByRole("link", { name: /^C# 1$/ })
      .click();
    await expect(page).toHaveURL(/q=HttpClient\+language%3AC%23$/);
    await expect(page.getByText("1 file", { exact: true })).toBeVisible();
    await expect(page.getByRole("link", { name: "README.md" })).toHaveCount(0);
    await page.goBack();
    await expect(page.getByRole("link", { name: "README.md" })).toBeVisible();

    const result = page.getByRole("link", { name: "CongressClient.cs" });
    for (const leave of [() => page.getByRole("link", { name: "Results" }).click(), () => page.goBack()]) {
      await result.click();
      await expect(page).toHaveURL(/\/repo\/congress-client\/files\/src\/CongressClient\.cs\?q=HttpClient$/);
      await expect(page.getByRole("heading", { name: "CongressClient.cs" })).toBeVisible();
      await leave();
      await expect(result).toBeFocused();
    }
    await page.getByRole("button", { name: "Clear search" }).click();
    await expect(page).toHaveURL(/\/code$/);
    await expect(page).toHaveTitle(/^Search Code · /);
    await expect(page.getByRole("heading", { name: "Qualifiers" })).toBeVisible();
    const field = page.getByRole("searchbox", { name: "Search code" });
    await expect(field).toBeFocused();
    await page.getByRole("link", { name: "file:README" }).press("Enter");
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await field.fill("HttpClient");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/code\?q=HttpClient$/);
    await expect(result).toBeVisible();

    await field.fill("zzzznothing");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "No results found" })).toBeVisible();
    for (const query of ["HttpClient", "file:README", ""]) {
      await page.goBack();
      await expect(field).toHaveValue(query);
    }
  });

  test("old addresses with facets and files lead to the new ones", night, async ({ page }) => {
    await open(page, "/code?q=HttpClient&language=C%23");
    await expect(page).toHaveURL(/\/code\?q=HttpClient\+language%3AC%23$/);
    await open(page, "/code?q=HttpClient&file=congress-client%2Fsrc%2FCongressClient.cs&line=3");
    await expect(page).toHaveURL(/\/repo\/congress-client\/files\/src\/CongressClient\.cs\?q=HttpClient#L3$/);
    await expect(page.locator('[data-line="3"]')).toHaveAttribute("data-selected", "true");
  });

  test("shows an empty state, and explains a rejected search", night, async ({ page, complaints }) => {
    await open(page, "/code?q=zzzznothing");
    await expect(page.getByRole("heading", { name: "No results found" })).toBeVisible();
    await page.goto("/code?q=x+user%3Asomebody");
    await expect(page.getByRole("alert")).toContainText("Remove user:somebody");
    await expect(page.getByRole("alert")).not.toContainText("term:");
    dropRefusals(complaints);
  });

  test("a failed search shows its request id and can be retried", night, async ({ page, complaints }) => {
    let isDown = true;
    await page.route("**/api/githubSearch?*", (route) =>
      isDown
        ? route.fulfill({
            status: 502,
            headers: { "x-request-id": "r-7" },
            json: {
              success: false,
              statusCode: 502,
              data: null,
              errors: { UPSTREAM: ["GitHub is down."] },
            },
          })
        : route.continue(),
    );
    await searchFor(page, "HttpClient");
    await expect(page.getByRole("alert")).toContainText("GitHub is down.");
    await expect(page.getByRole("alert")).toContainText("r-7");
    isDown = false;
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("link", { name: "CongressClient.cs" })).toBeVisible();
    dropRefusals(complaints);
  });

  test(
    "marks incomplete results, and ignores matches that aren't where GitHub says",
    night,
    async ({ page }) => {
      await page.route("**/api/githubSearch?*", (route) =>
        route.fulfill({
          json: {
            success: true,
            statusCode: 200,
            errors: null,
            data: {
              total_count: 240,
              incomplete_results: true,
              items: [
                {
                  sha: "1",
                  name: "odd.ts",
                  path: "src/odd.ts",
                  html_url: "javascript:alert(1)//blob/x/y",
                  repository: { name: "odd", description: null },
                  text_matches: [
                    {
                      fragment: "const fox = 1;",
                      matches: [
                        { text: "fox", indices: [90, 93] },
                        { text: "hound", indices: [0, 5] },
                      ],
                    },
                  ],
                },
              ],
            },
          },
        }),
      );
      await searchFor(page, "HttpClient");
      await expect(page.getByText("The search timed out on GitHub")).toBeVisible();
      await expect(page.getByText("The first 1 file of 240")).toBeVisible();
      await expect(page.getByRole("listitem").locator("mark")).toHaveText(["fox"]);
      await expect(page.locator('main a[href^="javascript:"]')).toHaveCount(0);
    },
  );

  test(
    "remembers searches, even without storage, and clears them on request",
    night,
    async ({ page, context }) => {
      await open(page, "/code");
      const field = page.getByRole("searchbox", { name: "Search code" });
      await field.fill("  zzzznothing ");
      await page.getByRole("button", { name: "Search", exact: true }).click();
      await expect(page.getByRole("heading", { name: "No results found" })).toBeVisible();
      await open(page, "/code");
      await expect(page.getByRole("link", { name: "zzzznothing" })).toBeVisible();
      await page.getByRole("button", { name: "Clear recent searches" }).click();
      await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
      await expect(page.getByRole("heading", { name: "Recent searches" })).toHaveCount(0);

      const blocked = await context.newPage();
      await blocked.addInitScript(() => {
        Object.defineProperty(globalThis, "localStorage", {
          get() {
            throw new DOMException("blocked", "SecurityError");
          },
        });
      });
      await open(blocked, "/code");
      await blocked.getByRole("searchbox", { name: "Search code" }).fill("zzzznothing");
      await blocked.keyboard.press("Enter");
      await blocked.getByRole("button", { name: "Clear search" }).click();
      await expect(blocked.getByRole("link", { name: "zzzznothing" })).toBeVisible();
    },
  );

  test("suggests topics of the content, and works as a form without JavaScript", async ({
    browser,
    baseURL,
  }) => {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      ...(baseURL === undefined ? {} : { baseURL }),
    });
    const page = await context.newPage();
    await page.goto("/code");
    await expect(page.getByRole("heading", { level: 1, name: "Search Code" })).toBeVisible();
    await expect(page.getByRole("link", { name: /Vue JS/ })).toHaveAttribute(
      "href",
      "/code?q=language%3Avue",
    );
    await page.getByRole("searchbox", { name: "Search code" }).fill("language:vue");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/code\?q=language%3Avue$/);
    await expect(page.getByRole("searchbox", { name: "Search code" })).toHaveValue("language:vue");
    await context.close();
  });
});

test.describe("a repository's search dialog", () => {
  test("opens from a shared address, works by keyboard alone, and closes", async ({ page }) => {
    await open(page, dialogPath);
    const dialog = page.getByRole("dialog", { name: "Search congress-client" });
    await expect(dialog.getByRole("link", { name: "CongressClient.cs" })).toBeVisible();
    const size = await dialog.boundingBox();
    expect(size).toMatchObject(page.viewportSize() ?? {});

    await page.keyboard.press("j");
    await expect(dialog.getByRole("link", { name: "CongressClient.cs" })).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(dialog.getByRole("link", { name: "README.md" })).toBeFocused();
    await page.keyboard.press("k");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/file=src%2FCongressClient\.cs$/);

    const current = dialog.locator("mark[data-current]").first();
    await expect(current).toHaveText("HttpClient");
    await expect(dialog.getByText(/^Match 1 of \d+$/)).toBeVisible();
    await page.keyboard.press("n");
    await expect(dialog.getByText(/^Match 2 of \d+$/)).toBeVisible();
    await expect(current).toBeInViewport();
    await page.keyboard.press("p");
    await page.keyboard.press("p");
    await expect(dialog.getByText(/^Match (\d+) of \1$/)).toBeVisible();

    await dialog.getByRole("textbox", { name: "Line" }).fill("3");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/line=3$/);
    await expect(dialog.getByRole("link", { name: "Line 3 on GitHub" })).toHaveAttribute(
      "href",
      /\/blob\/[^/]+\/src\/CongressClient\.cs#L3$/,
    );

    await dialog.getByRole("link", { name: "Results" }).click();
    await expect(page).toHaveURL(/search=HttpClient$/);
    await expect(dialog.getByRole("link", { name: "CongressClient.cs" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(/\/repo\/congress-client$/);

    await page.goBack();
    await expect(dialog.getByRole("link", { name: "CongressClient.cs" })).toBeVisible();
    await dialog.getByRole("button", { name: "Close search" }).click();
    await expect(dialog).toBeHidden();
  });

  test("clears its list with the field, and searches again", night, async ({ page }) => {
    await open(page, dialogPath);
    const dialog = page.getByRole("dialog", { name: "Search congress-client" });
    await expect(dialog.getByRole("link", { name: "CongressClient.cs" })).toBeVisible();
    await dialog.getByRole("button", { name: "Clear search" }).click();
    await expect(dialog.getByRole("link", { name: "CongressClient.cs" })).toHaveCount(0);
    await dialog.getByRole("searchbox").fill("zzzznothing");
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("heading", { name: "No results found" })).toBeVisible();
    await dialog.getByRole("link", { name: "Go to congress-client" }).click();
    await expect(dialog).toBeHidden();
  });

  test("disables the command palette's shortcuts", night, async ({ page }) => {
    await open(page, dialogPath);
    await expect(page.getByRole("link", { name: "CongressClient.cs" })).toBeVisible();
    await page.keyboard.press("Control+k");
    await page.keyboard.press("/");
    await expect(page.getByRole("dialog", { name: "Command palette" })).toHaveCount(0);
    await expect(page.getByRole("dialog", { name: "Search congress-client" })).toBeVisible();
  });

  test("opens from the repository's field and returns the focus to it", async ({ page }) => {
    await open(page, "/repo/congress-client");
    const field = page.getByRole("searchbox", { name: "Search congress-client" });
    await field.fill("HttpClient");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Search congress-client" });
    await expect(dialog.getByRole("link", { name: "CongressClient.cs" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(field).toBeFocused();
  });
});

test("the page has metadata and is rendered on the server", night, async ({ page, request }) => {
  const html = await (await request.get("/code?q=HttpClient&utm=x")).text();
  expect(html).toContain("<h1>");
  expect(html).toMatch(/<link rel="canonical" href="[^"]+\/code"/);
  expect(html).toContain('value="HttpClient"');
  expect(await (await request.get("/sitemap.xml")).text()).toMatch(/<loc>[^<]+\/code<\/loc>/);
  await page.goto("/code");
  await hydrated(page);
  await expect(page).toHaveTitle(/^Search Code · /);
});
