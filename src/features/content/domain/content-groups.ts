import type { Category, Post } from "./content.ts";

/** Posts by their slug (docs/reference/product.md, "Content"). Of two with one slug the first wins. */
export function groupPostsBySlug(posts: readonly Post[]): Map<string, Post> {
  const bySlug = new Map<string, Post>();
  for (const post of posts) if (!bySlug.has(post.slug)) bySlug.set(post.slug, post);
  return bySlug;
}

/**
 * Categories by the id of their parent, 0 for the top level (docs/reference/product.md, "Content"), each list in the order given.
 * One whose parent is unknown counts as top level, so that nothing gets lost.
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
 * The code search that a category stands for, such as `language:vue`; null where its description is none.
 * A description with a search qualifier is a hint; so is a child's short one that is no sentence
 * (docs/reference/product.md, "Content").
 */
export function codeSearchHint(category: Pick<Category, "description" | "parent">): string | null {
  const text = category.description.replace(/\s+/g, " ").trim();
  if (text === "" || text.length > longestHint) return null;
  if (qualifier.test(text)) return text;
  return category.parent !== 0 && text.length <= 60 && !/[.!?]$/.test(text) ? text : null;
}
