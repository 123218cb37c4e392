import type { Category, Content, Post, Tag } from "./content-shapes.ts";
import { aboutPageSlug, homePageSlug, isResumePost, type ResumeSlug } from "./content.ts";
import { codeSearchHint, groupCategoriesByParent, groupPostsBySlug } from "./content-groups.ts";
import { plainText, readingMinutes, shortened } from "./content-text.ts";

export type TermLink = { slug: string; name: string };
export type CategoryLink = TermLink & { id: number; searchHint: string | null };

export type PostCard = {
  slug: string;
  title: string;
  /** Plain text, at most 200 characters. */
  excerpt: string;
  date: string;
  tags: TermLink[];
  categories: TermLink[];
};

/** A part of the home page: a résumé post with its terms' names. */
export type HomeSection = {
  slug: ResumeSlug;
  title: string;
  html: string;
  tags: TermLink[];
  /** The post's categories, with parents replaced by their children: the skills, each with its code search. */
  categories: CategoryLink[];
};

export type HomeView = {
  title: string;
  html: string;
  /** Null if the content has no such post. */
  sections: Record<ResumeSlug, HomeSection | null>;
  latestPosts: PostCard[];
};

export type AboutView = { title: string; html: string; description: string };

export type TermFacet = TermLink & { count: number };

export type PostsView = {
  cards: PostCard[];
  /** Terms of articles, most used first; counts cover all articles, whatever the filter. */
  tags: TermFacet[];
  categories: TermFacet[];
  /** The filter's term; null without a filter or for an unknown term. */
  tag: TermLink | null;
  category: TermLink | null;
  total: number;
  page: number;
  pageCount: number;
};

export type PostView = {
  slug: string;
  title: string;
  html: string;
  date: string;
  modified: string;
  /** Plain text for search engines and link previews, at most 160 characters. */
  description: string;
  readingMinutes: number;
  tags: TermLink[];
  categories: TermLink[];
  /** The next older and newer articles. */
  previous: TermLink | null;
  next: TermLink | null;
};

/** A category's code search, such as `language:vue`. */
export type SearchHint = { name: string; hint: string };

/** An entry of the command palette, with its plain text. */
export type SearchEntry = { kind: "page" | "post"; title: string; slug: string; text: string };

const latestCount = 3;
export const postsPerPage = 12;

/** Returns the home page's data (docs/reference/product.md, "Home"). */
export function homeView(content: Content): HomeView {
  const page = content.pages.find(({ slug }) => slug === homePageSlug);
  const posts = groupPostsBySlug(content.posts);
  const children = groupCategoriesByParent(content.categories);
  function section(slug: ResumeSlug): HomeSection | null {
    const post = posts.get(slug);
    if (post === undefined) return null;
    return {
      slug,
      title: post.title.rendered,
      html: post.content.rendered,
      tags: termLinks(post.tags, content.tags),
      categories: skillCategories(post, content.categories, children),
    };
  }
  return {
    title: page?.title.rendered ?? "",
    html: page?.content.rendered ?? "",
    sections: {
      summary: section("summary"),
      "professional-experience-achievements": section("professional-experience-achievements"),
      "education-certification": section("education-certification"),
      languages: section("languages"),
      frontend: section("frontend"),
      backend: section("backend"),
      tools: section("tools"),
    },
    latestPosts: articlesOf(content)
      .slice(0, latestCount)
      .map((post) => postCard(post, content)),
  };
}

/** Returns the about page, or null if the content has none. */
export function aboutView(content: Content): AboutView | null {
  const page = content.pages.find(({ slug }) => slug === aboutPageSlug);
  if (page === undefined) return null;
  const html = page.content.rendered;
  return { title: page.title.rendered, html, description: shortened(plainText(html), 160) };
}

/** Returns a page of the articles, newest first, filtered by tag and category (including its children). */
export function postsView(
  content: Content,
  filter: { tag?: string | undefined; category?: string | undefined; page?: number | undefined } = {},
): PostsView {
  const articles = articlesOf(content);
  const tag = content.tags.find(({ slug }) => slug === filter.tag) ?? null;
  const category = content.categories.find(({ slug }) => slug === filter.category) ?? null;
  const wanted = category === null ? null : withDescendants(category, content.categories);
  const matching = articles.filter(
    (post) =>
      (filter.tag === undefined || (tag !== null && post.tags.includes(tag.id))) &&
      (filter.category === undefined || (wanted !== null && post.categories.some((id) => wanted.has(id)))),
  );
  const pageCount = Math.max(1, Math.ceil(matching.length / postsPerPage));
  const page = Math.min(pageCount, Math.max(1, Math.trunc(filter.page ?? 1) || 1));
  return {
    cards: matching
      .slice((page - 1) * postsPerPage, page * postsPerPage)
      .map((post) => postCard(post, content)),
    tags: facets(content.tags, (term) => articles.filter((post) => post.tags.includes(term.id)).length),
    categories: facets(content.categories, (term) => {
      const ids = withDescendants(term, content.categories);
      return articles.filter((post) => post.categories.some((id) => ids.has(id))).length;
    }),
    tag: tag === null ? null : termLink(tag),
    category: category === null ? null : termLink(category),
    total: matching.length,
    page,
    pageCount,
  };
}

/** Returns a post's page, or null for an unknown slug. */
export function postView(content: Content, slug: string): PostView | null {
  const post = groupPostsBySlug(content.posts).get(slug);
  if (post === undefined) return null;
  const articles = articlesOf(content);
  const index = articles.findIndex((article) => article.slug === slug);
  const html = post.content.rendered;
  const excerpt = plainText(post.excerpt.rendered);
  return {
    slug,
    title: post.title.rendered,
    html,
    date: post.date,
    modified: post.modified,
    description: shortened(excerpt === "" ? plainText(html) : excerpt, 160),
    readingMinutes: readingMinutes(html),
    tags: termLinks(post.tags, content.tags),
    categories: termLinks(post.categories, content.categories),
    previous: index < 0 ? null : postLink(articles[index + 1]),
    next: index < 0 ? null : postLink(articles[index - 1]),
  };
}

/** Returns pages and posts for the command palette. */
export function searchIndex(content: Content): SearchEntry[] {
  return [
    ...content.pages.map((page) => ({
      kind: "page" as const,
      title: page.title.rendered,
      slug: page.slug,
      text: plainText(page.content.rendered),
    })),
    ...articlesOf(content).map((post) => ({
      kind: "post" as const,
      title: post.title.rendered,
      slug: post.slug,
      text: plainText(post.content.rendered),
    })),
  ];
}

/** Returns the articles among the posts, newest first, ties by id. */
export function articlesOf(content: Pick<Content, "posts">): Post[] {
  return content.posts
    .filter((post) => !isResumePost(post))
    .sort((a, b) => (a.date === b.date ? b.id - a.id : a.date < b.date ? 1 : -1));
}

function postCard(post: Post, content: Content): PostCard {
  const excerpt = plainText(post.excerpt.rendered);
  return {
    slug: post.slug,
    title: post.title.rendered,
    excerpt: shortened(excerpt === "" ? plainText(post.content.rendered) : excerpt, 200),
    date: post.date,
    tags: termLinks(post.tags, content.tags),
    categories: termLinks(post.categories, content.categories),
  };
}

function termLinks(ids: readonly number[], terms: readonly (Tag | Category)[]): TermLink[] {
  return ids.flatMap((id) => terms.filter((term) => term.id === id).map(termLink));
}

function termLink(term: Tag | Category): TermLink {
  return { slug: term.slug, name: term.name };
}

function postLink(post: Post | undefined): TermLink | null {
  return post === undefined ? null : { slug: post.slug, name: post.title.rendered };
}

function skillCategories(
  post: Post,
  categories: readonly Category[],
  children: ReadonlyMap<number, Category[]>,
): CategoryLink[] {
  const skills = post.categories.flatMap((id) => {
    const own = children.get(id);
    return own ?? categories.filter((category) => category.id === id && category.parent !== 0);
  });
  const distinct = new Map(skills.map((category) => [category.id, category]));
  return Array.from(distinct.values(), (category) => ({
    slug: category.slug,
    name: category.name,
    id: category.id,
    searchHint: codeSearchHint(category),
  }));
}

/** Returns the categories' code searches by name, without duplicates (docs/reference/product.md, "Content"). */
export function searchHints({ categories }: Pick<Content, "categories">): SearchHint[] {
  const byHint = new Map<string, SearchHint>();
  for (const category of categories) {
    const hint = codeSearchHint(category);
    if (hint !== null && !byHint.has(hint)) byHint.set(hint, { name: category.name, hint });
  }
  return [...byHint.values()].toSorted((one, other) => one.name.localeCompare(other.name, "en"));
}

function withDescendants(category: Tag | Category, categories: readonly Category[]): Set<number> {
  const ids = new Set([category.id]);
  for (let size = 0; size !== ids.size;) {
    size = ids.size;
    for (const other of categories) if (ids.has(other.parent)) ids.add(other.id);
  }
  return ids;
}

function facets<Term extends Tag | Category>(
  terms: readonly Term[],
  countOf: (term: Term) => number,
): TermFacet[] {
  return terms
    .map((term) => ({ slug: term.slug, name: term.name, count: countOf(term) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || a.name.localeCompare(b.name, "en"));
}
