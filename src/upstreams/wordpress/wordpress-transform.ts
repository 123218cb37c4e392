import { decodeHTML } from "entities";
import { decodedText } from "#shared/text/decoded-text.ts";
import type {
  WordPressCategory,
  WordPressContent,
  WordPressPage,
  WordPressPost,
  WordPressTag,
} from "./wordpress-schemas.ts";

/** Converts WordPress's responses to our types, posts newest first. Pure. */
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

/** Returns false for password-protected content, which has no text. */
function isOpen({ content }: WordPressPage | WordPressPost): boolean {
  return !content.protected;
}

const shortDate = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });

/** Returns a title for a post without one, because a list needs a link text: "Untitled, Nov 3". */
function untitled({ date_gmt }: WordPressPost): string {
  return `Untitled, ${shortDate.format(new Date(`${date_gmt}Z`))}`;
}

function newestFirst(a: WordPressPost, b: WordPressPost): number {
  return a.date_gmt === b.date_gmt ? b.id - a.id : a.date_gmt < b.date_gmt ? 1 : -1;
}

/**
 * Decodes a slug: WordPress percent-encodes non-ASCII ones (`%e4%bd%a0`), and encoding them again would make our URLs
 * unreadable.
 */
function slugOf(slug: string): string {
  return decodedText(slug).toWellFormed();
}

/** Converts HTML titles and names (`Education &#038; Certification`) to plain text. */
function textOf(html: string): string {
  return decodeHTML(html.replace(/<\/?[a-z][^<>]*>/gi, ""))
    .replace(/\s+/g, " ")
    .trim();
}
