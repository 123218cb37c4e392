import type { Page } from "@playwright/test";
import {
  expect,
  expectNoAxeViolations,
  hydrated,
  open,
  test,
  night,
  held,
} from "../../support/visits/e2e.ts";

const gitHub = "**/sandbox/github/";

function list(page: Page, name: string) {
  return page.getByRole("list", { name, exact: true }).getByRole("listitem");
}

/** GitHub's addresses, without the pictures, that the page asks from now on. */
function gitHubCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith("/sandbox/github/") && !pathname.includes("/avatars/")) {
      calls.push(`${pathname.slice("/sandbox/github".length)}${search}`);
    }
  });
  return calls;
}

const owner = "/users/robin-ashgrove";
const homeCalls = [
  owner,
  `${owner}/repos?sort=pushed&direction=desc&per_page=100`,
  `${owner}/starred?per_page=100`,
];

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the home page shows repositories, most recently pushed first, and starred ones", async ({
    page,
    request,
  }) => {
    // A page that is rendered before the server has heard from GitHub leaves the lists to the browser.
    await expect
      .poll(async () => (await (await request.get("/api/GitHubProfile")).json()) as unknown)
      .toMatchObject({ data: { repos: expect.anything(), starred: expect.anything() } });
    await page.goto("/");
    await expect(list(page, "repositories")).toHaveCount(6);
    await expect(list(page, "starred repositories")).toHaveCount(6);
    const pushed = await list(page, "repositories")
      .locator("time")
      .evaluateAll((times) => times.map((time) => time.getAttribute("datetime") ?? ""));
    expect(pushed).toHaveLength(6);
    expect(pushed).toEqual(pushed.toSorted().toReversed());
    await expect(list(page, "repositories").first()).toContainText("TypeScript");
  });
});

test("the browser makes only the public calls, once per session", night, async ({ page }) => {
  const calls = gitHubCalls(page);
  await open(page, "/");
  // The browser asks once it has nothing else to do.
  await expect.poll(() => calls.toSorted()).toEqual(homeCalls.toSorted());
  await page.waitForLoadState("networkidle");
  expect(calls.toSorted()).toEqual(homeCalls.toSorted());
  const keptEntries = () =>
    page.evaluate(() =>
      Object.keys(sessionStorage)
        .filter((key) => key.startsWith("http"))
        .map((key) => [key, sessionStorage.getItem(key) ?? ""] as const),
    );
  // An answer has come a moment before it is kept.
  await expect
    .poll(async () => (await keptEntries()).map(([key]) => new URL(key).pathname).toSorted())
    .toEqual(homeCalls.map((call) => `/sandbox/github${call.split("?")[0]}`).toSorted());
  const entries = await keptEntries();
  for (const [, text] of entries) {
    expect(JSON.parse(text)).toEqual({ json: expect.anything(), cached_at: expect.any(Number) });
  }
  calls.length = 0;
  await open(page, "/");
  await page.waitForLoadState("networkidle");
  await open(page, "/about");
  await page.waitForLoadState("networkidle");
  expect(calls).toEqual([]);
});

test("every page load fetches the repositories", night, async ({ page }) => {
  const calls = gitHubCalls(page);
  await open(page, "/about");
  await expect.poll(() => calls).toEqual([homeCalls[1]]);
  await page.waitForLoadState("networkidle");
  expect(calls).toEqual([homeCalls[1]]);
});

test("Refresh asks again, and the age is shown", night, async ({ page }) => {
  await open(page, "/");
  await page.waitForLoadState("networkidle");
  await expect(page.getByText(/^As of [A-Z][a-z]{2} \d/)).toBeVisible();
  const calls = gitHubCalls(page);
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect.poll(() => calls.toSorted()).toEqual(homeCalls.toSorted());
  await page.waitForLoadState("networkidle");
  expect(calls.toSorted()).toEqual(homeCalls.toSorted());
});

test("the whole lists can be shown", night, async ({ page }) => {
  await open(page, "/");
  await page.waitForLoadState("networkidle");
  await page.getByRole("button", { name: /^Show all \d+$/ }).click();
  await expect(page.getByRole("button", { name: /^Show all/ })).toHaveCount(0);
  expect(await list(page, "repositories").count()).toBeGreaterThanOrEqual(8);
  await page.getByRole("button", { name: /^Show more of \d+$/ }).click();
  await expect(list(page, "starred repositories")).toHaveCount(30);
  await page.getByRole("button", { name: /^Show more of \d+$/ }).click();
  await expect(page.getByRole("button", { name: /^Show more of/ })).toHaveCount(0);
  expect(await list(page, "starred repositories").count()).toBeGreaterThan(30);
});

test(
  "further pages load from the addresses GitHub gives, and a failed one can be retried",
  night,
  async ({ page, baseURL, complaints }) => {
    const next = `${baseURL}/sandbox/github/user/7/starred?page=2`;
    let fails = true;
    await page.route(`${gitHub}users/*/starred*`, async (route) => {
      const response = await route.fetch();
      const items = ((await response.json()) as unknown[]).slice(0, 7);
      await route.fulfill({ json: items, headers: { link: `<${next}>; rel="next"` } });
    });
    await page.route(`${gitHub}user/7/starred?page=2`, (route) => {
      if (fails) return route.fulfill({ status: 500, json: {} });
      return route.fulfill({ json: [] });
    });
    await open(page, "/");
    await page.waitForLoadState("networkidle");
    await page.getByRole("button", { name: "Show more", exact: true }).click();
    await expect(page.getByRole("alert")).toContainText("GitHub isn’t available right now.");
    fails = false;
    await page.getByRole("button", { name: "Show more", exact: true }).click();
    await expect(list(page, "starred repositories")).toHaveCount(7);
    await expect(page.getByRole("button", { name: "Show more", exact: true })).toHaveCount(0);
    expect(complaints.filter((line) => !/500|Failed to fetch/.test(line))).toEqual([]);
    complaints.length = 0;
  },
);

test(
  "if GitHub fails, the server's copy stays, the page says so, and Refresh retries",
  night,
  async ({ page, complaints }) => {
    await page.route(`${gitHub}users/**`, (route) => route.abort());
    await open(page, "/");
    await expect(page.getByText("You’re seeing an older copy.")).toBeVisible();
    await expect(list(page, "repositories")).toHaveCount(6);
    expect(complaints.some((line) => line.includes("Failed to fetch"))).toBe(true);
    await page.unroute(`${gitHub}users/**`);
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(page.getByText("You’re seeing an older copy.")).toHaveCount(0);
    complaints.length = 0;
  },
);

test(
  "without a copy, each list shows its own error and can be retried",
  night,
  async ({ page, complaints }) => {
    const reset = Math.floor(Date.now() / 1000) + 12 * 60;
    await page.route(`${gitHub}users/*/repos*`, (route) =>
      route.fulfill({
        status: 403,
        json: { message: "API rate limit exceeded" },
        headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(reset) },
      }),
    );
    await open(page, "/about");
    await page.getByRole("contentinfo").getByRole("link", { name: "Home", exact: true }).click();
    const panel = page.getByRole("alert").filter({ hasText: "Couldn’t load repositories" });
    await expect(panel).toContainText(
      /rate limit for this network is used up. It resets at \d+:\d\d [AP]M \(in 12 minutes\)/,
    );
    await expect(list(page, "starred repositories")).toHaveCount(6);
    await page.unroute(`${gitHub}users/*/repos*`);
    await panel.getByRole("button", { name: "Try again" }).click();
    await expect(list(page, "repositories")).toHaveCount(6);
    complaints.length = 0;
  },
);

test(
  "empty lists explain themselves, and invalid answers count as failures",
  night,
  async ({ page, complaints }) => {
    await page.route(`${gitHub}users/*/starred*`, (route) => route.fulfill({ json: [] }));
    await page.route(`${gitHub}users/*/repos*`, (route) => route.fulfill({ json: { message: "hello" } }));
    await open(page, "/about");
    await page.getByRole("contentinfo").getByRole("link", { name: "Home", exact: true }).click();
    await expect(page.getByText(/^No starred repositories yet/)).toBeVisible();
    await expect(page.getByRole("heading", { name: "Couldn’t load repositories" })).toBeVisible();
    await expectNoAxeViolations(page);
    complaints.length = 0;
  },
);

test("a list's space is reserved while it loads", night, async ({ page }) => {
  const starred = await held(page, `${gitHub}users/*/starred*`);
  await open(page, "/about");
  await page.getByRole("contentinfo").getByRole("link", { name: "Home", exact: true }).click();
  await expect(list(page, "repositories")).toHaveCount(6);
  await expect(page.getByText("Loading starred repositories")).toBeAttached();
  // In the page, not in the window: the way here scrolls back to the top meanwhile.
  const topOf = () =>
    page
      .getByRole("heading", { name: "Latest posts" })
      .evaluate((heading) => heading.getBoundingClientRect().top + scrollY);
  const before = await topOf();
  starred.release();
  await expect(list(page, "starred repositories")).toHaveCount(6);
  // The button below the list is the only thing that was not announced.
  expect(Math.abs((await topOf()) - before)).toBeLessThan(120);
});

test.describe("session storage", () => {
  test("isn't needed for the lists to work", night, async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(globalThis, "sessionStorage", {
        get: () => {
          throw new DOMException("denied", "SecurityError");
        },
      });
    });
    await open(page, "/");
    await page.waitForLoadState("networkidle");
    await page.getByRole("button", { name: /^Show all \d+$/ }).click();
    expect(await list(page, "repositories").count()).toBeGreaterThanOrEqual(8);
  });

  test("with invalid content is overwritten", night, async ({ page, baseURL }) => {
    const key = `${baseURL}/sandbox/github${homeCalls[1]}`;
    await page.addInitScript((name) => sessionStorage.setItem(name, "{nonsense"), key);
    await open(page, "/");
    // The lists are loaded some time after the page.
    await expect.poll(() => page.evaluate((name) => sessionStorage.getItem(name), key)).toMatch(/"json":\[/);
  });
});

test("the command palette finds repositories", night, async ({ page }) => {
  await open(page, "/about");
  await page.keyboard.press("/");
  await expect(page.getByRole("menuitem", { name: /About/ })).toBeVisible();
  await page.keyboard.type("rent-roll");
  await expect(page.getByRole("menuitem", { name: /rent-roll-api/ })).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/repo\/rent-roll-api$/);
  await hydrated(page);
});
