import { z } from "zod";
import { defineEndpoint } from "#shared/endpoint.ts";
import type { Content } from "./domain/content.ts";

const rendered = z.object({ rendered: z.string() });
const ids = z.array(z.int());
const instant = z.iso.datetime();

/** The bare answer of `GET /api/WordPressContent` (API.md, "Public"). */
export const contentSchema = z.object({
  pages: z.array(z.object({ id: z.int(), slug: z.string(), title: rendered, content: rendered })),
  posts: z.array(
    z.object({
      id: z.int(),
      slug: z.string(),
      date: instant,
      modified: instant,
      title: rendered,
      content: rendered,
      excerpt: rendered,
      tags: ids,
      categories: ids,
    }),
  ),
  tags: z.array(
    z.object({ id: z.int(), name: z.string(), slug: z.string(), count: z.int(), description: z.string() }),
  ),
  categories: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      slug: z.string(),
      description: z.string(),
      parent: z.int(),
      count: z.int(),
      link: z.string(),
      taxonomy: z.string(),
      meta: z.array(z.unknown()),
    }),
  ),
}) satisfies z.ZodType<Content>;

export const contentContract = {
  getContent: defineEndpoint({
    method: "GET",
    path: "/api/WordPressContent",
    summary:
      "Everything the site says: pages, posts, tags and categories, HTML already clean. `X-Content-As-Of` names the copy's age; `X-Content-Stale: 1` says that WordPress is down and the copy is the last good one.",
    auth: "public",
    input: z.object({}),
    output: contentSchema,
    bare: true,
    etag: true,
    cacheControl: "no-cache",
  }),
};
