import { z } from "zod";
import { defineGet } from "#shared/endpoint.ts";
import type { Content } from "./domain/content.ts";

const rendered = z.object({ rendered: z.string() });
const ids = z.array(z.int());
const instant = z.iso.datetime();

/** Bare answer of `GET /api/WordPressContent` (docs/reference/http-api.md, "Public calls"). */
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
  /** True while only built-in content exists because WordPress has never been read: its posts are unknown. */
  isUnknown: z.literal(true).optional(),
}) satisfies z.ZodType<Content>;

export const contentContract = {
  getContent: defineGet("/api/WordPressContent", {
    summary:
      "Returns all pages, posts, tags, and categories, with sanitized HTML. `X-Content-As-Of` is the copy's time; `X-Content-Stale: 1` means that WordPress is down and this is the last good copy; `isUnknown` means that there has never been one.",
    auth: "public",
    output: contentSchema,
    bare: true,
    etag: true,
    cacheControl: "no-cache",
  }),
};

/**
 * `POST /api/ContentWebhook`, only with CONTENT_WEBHOOK_SECRET. It isn't an endpoint of the contract because it takes no tenant
 * header (docs/reference/http-api.md, "Tenant header"); the signature over the raw body identifies the caller.
 */
export const contentWebhook = {
  path: "/api/ContentWebhook",
  summary:
    "Reads changed content at once. Exists only if the site has a webhook secret. The timestamp (ISO 8601 or Unix seconds) must be from the last five minutes, and each body is accepted once.",
  header: z.object({
    "x-folio-signature": z
      .string()
      .regex(/^sha256=[0-9a-f]{64}$/i)
      .meta({ description: "Hexadecimal HMAC-SHA-256 of the raw body with the secret." }),
  }),
  input: z.object({ timestamp: z.union([z.number(), z.iso.datetime({ offset: true })]) }),
  output: z.object({
    version: z.string(),
    asOf: instant,
    isStale: z.boolean(),
    source: z.enum(["built-in", "files", "wordpress"]),
    isDone: z.boolean(),
  }),
  failures: { 409: "This body was already received" },
};
