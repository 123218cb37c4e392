import { describe, expect, it } from "vitest";
import { fc } from "../../../../tests/support/properties.ts";
import { builtInCategories, builtInContent } from "./built-in-content.ts";
import type { Category, Post } from "./content-shapes.ts";
import { codeSearchHint, groupCategoriesByParent, groupPostsBySlug } from "./content-groups.ts";

function category(id: number, parent: number): Category {
  return {
    id,
    parent,
    name: `c${id}`,
    slug: `c${id}`,
    description: "",
    count: 0,
    link: "",
    taxonomy: "category",
    meta: [],
  };
}

describe("built-in content", () => {
  it("contains the default categories, and a code search for every child", () => {
    const byParent = groupCategoriesByParent(builtInCategories);
    const names = (parent: number) => byParent.get(parent)?.map(({ name }) => name);
    expect(names(0)).toEqual(["Frontend", "Backend", "Design Patterns"]);
    expect(names(100)).toEqual(["Vue JS", "React", "MVC"]);
    expect(names(200)).toEqual(["REST APIs", "Function App"]);
    expect(names(301)).toEqual(["CQRS", "MultiTenant"]);
    for (const child of builtInCategories.filter(({ parent }) => parent !== 0)) {
      expect(codeSearchHint(child), child.name).toContain("language:");
    }
  });

  it("escapes the owner's texts", () => {
    const [page] = builtInContent({ ownerName: "A & B", headline: "<b> & co" }).pages;
    expect(page?.title.rendered).toBe("A & B");
    expect(page?.content.rendered).toBe("<p>&lt;b&gt; &amp; co</p>");
  });
});

describe("grouping", () => {
  it("keeps every category, each under exactly one parent", () => {
    const lists = fc
      .array(fc.record({ id: fc.integer({ min: 1, max: 30 }), parent: fc.integer({ min: 0, max: 30 }) }))
      .map((pairs) =>
        Array.from(new Map(pairs.map(({ id, parent }) => [id, category(id, parent)])).values()),
      );
    fc.assert(
      fc.property(lists, (categories) => {
        const groups = groupCategoriesByParent(categories);
        const all = [...groups.values()].flat().map(({ id }) => id);
        expect(all.toSorted((a, b) => a - b)).toEqual(
          categories.map(({ id }) => id).toSorted((a, b) => a - b),
        );
        for (const parent of groups.keys()) {
          expect(parent === 0 || categories.some(({ id }) => id === parent)).toBe(true);
        }
      }),
    );
  });

  it("finds a post by its slug, the first of duplicates", () => {
    const post = (id: number): Post => ({
      id,
      slug: "tools",
      date: "2026-01-01T00:00:00Z",
      modified: "2026-01-01T00:00:00Z",
      title: { rendered: "t" },
      content: { rendered: "" },
      excerpt: { rendered: "" },
      tags: [],
      categories: [],
    });
    expect(groupPostsBySlug([post(1), post(2)]).get("tools")?.id).toBe(1);
    expect(groupPostsBySlug([]).get("tools")).toBeUndefined();
  });
});

describe("a category's code search", () => {
  it.each([
    [{ description: "language:vue", parent: 0 }, "language:vue"],
    [{ description: "  MediatR\n language:csharp ", parent: 301 }, "MediatR language:csharp"],
    [{ description: "HttpTrigger", parent: 200 }, "HttpTrigger"],
    [{ description: "HttpTrigger", parent: 0 }, null],
    [{ description: "Things I have written about trees.", parent: 5 }, null],
    [{ description: "", parent: 5 }, null],
    [{ description: `language:c ${"x".repeat(300)}`, parent: 5 }, null],
  ])("for %j is %j", (given, hint) => {
    expect(codeSearchHint(given)).toBe(hint);
  });
});
