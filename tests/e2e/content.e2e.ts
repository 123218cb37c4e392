import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createHmac } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startWordPressSandbox } from "../support/stand-ins/sandboxes.ts";
import {
  expect,
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  hydrated,
  open,
  startE2eServer,
  test,
  night,
} from "../support/visits/e2e.ts";

test("the home page introduces the owner and leads to articles", async ({ page }) => {
  await open(page, "/");
  await expect(page.getByRole("heading", { level: 1, name: "Robin Ashgrove" })).toBeVisible();
  await expect(page.getByText("Software developer for systems that have to add up")).toBeVisible();
  for (const name of [
    "Summary",
    "Skills",
    "Professional Experience & Achievements",
    "Education & Certification",
    "Latest posts",
  ]) {
    await expect(page.getByRole("heading", { level: 2, name, exact: true })).toBeVisible();
  }
  for (const name of ["Languages", "Frontend", "Backend", "Tools"]) {
    await expect(page.getByRole("heading", { level: 3, name, exact: true })).toBeVisible();
  }
  await expect(page.getByRole("link", { name: "Vue JS in my code" })).toHaveAttribute(
    "href",
    "/code?q=language%3Avue",
  );
  await page.getByRole("link", { name: "Money is a whole number" }).click();
  await expect(page).toHaveURL(/\/post\/money-is-a-whole-number$/);
  await expect(page.getByRole("navigation", { name: "Breadcrumb" })).toContainText("HOME");
  await page.getByRole("navigation", { name: "More posts" }).getByRole("link", { name: /Older/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Money is a whole number");
});

test("posts can be filtered by tag and category, in the URL and by keyboard", async ({ page }) => {
  await open(page, "/posts");
  const articles = page.getByRole("article");
  const all = await articles.count();
  await page.getByRole("navigation", { name: "Filter posts" }).getByRole("link", { name: /^C# / }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/posts\?tag=/);
  await expect(page.getByRole("heading", { level: 1, name: "Posts on C#" })).toBeVisible();
  expect(await articles.count()).toBeLessThan(all);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Posts on C#" })).toBeVisible();
  await page.getByRole("navigation", { name: "Filter posts" }).getByRole("link", { name: /^C# / }).click();
  await expect(articles).toHaveCount(all);
});

test("an unknown tag shows an empty state with a link to all posts", night, async ({ page }) => {
  await open(page, "/posts?tag=no-such-tag&page=-3");
  await expect(page.getByRole("heading", { name: "No matching posts" })).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole("link", { name: "Show all posts" }).click();
  await expect(page.getByRole("article").first()).toBeVisible();
});

test("code in a post is highlighted after the first paint without a layout shift, and can be copied", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, "/post/money-is-a-whole-number");
  const code = page.locator("pre code").first();
  const plain = await code.textContent();
  await expect(code.locator(".hljs-keyword").first()).toBeVisible();
  expect(await code.textContent()).toBe(plain);
  await page.getByRole("button", { name: /copy/i }).first().click();
  await expect(page.getByText(/copied/i).first()).toBeAttached();
  expect((await page.evaluate(() => navigator.clipboard.readText())).trim()).toBe(plain?.trim());
  await expectNoAxeViolations(page);
});

test("images have sizes and alt texts, and load lazily", night, async ({ page }) => {
  await open(page, "/post/money-is-a-whole-number");
  const picture = page.locator("article img").first();
  for (const name of ["width", "height"]) await expect(picture).toHaveAttribute(name, /^\d+$/);
  await expect(picture).toHaveAttribute("loading", "lazy");
  await expect(picture).toHaveAttribute("alt", /\w{3,}/);
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
});

test("the about page prints as a résumé: no bar, no footer, black on white", night, async ({ page }) => {
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await open(page, "/about");
  await expect(page.getByRole("banner").first()).toBeHidden();
  await expect(page.getByRole("contentinfo")).toBeHidden();
  await expect(page.locator("h1")).toHaveCSS("color", "rgb(21, 23, 28)");
  await page.evaluate(() => localStorage.setItem("folio-theme", "dark"));
  await open(page, "/about");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(page.locator("h1")).toHaveCSS("color", "rgb(21, 23, 28)");
  // Long lines of code wrap on paper.
  await page.setViewportSize({ width: 720, height: 900 });
  await open(page, "/post/money-is-a-whole-number");
  await expectNoSidewaysScroll(page);
});

test(
  "the owner's folder is shown with live edits, and a mistake in one file affects no other",
  night,
  async ({ page }) => {
    test.slow();
    const siteDir = await mkdtemp(join(tmpdir(), "folio-site-"));
    const contentDir = join(siteDir, "content");
    await cp("sample/content", contentDir, { recursive: true });
    const sample = await readFile("sample/site.yaml", "utf8");
    await writeFile(join(siteDir, "site.yaml"), sample.replaceAll("Robin Ashgrove", "Ada Lanternfish"));
    const server = await startE2eServer({ SITE_DIR: siteDir });
    try {
      // The same build, and still another name once the browser has taken over.
      await open(page, `${server.origin}/`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ada Lanternfish");
      await page.goto(`${server.origin}/about`);
      await writeFile(
        join(contentDir, "pages/about-page.md"),
        "---\ntitle: About <me> & you\n---\n\nChanged just now. <script>alert(1)</script>\n",
      );
      await writeFile(join(contentDir, "posts/broken.md"), "---\ntitle: [\n---\nno\n");
      await expect
        .poll(async () => {
          await page.reload();
          return page.locator("h1").textContent();
        })
        .toBe("About <me> & you");
      await expect(page.getByText("Changed just now.")).toBeVisible();
      expect(await page.locator("main script:not([type])").count()).toBe(0);
      await page.goto(`${server.origin}/posts`);
      await expect(page.getByRole("article").first()).toBeVisible();
      // No request of the page is open when the server stops.
      await page.goto("about:blank");
    } finally {
      await server.stop();
      await rm(siteDir, { recursive: true, force: true });
    }
  },
);

test(
  "WordPress content is shown, refreshed by its webhook, and marked as stale during an outage",
  night,
  async ({ page, request }) => {
    test.slow();
    const secret = "a-secret-of-the-webhook";
    const wordPress = await startWordPressSandbox();
    const server = await startE2eServer({ WORDPRESS_URL: wordPress.url, CONTENT_WEBHOOK_SECRET: secret });
    async function callWebhook(): Promise<number> {
      const body = JSON.stringify({ timestamp: new Date().toISOString() });
      const signature = createHmac("sha256", secret).update(body).digest("hex");
      const answer = await request.post(`${server.origin}/api/ContentWebhook`, {
        data: body,
        headers: { "content-type": "application/json", "x-folio-signature": `sha256=${signature}` },
      });
      return answer.status();
    }
    try {
      await page.goto(`${server.origin}/about`);
      await hydrated(page);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByText(/Content as of/)).toHaveCount(0);
      wordPress.sandbox.failure = "status-500";
      expect(await callWebhook()).toBeLessThan(400);
      await expect
        .poll(async () => {
          await page.goto(`${server.origin}/about`);
          return page.getByText(/Content as of/).count();
        })
        .toBe(1);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    } finally {
      // The page may still be asking who is signed in, and would say that nobody answers.
      await page.goto("about:blank");
      await server.stop();
      await wordPress.close();
    }
  },
);

test("posts that can't be loaded say why in plain words", night, async ({ page, complaints }) => {
  await open(page, "/generate-code");
  await page.route("**/api/WordPressContent", (route) => route.abort());
  await page.getByRole("button", { name: "Open menu" }).click();
  await page.getByRole("dialog", { name: "Menu" }).getByRole("link", { name: "Posts" }).click();
  await expect(page.getByRole("alert")).toContainText("Couldn’t load this page. Try again.", {
    timeout: 15_000,
  });
  complaints.length = 0;
});

for (const [path, type] of [
  ["/feed.xml", "application/atom+xml"],
  ["/feed.json", "application/feed+json"],
] as const) {
  test(`${path} lists the articles and is named in every page`, night, async ({ page, request, baseURL }) => {
    const feed = await request.get(path);
    expect(feed.headers()["content-type"]).toContain(type);
    expect(await feed.text()).toContain(`${baseURL}/post/money-is-a-whole-number`);
    await page.goto("/about");
    await expect(page.locator(`head link[rel="alternate"][type="${type}"]`)).toHaveAttribute("href", path);
  });
}
