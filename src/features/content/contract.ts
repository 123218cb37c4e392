import { z } from "zod";
import { defineGet } from "#shared/endpoint.ts";
import { contentSchema } from "./domain/content-shapes.ts";

export const contentContract = {
  getContent: defineGet("/api/WordPressContent", "public", {
    summary:
      "Returns all pages, posts, tags, and categories, with sanitized HTML. `X-Content-As-Of` is the copy's time; `X-Content-Stale: 1` means that WordPress is down and this is the last good copy; `isUnknown` means that there has never been one.",
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
    asOf: z.iso.datetime(),
    isStale: z.boolean(),
    source: z.enum(["built-in", "files", "wordpress"]),
    isDone: z.boolean(),
  }),
  failures: { 409: "This body was already received" },
};
