import type { Page } from "@playwright/test";
import {
  expect,
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  hydrated,
  open,
  test,
  night,
} from "../../support/visits/e2e.ts";

const gitHub = "**/sandbox/github/repos/robin-ashgrove/";

/** From the home page, so that the browser has no copy of the server's. */
async function openInside(page: Page, name: string): Promise<void> {
  await open(page, "/");
  await page.waitForLoadState("networkidle");
  const showAll = page.getByRole("button", { name: /^Show all/ });
  if (await showAll.isVisible()) await showAll.click();
  await page.getByRole("link", { name, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/repo/${name}$`));
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a repository can be read", async ({ page, request }) => {
    await request.get("/api/GitHubReadme?repo=ledger-kit");
    await page.goto("/repo/ledger-kit");
    await expect(page.getByRole("heading", { level: 1, name: "ledger-kit" })).toBeVisible();
    await expect(page.getByRole("list", { name: "Languages" }).getByRole("listitem").first()).toContainText(
      "%",
    );
    await expect(page.getByRole("heading", { level: 3, name: /, 20\d\d$/ }).first()).toBeVisible();
    await expect(page.getByRole("heading", { level: 2, name: "README" })).toBeVisible();
    await expect(page.locator("pre").first()).toContainText("ledger");
  });
});

test("a README's link to a file of the repository opens it here, and Back returns", async ({ page }) => {
  await open(page, "/repo/budget-board");
  await page.getByRole("region", { name: "README" }).getByRole("link", { name: "src/pace.js" }).click();
  await expect(page).toHaveURL(/\/repo\/budget-board\/files\/src\/pace\.js$/);
  await expect(page.getByRole("heading", { level: 1, name: "pace.js" })).toBeVisible();
  const elsewhere = page.getByRole("link", { name: /File on GitHub/ });
  const there = await page.request.get((await elsewhere.getAttribute("href")) ?? "");
  expect(there.status()).toBe(200);
  expect(await there.text()).toContain("budget-board/src/pace.js");
  await page.goBack();
  await expect(page).toHaveURL(/\/repo\/budget-board$/);
});

test("the head describes the repository", night, async ({ request, baseURL }) => {
  const response = await request.get("/repo/ledger-kit?utm=x");
  expect(response.status()).toBe(200);
  const html = await response.text();
  expect(html).toContain("<title>ledger-kit · Robin Ashgrove</title>");
  expect(html).toContain(`<link rel="canonical" href="${baseURL}/repo/ledger-kit"`);
  expect(html).toMatch(/<meta name="description" content="Double-entry[^"]+"/);
  const data = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
    ([, json = ""]) => JSON.parse(json) as Record<string, unknown>,
  );
  expect(data[0]).toMatchObject({
    "@type": "SoftwareSourceCode",
    name: "ledger-kit",
    programmingLanguage: "TypeScript",
    codeRepository: expect.stringContaining("/robin-ashgrove/ledger-kit"),
    license: "MIT",
  });
  expect(data[1]).toMatchObject({ "@type": "BreadcrumbList" });
});

test(
  "an unknown repository is a 404 that says so and makes no calls to GitHub",
  night,
  async ({ page, complaints }) => {
    const calls: string[] = [];
    page.on("request", (request) => calls.push(new URL(request.url()).pathname));
    const response = await page.goto("/repo/no-such-thing");
    expect(response?.status()).toBe(404);
    expect((await page.request.get(`/repo/${"n".repeat(201)}`)).status()).toBe(404);
    expect(await response?.text()).toContain('<meta name="robots" content="noindex"');
    await hydrated(page);
    await page.waitForLoadState("networkidle");
    await expect(page.getByRole("heading", { level: 1, name: "Failed to load repo." })).toBeVisible();
    expect(calls.filter((path) => path.includes("no-such-thing"))).toEqual(["/repo/no-such-thing"]);
    await expectNoAxeViolations(page);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect
      .poll(() => calls.filter((path) => path.endsWith("/robin-ashgrove/no-such-thing")))
      .toHaveLength(1);
    await expect(page.getByRole("heading", { level: 1, name: "Failed to load repo." })).toBeVisible();
    await page.getByRole("link", { name: "All repositories" }).click();
    await expect(page).toHaveURL(/\/#repositories$/);
    complaints.length = 0;
  },
);

test("the page shows all of its parts and makes the public calls", async ({ page }) => {
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    // Pictures of the README are no calls.
    if (/^\/(?:sandbox\/github\/(?!avatars|.*\/raw\/)|api\/)/.test(pathname))
      calls.push(`${pathname}${search}`);
  });
  await open(page, "/repo/ledger-kit");
  const repo = "/sandbox/github/repos/robin-ashgrove/ledger-kit";
  const publicCalls = [
    repo,
    `${repo}/languages`,
    `${repo}/commits?per_page=100`,
    "/sandbox/github/users/robin-ashgrove/repos?sort=pushed&direction=desc&per_page=100",
  ].toSorted();
  // The browser asks once it has nothing else to do.
  await expect.poll(() => calls.toSorted()).toEqual(publicCalls);
  await page.waitForLoadState("networkidle");
  expect(calls.toSorted()).toEqual(publicCalls);
  const breadcrumb = page.getByRole("navigation", { name: "Breadcrumb" });
  await expect(breadcrumb.getByRole("link", { name: "HOME" })).toHaveAttribute("href", "/");
  await expect(breadcrumb.getByText("REPO")).toHaveAttribute("aria-disabled", "true");
  await expect(page.getByRole("link", { name: /^Source/ })).toHaveAttribute(
    "href",
    /\/robin-ashgrove\/ledger-kit$/,
  );
  await expect(page.getByRole("link", { name: /^Homepage/ })).toBeVisible();
  await expect(page.getByRole("searchbox", { name: "Search ledger-kit" })).toBeVisible();
  await expect(page.getByRole("definition").filter({ hasText: "MIT" })).toBeVisible();
});

test("topics, languages, and hints run the mapped searches", night, async ({ page }) => {
  await open(page, "/repo/rent-roll-api");
  const topics = page.getByRole("list", { name: "Topics" });
  await expect(topics.getByRole("link", { name: "azure-functions" })).toHaveAttribute(
    "href",
    "/repo/rent-roll-api?search=HttpTrigger",
  );
  const languages = page.getByRole("list", { name: "Languages" });
  await expect(languages.getByRole("link", { name: /^C#/ })).toHaveAttribute(
    "href",
    "/repo/rent-roll-api?search=language%3Acsharp",
  );
  await expect(page.getByRole("link", { name: "Vue JS" })).toHaveAttribute(
    "href",
    "/repo/rent-roll-api?search=language%3Avue",
  );
  await languages.getByRole("link", { name: /^C#/ }).click();
  await expect(page).toHaveURL("/repo/rent-roll-api?search=language%3Acsharp");
  await page.goBack();
  await expect(page).toHaveURL("/repo/rent-roll-api");
});

test("search runs on Enter and on the magnifier, and can be cleared", night, async ({ page }) => {
  await open(page, "/repo/ledger-kit");
  const field = page.getByRole("searchbox", { name: "Search ledger-kit" });
  await field.press("Enter");
  await expect(page).toHaveURL("/repo/ledger-kit");
  await field.fill("  entry  ");
  await page.getByRole("button", { name: "Clear search" }).first().click();
  await expect(field).toHaveValue("");
  await expect(field).toBeFocused();
  await field.fill("  entry  ");
  await field.press("Enter");
  await expect(page).toHaveURL("/repo/ledger-kit?search=entry");
  await page.goBack();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await field.fill("money");
  await page.getByRole("button", { name: "Search", exact: true }).first().click();
  await expect(page).toHaveURL("/repo/ledger-kit?search=money");
});

test("commits are grouped by day, show their changes, and page to the end", async ({ page }) => {
  const pages: string[] = [];
  page.on("request", (request) => {
    if (/\/repositories\/\d+\/commits/.test(request.url())) pages.push(request.url());
  });
  await open(page, "/repo/ledger-kit");
  await page.waitForLoadState("networkidle");
  const commits = page.getByRole("region", { name: "Commits" });
  const entries = commits.locator("ol > li");
  await expect(entries).toHaveCount(10);
  await expect(commits.getByText("Release Machine").first()).toBeVisible();
  const days = await commits
    .locator("h3 time")
    .evaluateAll((times) => times.map((time) => time.getAttribute("datetime") ?? ""));
  expect(days).toEqual([...new Set(days)].toSorted().toReversed());
  await entries.first().getByText("Changes").click();
  await expect(entries.first().getByRole("list", { name: "Changed files" })).toContainText("+");
  const more = commits.getByRole("button", { name: "Show more" });
  while (await more.isVisible()) {
    const before = await entries.count();
    await more.click();
    await expect.poll(() => entries.count()).toBeGreaterThan(before);
  }
  expect(pages).toHaveLength(1);
  expect(await entries.count()).toBeGreaterThan(100);
});

test.describe("parts fail independently", () => {
  const parts = [
    ["languages", "languages", "Could not load languages"],
    ["commits", "commits*", "Could not load commits"],
  ] as const;

  for (const [part, path, message] of parts) {
    test(`${part}: "${message}", the rest alive, and a retry`, night, async ({ page, complaints }) => {
      await page.route(`${gitHub}ledger-kit/${path}`, (route) => route.fulfill({ status: 500, json: {} }));
      await openInside(page, "ledger-kit");
      const alert = page.getByRole("alert").filter({ hasText: message });
      await expect(alert).toBeVisible();
      await expect(page.getByRole("heading", { level: 1, name: "ledger-kit" })).toBeVisible();
      await expect(page.getByRole("alert")).toHaveCount(1);
      await expectNoAxeViolations(page);
      await page.unroute(`${gitHub}ledger-kit/${path}`);
      await alert.getByRole("button", { name: "Try again" }).click();
      await expect(page.getByRole("alert")).toHaveCount(0);
      complaints.length = 0;
    });
  }

  test(
    "the repository: 'Failed to load repo.', while languages and commits work",
    night,
    async ({ page, complaints }) => {
      await page.route(`${gitHub}ledger-kit`, (route) => route.abort());
      await openInside(page, "ledger-kit");
      await expect(page.getByRole("heading", { level: 1, name: "Failed to load repo." })).toBeVisible();
      await expect(page.getByRole("list", { name: "Languages" })).toBeVisible();
      await expect(page.getByRole("region", { name: "Commits" }).locator("ol > li")).toHaveCount(10);
      await page.unroute(`${gitHub}ledger-kit`);
      await page.getByRole("button", { name: "Try again" }).click();
      await expect(page.getByRole("heading", { level: 1, name: "ledger-kit" })).toBeVisible();
      complaints.length = 0;
    },
  );

  test("the README: an error with the request id", night, async ({ page, complaints }) => {
    await page.route("**/api/GitHubReadme*", (route) =>
      route.fulfill({
        status: 502,
        headers: { "x-request-id": "request-of-a-test" },
        json: { success: false, statusCode: 502, data: null, errors: { UPSTREAM: ["GitHub is down."] } },
      }),
    );
    await openInside(page, "ledger-kit");
    const alert = page.getByRole("alert").filter({ hasText: "Could not load the README" });
    await expect(alert).toContainText("request-of-a-test");
    await page.unroute("**/api/GitHubReadme*");
    await alert.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("region", { name: "README" }).locator("pre").first()).toBeVisible();
    complaints.length = 0;
  });
});

test.describe("sandbox names show every state", () => {
  test("…-error-500 fails in every part and isn't a 200", night, async ({ page, complaints }) => {
    const response = await page.goto("/repo/x-error-500");
    expect(response?.status()).toBe(503);
    await hydrated(page);
    await expect(page.getByRole("heading", { level: 1, name: "Failed to load repo." })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Could not load languages" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Could not load commits" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Could not load the README" })).toBeVisible();
    await expectNoAxeViolations(page);
    complaints.length = 0;
  });

  test("…-rate-limited says when the rate limit resets", night, async ({ page, complaints }) => {
    await page.goto("/repo/x-rate-limited");
    await hydrated(page);
    await expect(page.getByText(/is used up. It resets at \d+:\d\d [AP]M/).first()).toBeVisible();
    const readme = page.getByRole("region", { name: "README" });
    await expect(readme.getByRole("alert")).toContainText(/is used up\. It resets in 2\d minutes\./);
    complaints.length = 0;
  });

  test("…-empty has no code, no commits, and no README", night, async ({ page, complaints }) => {
    await open(page, "/repo/x-empty");
    await page.waitForLoadState("networkidle");
    await expect(page.getByRole("heading", { name: "No code yet" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "No commits yet" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "No README" })).toBeVisible();
    await expectNoAxeViolations(page);
    // The browser's own line about the 409 that an empty repository answers with.
    expect(complaints.filter((line) => !line.includes("409"))).toEqual([]);
    complaints.length = 0;
  });

  test("…-slow shows its placeholders, then its content", night, async ({ page, complaints }) => {
    await page.goto("/repo/e2e-slow");
    await hydrated(page);
    await expect(page.getByText("Loading commits")).toBeAttached();
    await expect(page.getByRole("heading", { level: 1, name: "e2e-slow" })).toBeVisible();
    await expectNoAxeViolations(page);
    await expect(page.getByRole("list", { name: "Languages" })).toBeVisible();
    complaints.length = 0;
  });
});

test("if GitHub fails, the server's copy stays and the page says so", night, async ({ page, complaints }) => {
  await page.route(`${gitHub}**`, (route) => route.abort());
  await open(page, "/repo/ledger-kit");
  await expect(page.getByText("You’re seeing an older copy.")).toBeVisible();
  await expect(page.getByRole("list", { name: "Languages" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Commits" }).locator("ol > li")).toHaveCount(10);
  complaints.length = 0;
});

/** A README may name a picture that is not there: the browser says so in a line of its own. */
function forgiveMissingPicture(complaints: string[]): void {
  expect(complaints.filter((line) => !line.includes("404"))).toEqual([]);
  complaints.length = 0;
}

test("a hostile README, message, and description run no code", night, async ({ page, complaints }) => {
  await open(page, "/repo/edge-of-text");
  await page.waitForLoadState("networkidle");
  await expect(page.getByText("</pre><script>", { exact: false }).first()).toBeVisible();
  await expect(page).toHaveTitle(/^edge-of-text/);
  expect(await page.evaluate(() => document.body.dataset["pwned"])).toBeUndefined();
  const readme = page.getByRole("region", { name: "README" });
  await expect(
    readme.locator("script, iframe, form, input, style, [onclick], [onerror], [style]"),
  ).toHaveCount(0);
  const links = await readme
    .getByRole("link")
    .evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  expect(links.filter((href) => !/^(?:https?:|#|\/)/.test(href ?? ""))).toEqual([]);
  forgiveMissingPicture(complaints);
});

test(
  "the page's JavaScript stays within its byte budget, including highlighting",
  night,
  async ({ page }) => {
    let bytes = 0;
    const measured: Promise<void>[] = [];
    page.on("requestfinished", (request) => {
      if (request.resourceType() !== "script") return;
      measured.push(
        request.sizes().then(({ responseBodySize }) => {
          bytes += responseBodySize;
        }),
      );
    });
    await open(page, "/repo/ledger-kit");
    await expect(page.locator("pre [class^=hljs]").first()).toBeAttached();
    await page.waitForLoadState("networkidle");
    await Promise.all(measured);
    test.info().annotations.push({ type: "bytes", description: String(bytes) });
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThanOrEqual(170_000);
  },
);

for (const colorScheme of ["light", "dark"] as const) {
  test(
    `a repository passes axe in the ${colorScheme} theme and fits a narrow window`,
    night,
    async ({ page, complaints }) => {
      await page.emulateMedia({ colorScheme });
      await open(page, "/repo/edge-of-text");
      await page.waitForLoadState("networkidle");
      await expectNoAxeViolations(page);
      for (const width of [768, 390, 320]) {
        await page.setViewportSize({ width, height: 844 });
        await expectNoSidewaysScroll(page);
      }
      await expectNoAxeViolations(page);
      forgiveMissingPicture(complaints);
    },
  );
}

test(
  "an avatar that fails to load is replaced by the person's initial",
  night,
  async ({ page, complaints }) => {
    await page.route("**/sandbox/github/avatars/**", (route) => route.abort());
    await open(page, "/repo/ledger-kit");
    const newest = page.getByRole("listitem").filter({ hasText: "Round half to even" }).last();
    // Pictures load as they come into view, and the README stands above.
    await newest.scrollIntoViewIfNeeded();
    await expect(newest.getByText("R", { exact: true })).toBeVisible();
    await expect(newest.locator("img")).toHaveCount(0);
    complaints.length = 0;
  },
);
