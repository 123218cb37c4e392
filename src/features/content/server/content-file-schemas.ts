import { z } from "zod";

const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const dayPattern = /^\d{4}-\d\d-\d\d$/;

const title = z
  .string({ error: "expected text such as title: My first post" })
  .trim()
  .min(1, "expected text, but this is empty")
  .max(200, "expected at most 200 characters");
const name = z
  .string({ error: "expected text such as name: TypeScript" })
  .trim()
  .min(1, "expected text, but this is empty")
  .max(100, "expected at most 100 characters");
const slug = z
  .string({ error: "expected text such as my-first-post" })
  .regex(slugPattern, "expected lowercase letters, digits, and single hyphens, such as my-first-post");
const names = z
  .array(z.string({ error: "expected text" }).trim().min(1, "expected a name, but this is empty"), {
    error: "expected a list, such as [TypeScript, Postgres]",
  })
  .default([]);
const draft = z.boolean({ error: "expected true or false" }).default(false);
const description = z
  .string({ error: "expected text" })
  .max(500, "expected at most 500 characters")
  .default("");

/** A day, or an instant with its zone. A day counts as noon UTC, which is that day almost everywhere. */
const instant = z
  .string({ error: "expected a date such as 2026-11-21" })
  .refine(isInstant, "expected a date such as 2026-11-21, or 2026-11-21T09:30:00Z")
  .transform((value) => new Date(dayPattern.test(value) ? `${value}T12:00:00Z` : value).toISOString());

function isInstant(value: string): boolean {
  const day = value.slice(0, 10);
  const shape =
    dayPattern.test(value) ||
    /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/.test(value);
  if (!shape || Number.isNaN(Date.parse(value))) return false;
  // Date.parse turns February 30 into March 2.
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}

/** Front matter of content/pages/*.md. */
export const pageFileSchema = z.strictObject({ title, slug: slug.optional(), draft });

/** Front matter of content/posts/*.md. */
export const postFileSchema = z
  .strictObject({
    title,
    slug: slug.optional(),
    date: instant,
    updated: instant.optional(),
    tags: names,
    categories: names,
    excerpt: z
      .string({ error: "expected text" })
      .trim()
      .max(500, "expected at most 500 characters")
      .optional(),
    draft,
  })
  .refine((post) => post.updated === undefined || post.updated >= post.date, {
    path: ["updated"],
    message: "expected a date that isn't before date",
  });

const id = z.int({ error: "expected a whole number above 0" }).positive("expected a whole number above 0");
const category = { id: id.optional(), name, slug: slug.optional(), description };

/** content/categories.yaml: a list of categories with their children. */
export const categoriesFileSchema = z.array(
  z.strictObject({
    ...category,
    children: z.array(z.strictObject(category), { error: "expected a list" }).default([]),
  }),
  { error: 'expected a list of categories, each with "name"' },
);

/** content/tags.yaml: only for tags that need a description or their own slug. */
export const tagsFileSchema = z.array(
  z.strictObject({ id: id.optional(), name, slug: slug.optional(), description }),
  {
    error: 'expected a list of tags, each with "name"',
  },
);

export type PostFile = z.output<typeof postFileSchema>;
export type CategoriesFile = z.output<typeof categoriesFileSchema>;
export type TagsFile = z.output<typeof tagsFileSchema>;
