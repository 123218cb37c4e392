import type { Category, Post } from "./content-shapes.ts";

/** Groups posts by slug (docs/reference/product.md, "Content"); of duplicates the first one wins. */
export function groupPostsBySlug(posts: readonly Post[]): Map<string, Post> {
  const bySlug = new Map<string, Post>();
  for (const post of posts) if (!bySlug.has(post.slug)) bySlug.set(post.slug, post);
  return bySlug;
}

/**
 * Groups categories by their parent's id, 0 for the top level (docs/reference/product.md, "Content"), in the given order.
 * A category with an unknown parent counts as top level, so that none is lost.
 */
export function groupCategoriesByParent(categories: readonly Category[]): Map<number, Category[]> {
  const known = new Set(categories.map((category) => category.id));
  const byParent = new Map<number, Category[]>();
  for (const category of categories) {
    const parent = known.has(category.parent) && category.parent !== category.id ? category.parent : 0;
    byParent.set(parent, [...(byParent.get(parent) ?? []), category]);
  }
  return byParent;
}

const qualifier = /(?:^|\s)-?(?:language|extension|path|filename|repo|user|org|in|size|topic|fork):\S/i;
const longestHint = 200;

/**
 * Returns a category's code search, such as `language:vue`; null if its description isn't one. A description with a
 * search qualifier is a code search; so is a child category's short description that isn't a sentence
 * (docs/reference/product.md, "Content").
 */
export function codeSearchHint(category: Pick<Category, "description" | "parent">): string | null {
  const text = category.description.replace(/\s+/g, " ").trim();
  if (text === "" || text.length > longestHint) return null;
  if (qualifier.test(text)) return text;
  return category.parent !== 0 && text.length <= 60 && !/[.!?]$/.test(text) ? text : null;
}
