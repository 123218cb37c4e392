import { createHmac } from "node:crypto";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { siteFolders } from "#server/settings/site-folder.ts";
import { startWordPressSandbox } from "../../../../tests/support/stand-ins/sandboxes.ts";
import { createSandboxSite } from "../../../../tests/support/stand-ins/wordpress-seed.ts";
import { createTestApp, type TestApp } from "../../../../tests/support/test-app.ts";
import { useTestDatabase as openTestDatabase } from "../../../../tests/support/test-database.ts";
import { contentSchema, type Content } from "../domain/content-shapes.ts";
import { isResumePost, resumeSlugs } from "../domain/content.ts";
import { plainText } from "../domain/content-text.ts";
import { homeView } from "../domain/content-views.ts";

const database = openTestDatabase();
const path = "/api/WordPressContent";
const secret = "the-secret-of-the-content-tests";
const running: TestApp[] = [];
afterEach(async () => {
  for (const app of running.splice(0)) await app.stop();
});

async function startApp(environment: Record<string, string>): Promise<TestApp> {
  const app = createTestApp(database(), { environment: { CONTENT_WEBHOOK_SECRET: secret, ...environment } });
  running.push(app);
  await app.start();
  // The start doesn't wait long for the first read; these tests need its result.
  await vi.waitFor(() => expect(app.logged.some(isReading)).toBe(true), { timeout: 15_000 });
  return app;
}

function isReading({ msg }: Record<string, unknown>): boolean {
  return msg === "The content changed." || String(msg).startsWith("Can't read the content");
}

async function contentOf(app: TestApp): Promise<Content> {
  return contentSchema.parse(await (await app.request(path)).json());
}

function titles(content: Content): Record<string, string> {
  return Object.fromEntries(content.posts.map(({ slug, title }) => [slug, title.rendered]));
}

function callWebhook(app: TestApp, at = new Date()): Promise<Response> {
  const body = JSON.stringify({ timestamp: at.toISOString() });
  const signature = `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
  return app.request("/api/ContentWebhook", {
    method: "POST",
    body,
    headers: { "x-folio-signature": signature },
  });
}

describe("the default content", () => {
  it("is complete: both pages, all résumé posts, at least four articles, and no problems", async () => {
    const app = await startApp({});
    const content = await contentOf(app);
    expect(content.pages.map(({ slug }) => slug)).toEqual(["about-page", "home-page"]);
    const slugs = new Set(content.posts.map(({ slug }) => slug));
    expect(resumeSlugs.filter((slug) => !slugs.has(slug))).toEqual([]);
    const articles = content.posts.filter((post) => !isResumePost(post));
    expect(articles.length).toBeGreaterThanOrEqual(4);
    for (const article of articles) {
      const words = plainText(article.content.rendered).split(" ").length;
      expect(words, article.slug).toBeGreaterThan(400);
      expect(article.tags.length, article.slug).toBeGreaterThan(0);
    }
    expect(app.logged.filter(({ msg }) => String(msg).startsWith("content:"))).toEqual([]);
  });

  it("fills the home page with skills and code searches", async () => {
    const view = homeView(await contentOf(await startApp({})));
    expect(view.sections.languages?.tags.map(({ name }) => name)).toContain("TypeScript");
    expect(view.sections.frontend?.categories.map(({ searchHint }) => searchHint)).toContain("language:vue");
    expect(view.latestPosts).toHaveLength(3);
  });
});

describe("GET /api/WordPressContent", () => {
  it("is bare, has an ETag and an age, and answers 304 if unchanged", async () => {
    const app = await startApp({});
    const first = await app.request(path);
    expect(first.status).toBe(200);
    expect(first.headers.get("x-content-as-of")).toMatch(/^\d{4}-.*Z$/);
    expect(first.headers.get("x-content-stale")).toBeNull();
    const etag = first.headers.get("etag") ?? "";
    expect((await app.request(path, { headers: { "if-none-match": etag } })).status).toBe(304);
  });

  it("comes with feeds and an image", async () => {
    const app = await startApp({});
    const feed = await (await app.request("/feed.xml")).text();
    expect(feed.match(/<entry>/g)).toHaveLength(5);
    const image = /\/content\/images\/[\w-]+\.webp/.exec(JSON.stringify(await contentOf(app)))?.[0] ?? "";
    const picture = await app.request(image);
    expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/webp"]);
    expect(picture.headers.get("cache-control")).toContain("immutable");
    expect((await app.request("/content/images/..%2fposts%2fsummary.md")).status).toBe(404);
    expect(await app.request("/sitemap.xml").then((answer) => answer.text())).toContain(
      "/post/money-is-a-whole-number",
    );
  });
});

describe("content from a directory", () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), "folio-content-"));
    await cp(siteFolders({}).contentDir, directory, { recursive: true });
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  it("updates as soon as a file is edited", async () => {
    const app = await startApp({ CONTENT_DIR: directory });
    const { etag } = Object.fromEntries((await app.request(path)).headers);
    await writeFile(join(directory, "posts/new-one.md"), "---\ntitle: Fresh\ndate: 2026-11-01\n---\nText.\n");
    await vi.waitFor(async () => expect(titles(await contentOf(app))["new-one"]).toBe("Fresh"), {
      timeout: 3_000,
    });
    expect((await app.request(path)).headers.get("etag")).not.toBe(etag);
  });

  it("survives a broken file, and logs its name and line", async () => {
    await writeFile(join(directory, "posts/bad.md"), "---\ntitle: Bad\ndate: never\n---\n");
    const app = await startApp({ CONTENT_DIR: directory });
    expect((await contentOf(app)).posts).toHaveLength(12);
    const lines = app.logged.map(({ msg }) => String(msg)).filter((line) => line.startsWith("content:"));
    expect(lines).toEqual([
      expect.stringContaining("posts/bad.md:3: date: expected a date such as 2026-11-21"),
    ]);
  });

  it("is the built-in content if the directory is missing", async () => {
    const app = await startApp({ CONTENT_DIR: join(directory, "gone") });
    const content = await contentOf(app);
    expect(content.pages.map(({ slug }) => slug)).toEqual(["home-page"]);
    expect(content.categories).toHaveLength(10);
  });
});

describe("content from WordPress", () => {
  let wordpress: Awaited<ReturnType<typeof startWordPressSandbox>>;
  beforeAll(async () => {
    wordpress = await startWordPressSandbox();
  });
  afterAll(() => wordpress.close());
  beforeEach(() => {
    Object.assign(wordpress.sandbox, { site: createSandboxSite(), failure: null });
  });

  it("is complete and sanitized, with plain titles, code languages, and links within the site", async () => {
    wordpress.sandbox.site = createSandboxSite(130);
    const content = await contentOf(await startApp({ WORDPRESS_URL: wordpress.url }));
    expect(content.posts).toHaveLength(136);
    expect(titles(content)["education-certification"]).toBe("Education & Certification");
    expect(content.pages.find(({ slug }) => slug === "about-page")?.content.rendered).toContain(
      '<h2 id="user-about-me">',
    );
    const code = content.posts.find(({ slug }) => slug === "code-blocks")?.content.rendered ?? "";
    expect(code).toContain("<pre><code>if (a &lt; b &amp;&amp; c) {}</code></pre>");
    expect(code).toContain('<pre><code class="language-ts">');
    expect(code).toContain('<pre><code class="language-csharp">');
    expect(code).toContain('<a href="/post/tools">');
    expect(code).toContain(`<img src="${wordpress.url}/wp-content/a.png" alt="A"`);
    const broken = content.posts.find(({ slug }) => slug === "broken-html")?.content.rendered ?? "";
    expect(broken).not.toMatch(/script|onclick/);
    expect(broken).toMatch(/<\/td><\/tr><\/table><\/b><\/p>$/);
  });

  it("resolves root links with a post or page id to this site, and leaves other root links to WordPress", async () => {
    const { posts, pages } = wordpress.sandbox.site;
    const [tools, home, about] = [posts[3]?.id, pages[0]?.id, pages[1]?.id];
    const hrefs = [
      `/?p=${tools}#end`,
      `/?page_id=${about}`,
      `/?page_id=${home}`,
      "/?p=999",
      "/?s=tools",
      "/",
      "/#top",
    ];
    Object.assign(posts[4]!, { html: hrefs.map((href) => `<a href="${href}">x</a>`).join("") });
    const content = await contentOf(await startApp({ WORDPRESS_URL: wordpress.url }));
    const html = content.posts.find(({ slug }) => slug === "code-blocks")?.content.rendered ?? "";
    expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
      "/post/tools#end",
      "/about",
      "/",
      `${wordpress.url}/?p=999`,
      `${wordpress.url}/?s=tools`,
      "/",
      "/#top",
    ]);
  });

  it("omits password-protected posts, and titles an untitled one", async () => {
    const { posts, pages } = wordpress.sandbox.site;
    Object.assign(posts[4]!, { isProtected: true });
    Object.assign(pages[1]!, { isProtected: true });
    Object.assign(posts[5]!, { title: " ", dateGmt: "2026-11-03T23:30:00" });
    const content = await contentOf(await startApp({ WORDPRESS_URL: wordpress.url }));
    expect(content.posts.some(({ slug }) => slug === "code-blocks")).toBe(false);
    expect(content.pages.map(({ slug }) => slug)).toEqual(["home-page"]);
    expect(titles(content)["broken-html"]).toBe("Untitled, Nov 3");
  });

  it("decodes non-ASCII slugs, and links between such posts work", async () => {
    const { posts } = wordpress.sandbox.site;
    Object.assign(posts[3]!, { slug: "%e4%bd%a0%e5%a5%bd" });
    Object.assign(posts[4]!, {
      html: '<p><a href="/2026/01/%e4%bd%a0%e5%a5%bd/#end">1</a> <a href="/2026/01/你好/">2</a></p>',
    });
    Object.assign(posts[5]!, { slug: "100%-\ud800" });
    const app = await startApp({ WORDPRESS_URL: wordpress.url });
    const content = await contentOf(app);
    expect(content.posts.map(({ slug }) => slug)).toEqual(expect.arrayContaining(["你好", "100%-\ufffd"]));
    expect(content.posts.find(({ slug }) => slug === "code-blocks")?.content.rendered).toBe(
      '<p><a href="/post/%E4%BD%A0%E5%A5%BD#end">1</a> <a href="/post/%E4%BD%A0%E5%A5%BD">2</a></p>',
    );
    expect((await app.request("/sitemap.xml")).status).toBe(200);
    expect((await app.request("/feed.xml")).status).toBe(200);
  });

  it("updates at once when the webhook is called, and rejects unsigned calls", async () => {
    const app = await startApp({ WORDPRESS_URL: wordpress.url });
    wordpress.sandbox.site.posts[0]!.title = "Renamed &amp; better";
    const stranger = await app.request("/api/ContentWebhook", { method: "POST", body: "{}" });
    expect(stranger.status).toBe(401);
    expect(titles(await contentOf(app))["summary"]).toBe("Summary");
    expect((await callWebhook(app)).status).toBe(200);
    expect(titles(await contentOf(app))["summary"]).toBe("Renamed & better");
  });

  it("is read once per signed webhook, even if a duplicate reaches another server", async () => {
    const one = await startApp({ WORDPRESS_URL: wordpress.url });
    const other = await startApp({ WORDPRESS_URL: wordpress.url });
    const at = new Date();
    expect((await callWebhook(one, at)).status).toBe(200);
    expect((await callWebhook(other, at)).status).toBe(409);
    expect((await callWebhook(other, new Date(at.getTime() + 1))).status).toBe(200);
  });

  it("answers 429 to an address that calls the webhook too often, before checking the signature", async () => {
    const app = await startApp({ WRITES_PER_MINUTE: "3" });
    const statuses: number[] = [];
    for (let times = 0; times < 4; times += 1)
      statuses.push((await app.request("/api/ContentWebhook", { method: "POST", body: "{}" })).status);
    expect(statuses).toEqual([401, 401, 401, 429]);
  });

  it.each(["status-500", "html", "cut-short"] as const)(
    "stays, marked as stale, if WordPress fails with %s",
    async (failure) => {
      const app = await startApp({ WORDPRESS_URL: wordpress.url });
      const asOf = (await app.request(path)).headers.get("x-content-as-of");
      wordpress.sandbox.failure = failure;
      expect(await (await callWebhook(app)).json()).toMatchObject({ data: { isStale: true, asOf } });
      const answer = await app.request(path);
      expect([answer.status, answer.headers.get("x-content-stale")]).toEqual([200, "1"]);
      expect(answer.headers.get("x-content-as-of")).toBe(asOf);
    },
  );

  it("survives a restart while WordPress is down or slow", async () => {
    const before = await startApp({ WORDPRESS_URL: wordpress.url });
    const good = await contentOf(before);
    await before.stop();
    for (const failure of ["status-500", "hang"] as const) {
      wordpress.sandbox.failure = failure;
      const began = Date.now();
      const after = await startApp({ WORDPRESS_URL: wordpress.url });
      expect(Date.now() - began).toBeLessThan(4_000);
      const answer = await after.request(path);
      expect(answer.headers.get("x-content-stale")).toBe("1");
      expect(await answer.json()).toEqual(good);
      await after.stop();
    }
  });

  it("is the built-in content until WordPress has been reached", async () => {
    wordpress.sandbox.failure = "html";
    const app = await startApp({ WORDPRESS_URL: wordpress.url });
    expect(await contentOf(app)).toMatchObject({ pages: [{ slug: "home-page" }], isUnknown: true });
    expect(app.logged.some(({ msg }) => String(msg).includes("WORDPRESS_URL is the site's root"))).toBe(true);
  });

  it("has feeds and a sitemap that answer 503 instead of empty lists until WordPress has been reached", async () => {
    wordpress.sandbox.failure = "status-500";
    const app = await startApp({ WORDPRESS_URL: wordpress.url });
    for (const address of ["/feed.xml", "/feed.json", "/sitemap.xml"]) {
      const answer = await app.request(address);
      expect([address, answer.status, answer.headers.get("retry-after")]).toEqual([address, 503, "30"]);
      expect(await answer.text()).toContain("aren’t available right now");
    }
    const answer = await app.request(path);
    expect([answer.headers.get("x-content-stale"), answer.headers.get("x-content-as-of")]).toEqual([
      "1",
      null,
    ]);
  });
});
