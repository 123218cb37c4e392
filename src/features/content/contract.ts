import { z } from "zod";
import { defineEndpoint } from "#shared/endpoint.ts";
import type { Content } from "./domain/content.ts";

const rendered = z.object({ rendered: z.string() });
const ids = z.array(z.int());
const instant = z.iso.datetime();

/** The bare answer of `GET /api/WordPressContent` (docs/reference/http-api.md, "Public calls"). */
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
  /** Only what is built in, because WordPress has never been read: there may be posts, and nobody knows which. */
  isUnknown: z.literal(true).optional(),
}) satisfies z.ZodType<Content>;

export const contentContract = {
  getContent: defineEndpoint({
    method: "GET",
    path: "/api/WordPressContent",
    summary:
      "Everything the site says: pages, posts, tags and categories, HTML already clean. `X-Content-As-Of` names the copy's age; `X-Content-Stale: 1` says that WordPress is down and the copy is the last good one; `isUnknown` that there has never been one.",
    auth: "public",
    input: z.object({}),
    output: contentSchema,
    bare: true,
    etag: true,
    cacheControl: "no-cache",
  }),
};

/**
 * `POST /api/ContentWebhook`, only with CONTENT_WEBHOOK_SECRET. Not an endpoint of the contract: it takes no tenant header
 * (docs/reference/http-api.md, "Tenant header"), the signature over the raw body says who calls.
 */
export const contentWebhook = {
  path: "/api/ContentWebhook",
  summary:
    "The content's source has changed: it is read anew at once. Only where the site has a webhook secret. The timestamp (ISO 8601 or Unix seconds) must be of the last five minutes, and each body is taken once.",
  header: z.object({
    "x-folio-signature": z
      .string()
      .regex(/^sha256=[0-9a-f]{64}$/i)
      .meta({ description: "HMAC-SHA-256 of the raw body with the secret, in hexadecimal." }),
  }),
  input: z.object({ timestamp: z.union([z.number(), z.iso.datetime({ offset: true })]) }),
  output: z.object({
    version: z.string(),
    asOf: instant,
    isStale: z.boolean(),
    source: z.enum(["built-in", "files", "wordpress"]),
    isDone: z.boolean(),
  }),
  failures: { 409: "This very body was here before" },
};
