import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { failureOf } from "../../../tests/support/failure-of.ts";
import { createHttpClient } from "#server/upstreams/http-client.ts";
import { createLogger } from "#server/log.ts";
import { startWordPressSandbox } from "../../../tests/support/stand-ins/sandboxes.ts";
import { createSandboxSite } from "../../../tests/support/stand-ins/wordpress-seed.ts";
import { createWordPressClient, WordPressError } from "./index.ts";
import { wordPressConformance } from "../../../tests/support/conformance/wordpress-conformance.ts";

let running: Awaited<ReturnType<typeof startWordPressSandbox>>;
beforeAll(async () => {
  running = await startWordPressSandbox();
});
afterAll(() => running.close());
beforeEach(() => {
  Object.assign(running.sandbox, { site: createSandboxSite(), failure: null, calls: [], beforeAnswer: null });
});

function clientOf(timeoutMs = 3_000) {
  const http = createHttpClient({
    fetch,
    log: createLogger({ level: "silent" }),
    userAgent: "Folio",
    random: () => 0,
  });
  return createWordPressClient({ http, baseUrl: running.url, timeoutMs });
}

const errorOf = (work: Promise<unknown>) => failureOf(WordPressError, work);

describe("the WordPress sandbox", () => {
  wordPressConformance(() => running.url);
});

const liveUrl = process.env["WORDPRESS_CONFORMANCE_URL"];
describe.runIf(liveUrl !== undefined)("a live WordPress", () => {
  wordPressConformance(() => liveUrl ?? "");
});

describe("the WordPress client", () => {
  it("reads all four lists, with plain-text titles and names, and UTC times", async () => {
    const content = await clientOf().readContent();
    expect(content.pages.map(({ slug, title }) => [slug, title])).toEqual([
      ["home-page", "Robin’s site"],
      ["about-page", "About"],
    ]);
    const titles = Object.fromEntries(content.posts.map(({ slug, title }) => [slug, title]));
    expect(titles["education-certification"]).toBe("Education & Certification");
    expect(titles["tools"]).toBe("Tools <and> more");
    expect(content.posts[0]?.date).toMatch(/^2026-01-01T00:\d\d:00Z$/);
    expect(content.tags.map(({ name }) => name)).toEqual(["C#", "R&D"]);
    expect(content.categories.map(({ name, description }) => [name, description])).toEqual([
      ["Resume", ""],
      ["Frontend", ""],
      ["Vue JS", "language:vue & more"],
    ]);
  });

  it("reads more than 100 posts, newest first, each once", async () => {
    running.sandbox.site = createSandboxSite(250);
    const { posts } = await clientOf().readContent();
    expect(posts).toHaveLength(256);
    expect(new Set(posts.map(({ id }) => id)).size).toBe(256);
    const dates = posts.map(({ date }) => date);
    expect(dates).toEqual(dates.toSorted().toReversed());
    expect(running.sandbox.calls.filter((call) => call.includes("/posts?")).length).toBe(3);
  });

  it("restarts if a post appears or disappears while reading", async () => {
    const site = createSandboxSite(250);
    running.sandbox.site = site;
    let changes = 0;
    running.sandbox.beforeAnswer = (path) => {
      if (!path.includes("/posts") || !path.includes("page=2") || changes >= 2) return;
      changes += 1;
      if (changes === 1) site.posts.unshift({ ...site.posts[0]!, id: 5_000, slug: "just-published" });
      else site.posts.splice(10, 60);
    };
    const { posts } = await clientOf().readContent();
    expect(posts).toHaveLength(site.posts.length);
    expect(changes).toBe(2);
  });

  it("fails if the lists change during every attempt", async () => {
    running.sandbox.site = createSandboxSite(150);
    let id = 9_000;
    running.sandbox.beforeAnswer = (path) => {
      if (!path.includes("page=2")) return;
      id += 1;
      running.sandbox.site.posts.push({ ...running.sandbox.site.posts[0]!, id });
    };
    expect((await errorOf(clientOf().readContent())).kind).toBe("kept-changing");
  });

  it("requests at most four pages at once", async () => {
    running.sandbox.site = createSandboxSite(900);
    let atOnce = 0;
    let most = 0;
    const http = createHttpClient({ fetch, log: createLogger({ level: "silent" }), userAgent: "Folio" });
    const client = createWordPressClient({
      baseUrl: running.url,
      http: {
        async requestJson(request) {
          most = Math.max(most, (atOnce += 1));
          return http.requestJson(request).finally(() => (atOnce -= 1));
        },
      },
    });
    await client.readContent();
    expect(most).toBe(4);
  });

  it("reads a site without posts", async () => {
    Object.assign(running.sandbox.site, { pages: [], posts: [], tags: [], categories: [] });
    expect(await clientOf().readContent()).toEqual({ pages: [], posts: [], tags: [], categories: [] });
  });
});

describe("a WordPress that fails", () => {
  it.each([
    ["status-500", "unreachable", "500"],
    ["status-503", "unreachable", "503"],
    ["html", "not-wordpress", "HTML"],
    ["cut-short", "not-wordpress", "REST API"],
    ["no-headers", "not-wordpress", "X-WP-Total"],
  ] as const)("with %s is %s", async (failure, kind, words) => {
    running.sandbox.failure = failure;
    const error = await errorOf(clientOf().readContent());
    expect(error.kind).toBe(kind);
    expect(error.message).toContain(words);
  });

  it("by hanging times out", async () => {
    running.sandbox.failure = "hang";
    const began = Date.now();
    expect((await errorOf(clientOf(200).readContent())).kind).toBe("unreachable");
    expect(Date.now() - began).toBeLessThan(2_000);
  });

  it("with a missing field is reported by name", async () => {
    const http = { requestJson: () => Promise.resolve({ json: [{ id: 1 }], headers: new Headers() }) };
    const error = await errorOf(createWordPressClient({ http, baseUrl: running.url }).readContent());
    expect(error.kind).toBe("unexpected-shape");
    expect(error.message).toContain("0.slug");
  });

  it("by redirecting elsewhere is reported with the setting to change, and isn't followed", async () => {
    const moved = `${running.url}/wp-json/`;
    const http = createHttpClient({
      fetch: () => Promise.resolve(new Response(null, { status: 301, headers: { location: moved } })),
      log: createLogger({ level: "silent" }),
      userAgent: "Folio",
    });
    const client = createWordPressClient({ http, baseUrl: "http://blog.example" });
    const error = await errorOf(client.readContent());
    expect(error.kind).toBe("refused");
    expect(error.message).toContain(running.url);
    expect(error.message).toContain("Set WORDPRESS_URL");
    expect(running.sandbox.calls).toEqual([]);
  });

  it("by refusing is reported with WordPress's own code", async () => {
    const http = createHttpClient({ fetch, log: createLogger({ level: "silent" }), userAgent: "Folio" });
    const client = createWordPressClient({ http, baseUrl: `${running.url}/blog` });
    const error = await errorOf(client.readContent());
    expect(error.kind).toBe("refused");
    expect(error.message).toContain("404 rest_no_route");
  });
});
