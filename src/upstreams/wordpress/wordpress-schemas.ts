import { z } from "zod";

const rendered = z.object({ rendered: z.string() });
/** `protected` means protected by a WordPress password, so there is no text. */
const guarded = z.object({ rendered: z.string(), protected: z.boolean().default(false) });
const instantWithoutZone = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/, "expected YYYY-MM-DDTHH:MM:SS");
// WordPress writes empty meta as [], otherwise as an object.
const meta = z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]).default([]);

/** Fields we read of `GET /wp-json/wp/v2/pages`; additional ones are fine. */
export const pageSchema = z.object({
  id: z.int(),
  slug: z.string(),
  link: z.string().default(""),
  title: rendered,
  content: guarded,
});

/** Fields we read of `GET /wp-json/wp/v2/posts`. `date` has no time zone, so `date_gmt` is used. */
export const postSchema = z.object({
  id: z.int(),
  slug: z.string(),
  link: z.string().default(""),
  date_gmt: instantWithoutZone,
  modified_gmt: instantWithoutZone,
  title: rendered,
  content: guarded,
  excerpt: rendered.default({ rendered: "" }),
  tags: z.array(z.int()).default([]),
  categories: z.array(z.int()).default([]),
});

/** Fields we read of `GET /wp-json/wp/v2/tags`. */
export const tagSchema = z.object({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  count: z.int().default(0),
  description: z.string().default(""),
});

/** Fields we read of `GET /wp-json/wp/v2/categories`. */
export const categorySchema = tagSchema.extend({
  parent: z.int().default(0),
  link: z.string().default(""),
  taxonomy: z.string().default("category"),
  meta,
});

const term = { id: z.int(), name: z.string(), slug: z.string(), count: z.int(), description: z.string() };

/**
 * The content of a WordPress site, without password-protected pages and posts. Titles, names and descriptions are plain text;
 * `html` and `excerptHtml` are unsanitized.
 */
export const wordPressContentSchema = z.object({
  pages: z.array(
    z.object({ id: z.int(), slug: z.string(), link: z.string(), title: z.string(), html: z.string() }),
  ),
  posts: z.array(
    z.object({
      id: z.int(),
      slug: z.string(),
      link: z.string(),
      /** ISO 8601 with `Z`. */
      date: z.string(),
      modified: z.string(),
      title: z.string(),
      html: z.string(),
      excerptHtml: z.string(),
      tags: z.array(z.int()),
      categories: z.array(z.int()),
    }),
  ),
  tags: z.array(z.object(term)),
  categories: z.array(
    z.object({
      ...term,
      parent: z.int(),
      link: z.string(),
      taxonomy: z.string(),
      meta: z.array(z.unknown()),
    }),
  ),
});

export type WordPressPage = z.infer<typeof pageSchema>;
export type WordPressPost = z.infer<typeof postSchema>;
export type WordPressTag = z.infer<typeof tagSchema>;
export type WordPressCategory = z.infer<typeof categorySchema>;
export type WordPressContent = z.infer<typeof wordPressContentSchema>;

/** Body of an error: `{code, message, data}`. */
export const errorSchema = z.object({ code: z.string(), message: z.string().default("") });
