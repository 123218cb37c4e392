import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createLogger } from "#server/log.ts";
import { createContentImages } from "./content-images.ts";
import { problemLine } from "./content-service.ts";
import { createFileSource } from "./file-source.ts";
import { slugOf } from "./stable-ids.ts";

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "folio-content-"));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

async function write(file: string, text: string | Buffer): Promise<void> {
  await mkdir(dirname(join(directory, file)), { recursive: true });
  await writeFile(join(directory, file), text);
}

function createSource() {
  const images = createContentImages(join(directory, "images"));
  return { images, source: createFileSource({ directory, images, log: createLogger({ level: "silent" }) }) };
}

async function read() {
  const { content, problems } = await createSource().source.read(new AbortController().signal);
  return { ...content, problems: problems.map(problemLine) };
}

function post(fields: string, body = "Text."): string {
  return `---\n${fields}\n---\n${body}\n`;
}

const good = "title: Good\ndate: 2026-03-01";

describe("content from files", () => {
  it("reads pages and posts with their fields, tags and categories", async () => {
    await write("pages/about-page.md", post("title: About", "# Me\n\nText."));
    await write(
      "posts/2026-03-01-hello-world.md",
      post(
        `${good}\nupdated: 2026-03-05\ntags: [TypeScript, "C#"]\ncategories: [React, frontend]\nexcerpt: Short & sweet`,
      ),
    );
    const content = await read();
    expect(content.problems).toEqual([]);
    expect(content.pages).toMatchObject([{ slug: "about-page", title: { rendered: "About" } }]);
    expect(content.pages[0]?.content.rendered).toBe('<h2 id="user-me">Me</h2>\n<p>Text.</p>\n');
    const [hello] = content.posts;
    expect(hello).toMatchObject({
      slug: "hello-world",
      date: "2026-03-01T12:00:00.000Z",
      modified: "2026-03-05T12:00:00.000Z",
      categories: [102, 100],
      excerpt: { rendered: "<p>Short &amp; sweet</p>\n" },
    });
    expect(hello?.tags.map((id) => content.tags.find((tag) => tag.id === id)?.slug)).toEqual([
      "typescript",
      "c-sharp",
    ]);
    expect(content.tags.every(({ count }) => count === 1)).toBe(true);
    expect(content.categories.find(({ id }) => id === 102)?.count).toBe(1);
  });

  it("returns the same ids on every read", async () => {
    await write("posts/a.md", post(`${good}\ntags: [One, Two]`));
    const first = await read();
    await write("posts/0.md", post(`${good}\ntags: [Zero]`));
    const second = await read();
    expect(second.posts.find(({ slug }) => slug === "a")).toEqual(first.posts[0]);
    expect(first.posts[0]?.id).toBeLessThan(2 ** 31);
  });

  it("omits drafts and files that begin with an underscore", async () => {
    await write("posts/draft.md", post(`${good}\ndraft: true`));
    await write("posts/_notes.md", "no front matter");
    expect(await read()).toMatchObject({ posts: [], problems: [] });
  });

  it("sanitizes HTML from Markdown", async () => {
    await write(
      "posts/a.md",
      post(
        good,
        "a <img src=x onerror=alert(1)> <script>alert(1)</script>\n\n```ts\nconst a = 1 < 2;\n```\n\n[b](./other.md#c)",
      ),
    );
    const { posts } = await read();
    expect(posts[0]?.content.rendered).not.toMatch(/onerror|script/);
    expect(posts[0]?.content.rendered).toContain(
      '<pre><code class="language-ts">const a = 1 &lt; 2;\n</code></pre>',
    );
    expect(posts[0]?.content.rendered).toContain('<a href="/post/other#c">b</a>');
  });

  it("puts résumé posts' headings below those of the home page", async () => {
    await write("posts/summary.md", post(good, "# A\n\n## B"));
    const { posts } = await read();
    expect(posts[0]?.content.rendered).toBe("<h3>A</h3>\n<h4>B</h4>\n");
  });

  it("reads categories from categories.yaml", async () => {
    await write(
      "categories.yaml",
      "- name: Notes\n  id: 7\n  children:\n    - name: Go\n      description: language:go\n",
    );
    await write("posts/a.md", post(`${good}\ncategories: [Go]`));
    const { categories, posts } = await read();
    expect(categories.map(({ name, parent, description }) => [name, parent, description])).toEqual([
      ["Notes", 0, ""],
      ["Go", 7, "language:go"],
    ]);
    expect(posts[0]?.categories).toEqual([categories[1]?.id]);
  });

  it("reads a file with a byte order mark and Windows line endings", async () => {
    await write("posts/a.md", `\uFEFF${post(good).replaceAll("\n", "\r\n")}`);
    expect(await read()).toMatchObject({ posts: [{ slug: "a", title: { rendered: "Good" } }], problems: [] });
  });
});

describe("an invalid content file", () => {
  it.each([
    [
      "a missing title",
      post("date: 2026-03-01"),
      "posts/bad.md:2: title: expected text such as title: My first post",
    ],
    [
      "a bad date",
      post("title: A\ndate: 2026-02-30"),
      "posts/bad.md:3: date: expected a date such as 2026-11-21, or 2026-11-21T09:30:00Z",
    ],
    ["a date in words", post("title: A\ndate: yesterday"), "posts/bad.md:3: date: expected a date such as"],
    [
      "a date that is a number",
      post("title: A\ndate: 20260301"),
      "posts/bad.md:3: date: expected a date such as 2026-11-21",
    ],
    ["an unknown key", post(`${good}\nauthor: me`), 'posts/bad.md:4: unknown key "author"'],
    [
      "tags that aren't a list",
      post(`${good}\n\ntags: TypeScript`),
      "posts/bad.md:5: tags: expected a list, such as [TypeScript, Postgres]",
    ],
    ["a tag that is a number", post(`${good}\ntags:\n  - A\n  - 5`), "posts/bad.md:6: tags.1: expected text"],
    [
      "an unknown category",
      post(`${good}\ncategories: [Bakend]`),
      'posts/bad.md:4: categories: "Bakend" isn\'t in categories.yaml; expected any of Frontend',
    ],
    ["a bad slug", post(`${good}\nslug: Not A Slug`), "posts/bad.md:4: slug: expected lowercase letters"],
    [
      "an update before the date",
      post(`${good}\nupdated: 2025-01-01`),
      "posts/bad.md:4: updated: expected a date that isn't before date",
    ],
    [
      "a draft field with a word",
      post(`${good}\ndraft: maybe`),
      "posts/bad.md:4: draft: expected true or false",
    ],
    ["broken YAML", post("title: [a\ndate: 2026-03-01"), "posts/bad.md:3: invalid YAML"],
    ["a key twice", post(`${good}\ntitle: B`), "posts/bad.md:4: invalid YAML"],
    [
      "an alias bomb",
      post(
        `title: A\na: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: [*b,*b,*b,*b,*b,*b,*b,*b]`,
      ),
      "posts/bad.md:2: invalid YAML: ",
    ],
    ["no front matter", "Just text.", 'posts/bad.md:1: expected "---" and front matter'],
    [
      "front matter without an end",
      "---\ntitle: A\n",
      'posts/bad.md:1: the front matter has no closing "---" line',
    ],
    ["an empty file", "", "posts/bad.md:1: is empty"],
    [
      "invalid UTF-8",
      Buffer.from([0x2d, 0x2d, 0x2d, 0x0a, 0xff, 0xfe, 0xe9]),
      "posts/bad.md: isn't UTF-8 text",
    ],
    ["5 MB of text", Buffer.alloc(5_000_000, "x"), "posts/bad.md: is 5.0 MB; expected at most 1 MB of text"],
  ])(
    "with %s is reported with its line and left out, and the others are kept",
    async (_what, text, expected) => {
      await write("posts/bad.md", text);
      await write("posts/good.md", post(good));
      const content = await read();
      expect(content.posts.map(({ slug }) => slug)).toEqual(["good"]);
      expect(content.problems.join("\n")).toContain(expected);
    },
  );

  it("is reported once per problem", async () => {
    await write("posts/bad.md", post("titel: A\ndate: soon\ndraft: 1"));
    const { problems } = await read();
    expect(problems.map((line) => Number(line.split(":")[1])).toSorted((a, b) => a - b)).toEqual([
      2, 2, 3, 4,
    ]);
  });

  it("with a duplicate slug is reported with the other file's name", async () => {
    await write("posts/a.md", post(`${good}\nslug: same`));
    await write("posts/b.md", post(`${good}\nslug: same`));
    const content = await read();
    expect(content.posts).toHaveLength(1);
    expect(content.problems).toEqual(['posts/b.md:4: slug: "same" is taken by posts/a.md']);
  });

  it("with an unusable name is reported with a hint", async () => {
    await write("posts/Été 2026!.md", post(good));
    expect((await read()).problems.join()).toContain("expected a name such as my-first-post.md, or a slug");
  });

  it("doesn't affect the default categories if it is categories.yaml", async () => {
    await write("categories.yaml", "- title: Notes\n");
    const { categories, problems } = await read();
    expect(categories).toHaveLength(10);
    expect(problems).toEqual([
      "categories.yaml:1: name: expected text such as name: TypeScript",
      'categories.yaml:1: unknown key "title"',
    ]);
  });

  it("isn't the same as a missing directory, which fails the read", async () => {
    await rm(directory, { recursive: true });
    await expect(read()).rejects.toThrow(/content directory .* doesn't exist/);
  });
});

describe("content images", () => {
  async function png(width: number, height: number): Promise<Buffer> {
    return sharp({ create: { width, height, channels: 3, background: "#123456" } })
      .png()
      .toBuffer();
  }

  it("have a size and an address that changes with their bytes", async () => {
    await write("images/a.png", await png(30, 20));
    await write("posts/a.md", post(good, "![A picture](../images/a.png)"));
    const first = (await read()).posts[0]?.content.rendered;
    expect(first).toMatch(
      /^<p><img src="\/content\/images\/a-[0-9a-f]{10}\.png" alt="A picture" width="30" height="20" loading="lazy" decoding="async" \/><\/p>\n$/,
    );
    await write("images/a.png", await png(30, 21));
    expect((await read()).posts[0]?.content.rendered).not.toBe(first);
  });

  it.each(["jpeg", "png", "webp", "avif", "gif"] as const)(
    "have the size of a %s as it is shown, turned",
    async (format) => {
      const created = sharp({ create: { width: 30, height: 20, channels: 3, background: "#123456" } });
      const file = format === "jpeg" ? "a.jpg" : `a.${format}`;
      for (const orientation of [1, 6]) {
        await write(`images/${file}`, await created.withMetadata({ orientation })[format]().toBuffer());
        // A GIF can't say that it's turned.
        const isTurned = orientation === 6 && format !== "gif";
        expect((await createSource().images.scan()).images.get(file)).toMatchObject({
          ...(isTurned ? { width: 20, height: 30 } : { width: 30, height: 20 }),
          contentType: `image/${format}`,
        });
      }
    },
  );

  it("are served under both names, but cached forever only under the one with the hash", async () => {
    await write("images/a.png", await png(3, 2));
    const { images } = createSource();
    const { images: found } = await images.scan();
    const name = found.get("a.png")?.path.split("/").at(-1) ?? "";
    expect(await images.open(name)).toMatchObject({ isImmutable: true, image: { contentType: "image/png" } });
    expect(await images.open("a.png")).toMatchObject({ isImmutable: false });
    expect(await images.open("a-0123456789.png")).toMatchObject({ isImmutable: false });
    expect(await images.open("../posts/a.md")).toBeNull();
  });

  it("are reported with file and line if they are missing or broken", async () => {
    await write("images/broken.png", "not an image");
    await write("images/cut.gif", "GIF89a");
    await write("images/drawing.svg", "<svg/>");
    await write("posts/a.md", post(good, "One.\n\n![B](../images/gone.png)"));
    const { problems, posts } = await read();
    expect(problems.toSorted()).toEqual([
      "images/broken.png: can't be decoded as an image",
      "images/cut.gif: can't be decoded as an image",
      "images/drawing.svg: expected a JPEG, PNG, WebP, AVIF, or GIF",
      "posts/a.md:7: the image gone.png isn't in content/images",
    ]);
    expect(posts).toHaveLength(1);
  });
});

describe("the slug", () => {
  it.each([
    ["C#", "c-sharp"],
    ["C++", "c-plus-plus"],
    [".NET", "dot-net"],
    ["ASP.NET Core", "asp-net-core"],
    ["R&D", "r-and-d"],
    ["Café Été", "cafe-ete"],
  ])("of %s is %s", (name, slug) => {
    expect(slugOf(name)).toBe(slug);
  });
});
