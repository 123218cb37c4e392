import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { siteConfig } from "#site-config";
import type { AppEnv } from "#server/feature.ts";
import type { Post } from "../domain/content-shapes.ts";
import { mountFeeds } from "./content-feeds.ts";
import type { ContentSnapshot } from "./content-service.ts";

const site = { ...siteConfig, ownerName: 'Robin "R" <Ashgrove> & co' };

function post(id: number, slug: string, more: Partial<Post> = {}): Post {
  return {
    id,
    slug,
    date: `2026-01-0${id}T12:00:00.000Z`,
    modified: `2026-01-0${id}T12:00:00.000Z`,
    title: { rendered: `${slug} <&> "${id}"` },
    content: {
      rendered: `<p>${slug} &lt;b&gt; <a href="/post/other">x</a> <a href="#user-y">y</a> <img src="/a.png" alt="" /></p>`,
    },
    excerpt: { rendered: "<p>About ]]&gt; it\u0008</p>" },
    tags: [1],
    categories: [],
    ...more,
  };
}

function appOf(posts: Post[]): Hono<AppEnv> {
  const content = {
    pages: [],
    posts,
    tags: [{ id: 1, name: "R&D", slug: "r-and-d", count: 1, description: "" }],
    categories: [],
  };
  const snapshot: ContentSnapshot = {
    content,
    version: "v",
    asOf: "2026-05-01T00:00:00.000Z",
    isStale: false,
    source: "files",
    problems: [],
  };
  const app = new Hono<AppEnv>();
  app.use("*", (c, next) => {
    c.set("origin", "https://robin.example");
    return next();
  });
  mountFeeds(app, site, () => snapshot);
  return app;
}

/** Parses XML strictly enough to reject anything not well formed; returns the elements' texts by name. */
function readXml(text: string): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  const open: { name: string; text: string }[] = [];
  const token = /<\?xml[^>]*\?>|<(\/?)([a-z]+)((?: [a-z:]+="[^"<]*")*)(\/?)>|([^<]+)/gy;
  while (token.lastIndex < text.length) {
    const at = token.lastIndex;
    const match = token.exec(text);
    if (match === null) throw new Error(`not well formed from ${text.slice(at, at + 80)}`);
    const [, slash, name, , selfClosed, words] = match;
    if (words !== undefined) {
      if (/&(?!(amp|lt|gt|quot);)|\p{Cc}/u.test(words.replace(/\s/g, "")))
        throw new Error(`bad text ${words}`);
      const parent = open.at(-1);
      if (parent !== undefined) parent.text += words;
    } else if (slash === "/") {
      const closed = open.pop();
      if (closed?.name !== name) throw new Error(`</${name}> closes <${closed?.name}>`);
      (found[closed!.name] ??= []).push(decode(closed!.text));
    } else if (name !== undefined && selfClosed !== "/") {
      open.push({ name, text: "" });
    }
  }
  if (open.length > 0) throw new Error(`left open: ${open.map(({ name }) => name).join()}`);
  return found;
}

function decode(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
}

describe("the Atom feed", () => {
  it("is well formed and has the elements that RFC 4287 requires", async () => {
    const app = appOf([
      post(1, "old"),
      post(2, "new", { modified: "2026-02-01T00:00:00.000Z" }),
      post(3, "summary"),
    ]);
    const response = await app.request("/feed.xml");
    expect(response.headers.get("content-type")).toBe("application/atom+xml; charset=utf-8");
    const text = await response.text();
    const xml = readXml(text);
    expect(xml["id"]).toEqual([
      "https://robin.example/",
      `tag:${site.domain},2026-01-02:/post/new`,
      `tag:${site.domain},2026-01-01:/post/old`,
    ]);
    expect(xml["updated"]).toEqual([
      "2026-02-01T00:00:00.000Z",
      "2026-02-01T00:00:00.000Z",
      "2026-01-01T12:00:00.000Z",
    ]);
    expect(xml["title"]).toEqual([site.ownerName, 'new <&> "2"', 'old <&> "1"']);
    expect(xml["name"]).toEqual([site.ownerName]);
    expect(text).toContain(
      '<link rel="self" type="application/atom+xml" href="https://robin.example/feed.xml"/>',
    );
    expect(text).toContain('<category term="R&amp;D"/>');
    expect(xml["summary"]?.[0]).toBe("About ]]> it");
  });

  it("has absolute addresses, because feed readers show it elsewhere", async () => {
    const xml = readXml(await (await appOf([post(1, "a")]).request("/feed.xml")).text());
    expect(xml["content"]).toEqual([
      '<p>a &lt;b&gt; <a href="https://robin.example/post/other">x</a> <a href="https://robin.example/post/a#user-y">y</a> <img src="https://robin.example/a.png" alt="" /></p>',
    ]);
  });

  it("has the picture of a video", async () => {
    const rendered = '<video src="/v.mp4" controls="" preload="none" poster="/v.jpg"></video>';
    const xml = readXml(
      await (await appOf([post(1, "a", { content: { rendered } })]).request("/feed.xml")).text(),
    );
    expect(xml["content"]).toEqual([
      '<video src="https://robin.example/v.mp4" controls="" preload="none" poster="https://robin.example/v.jpg"></video>',
    ]);
  });

  it("is valid without articles", async () => {
    const xml = readXml(await (await appOf([]).request("/feed.xml")).text());
    expect(xml["updated"]).toEqual(["2026-05-01T00:00:00.000Z"]);
  });
});

describe("the JSON feed", () => {
  it("has the fields that version 1.1 requires", async () => {
    const response = await appOf([post(1, "old"), post(2, "tools")]).request("/feed.json");
    expect(response.headers.get("content-type")).toBe("application/feed+json; charset=utf-8");
    expect(await response.json()).toMatchObject({
      version: "https://jsonfeed.org/version/1.1",
      title: site.ownerName,
      feed_url: "https://robin.example/feed.json",
      items: [
        {
          id: "https://robin.example/post/old",
          title: 'old <&> "1"',
          summary: "About ]]> it\u0008",
          tags: ["R&D"],
        },
      ],
    });
  });
});

describe("a conditional request", () => {
  it.each(["/feed.xml", "/feed.json"])("for an unchanged %s answers 304", async (path) => {
    const app = appOf([post(1, "a")]);
    const first = await app.request(path);
    const etag = first.headers.get("etag") ?? "";
    const modified = first.headers.get("last-modified") ?? "";
    expect(modified).toBe("Thu, 01 Jan 2026 12:00:00 GMT");
    const known = await app.request(path, { headers: { "if-none-match": `"x", W/${etag}` } });
    expect([known.status, await known.text()]).toEqual([304, ""]);
    expect((await app.request(path, { headers: { "if-modified-since": modified } })).status).toBe(304);
    const other = { "if-none-match": '"other"', "if-modified-since": modified };
    expect((await app.request(path, { headers: other })).status).toBe(200);
    expect((await app.request(path, { headers: { "if-modified-since": "yesterday" } })).status).toBe(200);
  });
});
