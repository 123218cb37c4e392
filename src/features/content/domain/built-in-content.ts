import { escapeHtml } from "#shared/text/html.ts";
import type { Category, Content, Page } from "./content-shapes.ts";
import { homePageSlug } from "./content.ts";

/** Categories that exist before any content is loaded, with their ids and hints (docs/reference/product.md, "Content"). */
export const builtInCategories: readonly Category[] = [
  category(100, 0, "Frontend", "frontend", ""),
  category(101, 100, "Vue JS", "vue-js", "language:vue"),
  category(102, 100, "React", "react", "language:typescript extension:tsx"),
  category(103, 100, "MVC", "mvc", "language:csharp Controller"),
  category(200, 0, "Backend", "backend", ""),
  category(201, 200, "REST APIs", "rest-apis", "language:csharp HttpGet"),
  category(202, 200, "Function App", "function-app", "language:csharp HttpTrigger"),
  category(301, 0, "Design Patterns", "design-patterns", ""),
  category(302, 301, "CQRS", "cqrs", "language:csharp MediatR"),
  category(303, 301, "MultiTenant", "multitenant", "language:csharp Tenant"),
];

function category(id: number, parent: number, name: string, slug: string, description: string): Category {
  const link = `/posts?category=${slug}`;
  return { id, name, slug, description, parent, count: 0, link, taxonomy: "category", meta: [] };
}

/** Returns the home page that is shown until content is loaded, or if the content has none. Escapes the texts. */
export function builtInHomePage(owner: { ownerName: string; headline: string }): Page {
  return {
    id: 1,
    slug: homePageSlug,
    title: { rendered: owner.ownerName },
    content: { rendered: `<p>${escapeHtml(owner.headline)}</p>` },
  };
}

/** Returns the content before anything is loaded: a home page and the default categories (docs/reference/product.md, "Content"). */
export function builtInContent(owner: { ownerName: string; headline: string }): Content {
  return { pages: [builtInHomePage(owner)], posts: [], tags: [], categories: [...builtInCategories] };
}
