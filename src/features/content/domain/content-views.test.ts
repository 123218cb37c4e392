import { describe, expect, it } from "vitest";
import { fc } from "../../../../tests/support/properties.ts";
import { builtInCategories, builtInContent } from "./built-in-content.ts";
import type { Content, Post, Tag } from "./content-shapes.ts";
import { plainText, readingMinutes, shortened } from "./content-text.ts";
import {
  aboutView,
  homeView,
  postsPerPage,
  postsView,
  postView,
  searchHints,
  searchIndex,
} from "./content-views.ts";

const tags: Tag[] = ["TypeScript", "C#", "Postgres"].map((name, index) => ({
  id: index + 1,
  name,
  slug: name.toLowerCase().replace("#", "-sharp"),
  count: 0,
  description: "",
}));

function post(id: number, slug: string, more: Partial<Post> = {}): Post {
  return {
    id,
    slug,
    date: `2026-01-${String(id).padStart(2, "0")}T00:00:00Z`,
    modified: `2026-01-${String(id).padStart(2, "0")}T00:00:00Z`,
    title: { rendered: `Title ${slug}` },
    content: { rendered: `<p>Body of ${slug}.</p>` },
    excerpt: { rendered: "" },
    tags: [],
    categories: [],
    ...more,
  };
}

function contentOf(posts: Post[]): Content {
  return { ...builtInContent({ ownerName: "Robin", headline: "Builds" }), posts, tags };
}

describe("the home page", () => {
  it("contains the résumé posts by slug, with their terms' names, and the three latest articles", () => {
    const content = contentOf([
      post(1, "summary", { content: { rendered: "<p>Who</p>" } }),
      post(2, "frontend", { tags: [2, 1], categories: [100] }),
      ...[3, 4, 5, 6].map((id) => post(id, `article-${id}`)),
    ]);
    const view = homeView(content);
    expect(view.title).toBe("Robin");
    expect(view.sections.summary?.html).toBe("<p>Who</p>");
    expect(view.sections.backend).toBeNull();
    expect(view.sections.frontend?.tags).toEqual([
      { slug: "c-sharp", name: "C#" },
      { slug: "typescript", name: "TypeScript" },
    ]);
    expect(view.sections.frontend?.categories.map(({ name, searchHint }) => [name, searchHint])).toEqual([
      ["Vue JS", "language:vue"],
      ["React", "language:typescript extension:tsx"],
      ["MVC", "language:csharp Controller"],
    ]);
    expect(view.latestPosts.map(({ slug }) => slug)).toEqual(["article-6", "article-5", "article-4"]);
  });

  it("works with built-in content alone", () => {
    const view = homeView(builtInContent({ ownerName: "Robin", headline: "Builds" }));
    expect(view.html).toBe("<p>Builds</p>");
    expect(view.latestPosts).toEqual([]);
  });

  it("shows a child category once and omits plain top-level ones", () => {
    const resume = { ...builtInCategories[0]!, id: 9, name: "Resume", slug: "resume" };
    const content = contentOf([post(1, "backend", { categories: [9, 201, 200] })]);
    content.categories.push(resume);
    expect(homeView(content).sections.backend?.categories.map(({ id }) => id)).toEqual([201, 202]);
  });
});

describe("the about page", () => {
  it("is null if there is none", () => {
    expect(aboutView(contentOf([]))).toBeNull();
  });
});

describe("the list of posts", () => {
  const articles = Array.from({ length: 30 }, (_, index) =>
    post(index + 1, `a${index + 1}`, {
      tags: index % 2 === 0 ? [1] : [2],
      categories: index < 5 ? [102] : [200],
    }),
  );
  const content = contentOf([...articles, post(31, "tools", { tags: [3], categories: [100] })]);

  it("shows 12 per page, newest first, without résumé posts", () => {
    const first = postsView(content);
    expect(first.cards).toHaveLength(postsPerPage);
    expect(first.cards[0]?.slug).toBe("a30");
    expect([first.total, first.pageCount]).toEqual([30, 3]);
    expect(postsView(content, { page: 3 }).cards).toHaveLength(6);
    expect(postsView(content, { page: 99 }).page).toBe(3);
    expect(postsView(content, { page: Number.NaN }).page).toBe(1);
  });

  it("filters by tag, and by category including its children", () => {
    expect(postsView(content, { tag: "typescript" }).total).toBe(15);
    const frontend = postsView(content, { category: "frontend" });
    expect([frontend.total, frontend.category?.name]).toEqual([5, "Frontend"]);
    expect(postsView(content, { tag: "c-sharp", category: "frontend" }).total).toBe(2);
    expect(postsView(content, { tag: "no-such" })).toMatchObject({ total: 0, tag: null, pageCount: 1 });
  });

  it("counts the articles' terms, most used first", () => {
    const { tags: tagFacets, categories } = postsView(content, { tag: "c-sharp" });
    expect(tagFacets.map(({ slug, count }) => [slug, count])).toEqual([
      ["c-sharp", 15],
      ["typescript", 15],
    ]);
    expect(categories.map(({ slug, count }) => [slug, count])).toEqual([
      ["backend", 25],
      ["frontend", 5],
      ["react", 5],
    ]);
  });

  it("shows every article on exactly one page", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40 }), (count) => {
        const some = contentOf(
          articles
            .concat(articles)
            .slice(0, count)
            .map((entry, id) => post((id % 28) + 1, `p${id}`, { tags: entry.tags })),
        );
        const pages = Array.from({ length: postsView(some).pageCount }, (_, index) =>
          postsView(some, { page: index + 1 }),
        );
        const slugs = pages.flatMap(({ cards }) => cards.map(({ slug }) => slug));
        expect(slugs.toSorted()).toEqual(some.posts.map(({ slug }) => slug).toSorted());
      }),
      { numRuns: 30 },
    );
  });
});

describe("a post's page", () => {
  const content = contentOf([
    post(1, "old"),
    post(2, "middle", { excerpt: { rendered: "<p>Short &amp; plain</p>" }, tags: [1, 77] }),
    post(3, "new"),
    post(4, "summary"),
  ]);

  it("contains its neighbors, its description, and only existing terms", () => {
    expect(postView(content, "middle")).toMatchObject({
      description: "Short & plain",
      previous: { slug: "old" },
      next: { slug: "new" },
      tags: [{ slug: "typescript" }],
      readingMinutes: 1,
    });
    expect(postView(content, "new")?.next).toBeNull();
    expect(postView(content, "old")).toMatchObject({ previous: null, description: "Body of old." });
  });

  it("has no neighbors for a résumé post, and is null for an unknown slug", () => {
    expect(postView(content, "summary")).toMatchObject({ previous: null, next: null });
    expect(postView(content, "nothing")).toBeNull();
  });
});

describe("the command palette's entries", () => {
  it("contain pages and articles with their texts", () => {
    const content = contentOf([post(1, "a"), post(2, "tools")]);
    expect(searchIndex(content)).toEqual([
      { kind: "page", title: "Robin", slug: "home-page", text: expect.stringContaining("Builds") },
      { kind: "post", title: "Title a", slug: "a", text: "Body of a." },
    ]);
  });
});

describe("texts", () => {
  it("removes the elements and separates blocks", () => {
    expect(plainText("<h2>a</h2><p>b &lt;c&gt; <em>d</em>e</p>")).toBe("a b <c> de");
  });

  it("ends at a word and never exceeds the limit", () => {
    expect(shortened("one two three", 9)).toBe("one two…");
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 2, max: 50 }), (text, limit) => {
        expect(shortened(text, limit).length).toBeLessThanOrEqual(limit);
      }),
    );
  });

  it("has a reading time of at least a minute", () => {
    expect(readingMinutes("")).toBe(1);
    expect(readingMinutes(`<p>${"word ".repeat(660)}</p>`)).toBe(3);
  });
});

describe("the code searches of the categories", () => {
  it("are the categories' hints, by name", () => {
    const { categories } = builtInContent({ ownerName: "Robin", headline: "Builds" });
    const hints = searchHints({ categories });
    expect(hints).toContainEqual({ name: "Vue JS", hint: "language:vue" });
    expect(hints.map(({ name }) => name)).toEqual([
      "CQRS",
      "Function App",
      "MultiTenant",
      "MVC",
      "React",
      "REST APIs",
      "Vue JS",
    ]);
  });

  it("list the same search once", () => {
    const first = builtInCategories.find(({ id }) => id === 101);
    if (first === undefined) throw new Error("no category 101");
    expect(searchHints({ categories: [first, { ...first, id: 999, name: "Vue again" }] })).toEqual([
      { name: "Vue JS", hint: "language:vue" },
    ]);
  });
});
