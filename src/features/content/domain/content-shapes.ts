import { z } from "zod";

/** WordPress's rendered text: HTML in `content` and `excerpt`, plain text (entities decoded) in `title`. */
const rendered = z.object({ rendered: z.string() });
const ids = z.array(z.int());
const instant = z.iso.datetime();

const pageSchema = z.object({ id: z.int(), slug: z.string(), title: rendered, content: rendered });

const postSchema = z.object({
  id: z.int(),
  slug: z.string(),
  /** Publication time, with `Z`. */
  date: instant,
  /** Time of the last change, with `Z`. */
  modified: instant,
  title: rendered,
  content: rendered,
  excerpt: rendered,
  /** Ids, in display order. */
  tags: ids,
  categories: ids,
});

const tagSchema = z.object({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  count: z.int(),
  description: z.string(),
});

const categorySchema = z.object({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  /** Plain text; for a child category a code-search hint (docs/reference/product.md, "Content"). */
  description: z.string(),
  /** 0 at the top level. */
  parent: z.int(),
  count: z.int(),
  link: z.string(),
  taxonomy: z.string(),
  meta: z.array(z.unknown()),
});

/**
 * All content (docs/reference/product.md, "Content") with sanitized HTML, the bare answer of `GET /api/WordPressContent`
 * (docs/reference/http-api.md, "Public calls").
 */
export const contentSchema = z.object({
  pages: z.array(pageSchema),
  posts: z.array(postSchema),
  tags: z.array(tagSchema),
  categories: z.array(categorySchema),
  /** True while only built-in content exists because WordPress has never been read: its pages and posts are unknown. */
  isUnknown: z.literal(true).optional(),
});

export type Page = z.infer<typeof pageSchema>;
export type Post = z.infer<typeof postSchema>;
export type Tag = z.infer<typeof tagSchema>;
export type Category = z.infer<typeof categorySchema>;
export type Content = z.infer<typeof contentSchema>;
