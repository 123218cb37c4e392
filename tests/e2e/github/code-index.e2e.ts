import type { Page } from "@playwright/test";
import { dropRefusals, test } from "../../support/sites/code-site.ts";
import {
  expect,
  expectGoodLook,
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  held,
  hydrated,
  night,
  open,
} from "../../support/visits/e2e.ts";

/** Code search of the site's own index, and the pages of a repository's files. */

function tree(page: Page) {
  return page.getByRole("tree", { name: "Files" });
}

test("a search while typing, a file, its permalink, and back to the results, by keyboard alone", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, "/code");
  await page.keyboard.press("/");
  const field = page.getByRole("searchbox", { name: "Search code" });
  await expect(field).toBeFocused();
  await page.keyboard.type("money /(/", { delay: 20 });
  await expect(page.getByRole("search").getByRole("status")).toContainText("Close this parenthesis");
  for (let key = 0; key < 4; key += 1) await page.keyboard.press("Backspace");
  await expect(page).toHaveURL(/\/code\?q=money$/);
  const result = page.getByRole("link", { name: "money.ts", exact: true });
  await expect(result).toBeVisible();
  await expect(page.getByRole("listitem").locator("mark").first()).toHaveText(/money/i);
  await page.keyboard.press("Enter");

  await page.keyboard.press("ArrowDown");
  const first = page.locator("a[data-file]").first();
  await expect(first).toBeFocused();
  await page.keyboard.press("j");
  await page.keyboard.press("k");
  await expect(first).toBeFocused();
  await page.keyboard.press("o");
  await expect(page).toHaveURL(/\/repo\/[\w-]+\/files\/.+\?q=money$/);
  await expect(page.locator("mark[data-current]").first()).toHaveText(/money/i);
  const opened = page.url();

  await page.keyboard.press("n");
  await expect(page.getByText(/^Match 2 of \d+$/)).toBeVisible();
  await page.getByRole("textbox", { name: "Line" }).fill("2");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/#L2$/);
  // The address is there before the page has drawn it.
  await expect(page.locator('[data-line="2"]')).toHaveAttribute("data-selected", "true");
  await page.getByRole("button", { name: "Copy permalink" }).press("Enter");
  const shared = await page.evaluate(() => navigator.clipboard.readText());
  expect(shared).toMatch(/\?commit=[0-9a-f]{40}#L2$/);
  expect(new URL(shared).pathname).toBe(new URL(opened).pathname);
  await page.keyboard.press("y");
  await expect(page).toHaveURL(shared);

  await page.goBack();
  await expect(page).toHaveURL(/\/code\?q=money$/);
  await expect(first).toBeFocused();

  const visitor = await context.newPage();
  await open(visitor, shared);
  await expect(visitor.locator('[data-line="2"]')).toHaveAttribute("data-selected", "true");
});

test(
  "a repository's tree by its arrow keys, and a file with outline, lines, and finding in it",
  night,
  async ({ page }) => {
    await open(page, "/repo/ledger-kit");
    await page.getByRole("navigation", { name: "Repository" }).getByRole("link", { name: "Files" }).click();
    await expect(page).toHaveURL("/repo/ledger-kit/files/");
    const folder = tree(page).getByRole("treeitem", { name: "src" });
    await folder.focus();
    await page.keyboard.press("ArrowRight");
    await expect(folder).toHaveAttribute("aria-expanded", "true");
    await page.keyboard.press("ArrowRight");
    await expect(tree(page).getByRole("treeitem", { name: "allocate.ts" })).toBeFocused();
    await page.keyboard.press("ArrowLeft");
    await expect(folder).toBeFocused();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("End");
    await page.keyboard.press("Home");
    const file = tree(page).getByRole("treeitem", { name: "money.ts" });
    await file.focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/repo/ledger-kit/files/src/money.ts");
    await expect(page.getByRole("heading", { level: 1, name: "money.ts" })).toBeVisible();
    await expect(file).toHaveAttribute("aria-current", "page");

    const outline = page.getByRole("navigation", { name: "Definitions" });
    await outline.getByRole("link").last().click();
    await expect(page).toHaveURL(/#L\d+$/);
    await expect(page.locator("[data-selected]").first()).toBeInViewport();
    await page.getByRole("textbox", { name: "Find" }).fill("export");
    await expect(page.getByText(/^Match 1 of \d+$/)).toBeVisible();
    await expect(page.getByRole("link", { name: "Other files with export" })).toHaveAttribute(
      "href",
      "/code?q=export",
    );
    await page.getByRole("link", { name: "Line 3", exact: true }).click();
    await page.getByRole("link", { name: "Line 5", exact: true }).click({ modifiers: ["Shift"] });
    await expect(page).toHaveURL(/#L3-L5$/);
    await expect(page.locator("[data-selected]")).toHaveCount(3);
    await expect(page.getByRole("link", { name: "Lines 3–5 on GitHub" })).toHaveAttribute(
      "href",
      /\/blob\/[0-9a-f]+\/src\/money\.ts#L3-L5$/,
    );

    await page.keyboard.press("t");
    await page.keyboard.type("balance");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/repo\/ledger-kit\/files\/.*balance/);
    await expectGoodLook(page);
  },
);

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("results, the tree, and a file can be read", async ({ page, complaints }) => {
    await page.goto("/code");
    await page.getByRole("searchbox", { name: "Search code" }).fill("HttpClient");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("listitem").locator("mark").first()).toHaveText("HttpClient");
    await page.getByRole("link", { name: "CongressClient.cs" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "CongressClient.cs" })).toBeVisible();
    await expect(page.locator("pre")).toContainText("class CongressClient");
    await tree(page).getByRole("treeitem", { name: "README.md" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "README.md" })).toBeVisible();
    await page.goto("/repo/congress-client/files/src/");
    await expect(page).toHaveTitle(/^src · congress-client · /);
    expect((await page.goto("/repo/congress-client/files/no/such/file.cs"))?.status()).toBe(404);
    dropRefusals(complaints);
  });
});

test.describe("further pages of results", () => {
  test("load near the end of the page, and are there after Back", night, async ({ page }) => {
    await open(page, "/code?q=e");
    await expect(page.locator("a[data-file]")).toHaveCount(30);
    const more = page.getByRole("link", { name: "Show more files" });
    await more.scrollIntoViewIfNeeded();
    await expect.poll(() => page.locator("a[data-file]").count()).toBeGreaterThan(30);
    const count = await page.locator("a[data-file]").count();
    await page.locator("a[data-file]").nth(31).click();
    await expect(page).toHaveURL(/\/files\//);
    await page.goBack();
    await expect.poll(() => page.locator("a[data-file]").count()).toBeGreaterThanOrEqual(count);
    await expect(page.locator("a[data-file]").nth(31)).toBeFocused();
  });

  test("open at their own address without JavaScript", night, async ({ request }) => {
    const html = await (await request.get("/code?q=e&page=2")).text();
    expect(html.match(/data-file="/g)?.length).toBeGreaterThan(0);
  });
});

test("a facet adds its filter to the query, and removes it", night, async ({ page }) => {
  await open(page, "/code?q=HttpClient");
  const facets = page.getByRole("navigation", { name: "Filter results" });
  await facets
    .getByRole("link", { name: /^congress-client/ })
    .first()
    .click();
  await expect(page).toHaveURL(/q=HttpClient\+repo%3Acongress-client$/);
  const chosen = facets.locator("[aria-current]");
  await expect(chosen).toHaveText(/congress-client/);
  await chosen.click();
  await expect(page).toHaveURL(/q=HttpClient$/);
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, "/code?q=money");
  for (const facet of await facets.getByRole("listitem").all())
    expect((await facet.boundingBox())?.height, "one line on a phone").toBeLessThan(48);
});

test("a later answer to an earlier search is ignored", night, async ({ page }) => {
  const first = await held(page, "**/api/githubSearch?term=mon");
  await open(page, "/code");
  const field = page.getByRole("searchbox", { name: "Search code" });
  await field.pressSequentially("mon");
  await expect(page).toHaveURL(/q=mon$/);
  await field.pressSequentially("ey");
  await expect(page).toHaveURL(/q=money$/);
  await expect(page.getByRole("listitem").locator("mark").first()).toHaveText(/money/i);
  first.release();
  await page.waitForLoadState("networkidle");
  await expect(page.getByRole("listitem").locator("mark").first()).toHaveText(/money/i);
});

/** Changes the answer of a call. */
async function changeAnswer(page: Page, call: string, change: (data: Record<string, unknown>) => object) {
  await page.route(`**/api/${call}?*`, async (route) => {
    const response = await route.fetch();
    const answer = asRecord(await response.json());
    await route.fulfill({ response, json: { ...answer, data: change(asRecord(answer["data"])) } });
  });
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

test("old results say from when they are, and name what wasn't searched", night, async ({ page }) => {
  await changeAnswer(page, "githubSearch", (data) => ({
    ...data,
    as_of: "2026-11-20T15:15:00.000Z",
    not_indexed: [{ repository: "big-data", reason: "larger than 200 MB" }],
  }));
  await open(page, "/code");
  await page.getByRole("searchbox", { name: "Search code" }).fill("HttpClient");
  await expect(
    page.getByText(/^Results from Nov 20, \d+:15 [AP]M\. GitHub hasn’t answered since\.$/),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: /Search it on GitHub/ })).toHaveAttribute(
    "href",
    /\/search\?q=HttpClient%20repo%3A[\w-]+%2Fbig-data&type=code$/,
  );
  await expectNoAxeViolations(page);
});

test("a file of 20,000 lines is readable at once, at its line", night, async ({ page }) => {
  const text = Array.from({ length: 20_000 }, (_, index) => `export const line${index + 1} = ${index};`).join(
    "\n",
  );
  await changeAnswer(page, "GetCodeFile", (data) => ({ ...data, text }));
  await open(page, "/repo/ledger-kit/files/");
  await tree(page).getByRole("treeitem", { name: "src" }).click();
  await page.evaluate(() => {
    const seen = { answeredAt: 0, shownAt: 0 };
    Object.assign(globalThis, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (entry.name.includes("GetCodeFile")) seen.answeredAt = entry.startTime + entry.duration;
    }).observe({ type: "resource" });
    new MutationObserver(() => {
      if (seen.shownAt === 0 && document.querySelector("pre")?.textContent.includes("line20000") === true)
        requestAnimationFrame(() => (seen.shownAt = performance.now()));
    }).observe(document.body, { childList: true, subtree: true });
  });
  await tree(page).getByRole("treeitem", { name: "money.ts" }).click();
  await expect(page.getByText("20,000 lines")).toBeVisible();
  await expect(page.locator("pre")).toContainText("line20000");
  const seen = await page.evaluate(() => Reflect.get(globalThis, "seen") as Record<string, number>);
  const ms = (seen["shownAt"] ?? 0) - (seen["answeredAt"] ?? 0);
  test.info().annotations.push({ type: "ms from the answer to the text", description: ms.toFixed(0) });
  await page.getByRole("textbox", { name: "Line" }).fill("19990");
  await page.keyboard.press("Enter");
  await expect(page.locator('[data-line="19990"]')).toBeInViewport();
});

test("hostile names stay names, and 20,000 files in a folder stay usable", night, async ({ page }) => {
  const names = [
    "<img src=x onerror=alert(1)>.md",
    "a%2Fb.txt",
    "x?y#z.ts",
    "\u202Egpj.exe",
    "tab\tname",
    "a\\b",
  ];
  page.on("dialog", (alert) => {
    throw new Error(`the page was made to say: ${alert.message()}`);
  });
  await changeAnswer(page, "GetCodeTree", (data) => ({
    ...data,
    files: [...names, ...Array.from({ length: 20_000 }, (_, index) => `many/f${index}.txt`)].map((path) => ({
      path,
      size: 1,
      language: null,
      isShown: true,
    })),
  }));
  await changeAnswer(page, "GetCodeFile", (data) => data);
  await open(page, "/");
  await page.evaluate(() => history.replaceState(null, "", "/"));
  await page.goto("/repo/ledger-kit");
  await hydrated(page);
  await page.getByRole("navigation", { name: "Repository" }).getByRole("link", { name: "Files" }).click();
  await expect(tree(page).getByRole("treeitem")).toHaveCount(names.length + 1);
  for (const name of names) {
    const href = await tree(page).getByRole("treeitem", { name, exact: true }).first().getAttribute("href");
    expect(new URL(href ?? "", "http://site.example").pathname).toBe(
      `/repo/ledger-kit/files/${encodeURIComponent(name)}`,
    );
  }
  await tree(page).getByRole("treeitem", { name: "many" }).click();
  await tree(page).getByRole("treeitem", { name: "Show 19,500 more" }).click();
  await expect(tree(page).getByRole("treeitem")).toHaveCount(names.length + 1 + 20_000);
  await expectNoSidewaysScroll(page);
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`the screens pass axe in ${colorScheme} and fit a phone`, night, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const path of [
      "/code",
      "/code?q=HttpClient",
      "/code?q=%2F(a%2F",
      "/repo/ledger-kit/files/",
      "/repo/ledger-kit/files/src/",
      "/repo/ledger-kit/files/src/money.ts#L3-L5",
    ]) {
      for (const width of [1280, 390, 320]) {
        await page.setViewportSize({ width, height: 844 });
        await open(page, path);
        await page.waitForLoadState("networkidle");
        await expectNoSidewaysScroll(page);
        if (width !== 320) await expectNoAxeViolations(page);
      }
    }
  });
}
