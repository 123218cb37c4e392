import { decodeHTML } from "entities";
import type { WordPressCategory, WordPressPage, WordPressPost, WordPressTag } from "./wordpress-schemas.ts";

/** The content of a WordPress site. What is behind a password is left out. Titles, names and descriptions are plain text; `html` and `excerptHtml` are raw. */
export type WordPressContent = {
  pages: { id: number; slug: string; link: string; title: string; html: string }[];
  posts: {
    id: number;
    slug: string;
    link: string;
    /** ISO 8601 with `Z`. */
    date: string;
    modified: string;
    title: string;
    html: string;
    excerptHtml: string;
    tags: number[];
    categories: number[];
  }[];
  tags: { id: number; name: string; slug: string; count: number; description: string }[];
  categories: {
    id: number;
    name: string;
    slug: string;
    count: number;
    description: string;
    parent: number;
    link: string;
    taxonomy: string;
    meta: unknown[];
  }[];
};

/** WordPress' answers in our terms, posts newest first. Pure. */
export function transformContent(raw: {
  pages: readonly WordPressPage[];
  posts: readonly WordPressPost[];
  tags: readonly WordPressTag[];
  categories: readonly WordPressCategory[];
}): WordPressContent {
  return {
    pages: raw.pages.filter(isOpen).map((page) => ({
      id: page.id,
      slug: slugOf(page.slug),
      link: page.link,
      title: textOf(page.title.rendered),
      html: page.content.rendered,
    })),
    posts: raw.posts
      .filter(isOpen)
      .toSorted(newestFirst)
      .map((post) => ({
        id: post.id,
        slug: slugOf(post.slug),
        link: post.link,
        date: `${post.date_gmt}Z`,
        modified: `${post.modified_gmt}Z`,
        title: textOf(post.title.rendered) || untitled(post),
        html: post.content.rendered,
        excerptHtml: post.excerpt.rendered,
        tags: post.tags,
        categories: post.categories,
      })),
    tags: raw.tags.map((tag) => ({
      id: tag.id,
      name: textOf(tag.name),
      slug: slugOf(tag.slug),
      count: tag.count,
      description: textOf(tag.description),
    })),
    categories: raw.categories.map((category) => ({
      id: category.id,
      name: textOf(category.name),
      slug: slugOf(category.slug),
      count: category.count,
      description: textOf(category.description),
      parent: category.parent,
      link: category.link,
      taxonomy: category.taxonomy,
      meta: Array.isArray(category.meta) ? category.meta : [category.meta],
    })),
  };
}

/** What WordPress keeps behind a password has no text to show. */
function isOpen({ content }: WordPressPage | WordPressPost): boolean {
  return !content.protected;
}

const shortDate = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });

/** A post may have no title, but a list needs one to link: "Untitled, Nov 3". */
function untitled({ date_gmt }: WordPressPost): string {
  return `Untitled, ${shortDate.format(new Date(`${date_gmt}Z`))}`;
}

function newestFirst(a: WordPressPost, b: WordPressPost): number {
  return a.date_gmt === b.date_gmt ? b.id - a.id : a.date_gmt < b.date_gmt ? 1 : -1;
}

/** WordPress keeps slugs beyond ASCII percent-encoded (`%e4%bd%a0`); encoded once more, an address of ours would be unreadable. */
function slugOf(slug: string): string {
  try {
    return decodeURIComponent(slug).toWellFormed();
  } catch {
    return slug.toWellFormed();
  }
}

/** Titles and names arrive as HTML (`Education &#038; Certification`): elements go, entities become characters. */
function textOf(html: string): string {
  return decodeHTML(html.replace(/<\/?[a-z][^<>]*>/gi, ""))
    .replace(/\s+/g, " ")
    .trim();
}
