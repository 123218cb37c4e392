import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { failureEnvelope, successEnvelope } from "#shared/envelope.ts";
import type { FieldErrors } from "#shared/errors.ts";
import type { CallCounts } from "#server/limits/call-counts.ts";
import type { App, AppContext } from "#server/feature.ts";
import type { RateLimiter } from "#server/limits/rate-limit.ts";
import { readBody } from "#server/http/request-body.ts";
import { contentWebhook } from "../contract.ts";
import type { ContentService } from "./content-service.ts";

const contentWebhookPath = contentWebhook.path;
const signatureHeader = "x-folio-signature";

const allowedSkewMs = 5 * 60_000;
/** From the earliest moment at which a body may come to the latest. */
const remembersForMs = 2 * allowedSkewMs;
const longestBody = 64_000;
const longestWaitMs = 10_000;

type WebhookOptions = {
  /** CONTENT_WEBHOOK_SECRET; without it the address does not exist. */
  secret: string | undefined;
  content: ContentService;
  now: () => Date;
  /** Of its own: who floods this address uses up nothing else. */
  limiter: RateLimiter;
  /** Remembers what came, on all servers. */
  counts: CallCounts;
};

/**
 * `POST /api/ContentWebhook`: reads the content anew at once. The body is JSON with at least `timestamp` (ISO 8601 or
 * Unix seconds, within 5 minutes); `x-folio-signature: sha256=<hex HMAC-SHA-256 of the raw body>`. The timestamp is in
 * the body because only the body is signed, and each body is good once. No tenant header: the signature says who
 * calls (docs/reference/http-api.md, "Tenant header").
 */
export function mountContentWebhook(app: App, options: WebhookOptions): void {
  const { secret } = options;
  if (secret === undefined) return;
  app.post(contentWebhookPath, async (c) => {
    await options.limiter.take("write", { address: c.get("clientAddress") });
    const body = await readBody(c.req.raw, longestBody);
    if (!hasSignature(body, c.req.header(signatureHeader), secret)) {
      return refuse(c, 401, { [signatureHeader]: ["The signature is missing or does not fit the body."] });
    }
    if (!isRecent(body, options.now())) {
      return refuse(c, 401, { timestamp: ["Send a timestamp of the last five minutes in the body."] });
    }
    if (await wasHereBefore(body, options.counts)) {
      return refuse(c, 409, {
        timestamp: ["This very body was here before. Sign one with the time of now."],
      });
    }
    const done = options.content.refresh().then(() => true);
    const isDone = await Promise.race([done, sleep(longestWaitMs, false, { ref: false })]);
    const { version, asOf, isStale, source } = options.content.current();
    c.header("cache-control", "no-store");
    return c.json(successEnvelope({ version, asOf, isStale, source, isDone }));
  });
  app.all(contentWebhookPath, (c) => {
    c.header("allow", "POST");
    return refuse(c, 405, { method: ["Use POST."] });
  });
}

function refuse(c: AppContext, status: 401 | 405 | 409, errors: FieldErrors): Response {
  c.header("cache-control", "no-store");
  return c.json(failureEnvelope(status, errors), status);
}

function hasSignature(body: Buffer, header: string | undefined, secret: string): boolean {
  const given = /^sha256=([0-9a-f]{64})$/i.exec(header?.trim() ?? "")?.[1];
  if (given === undefined) return false;
  return timingSafeEqual(createHmac("sha256", secret).update(body).digest(), Buffer.from(given, "hex"));
}

/** Asked of signed bodies only, so that strangers cannot fill the memory. */
async function wasHereBefore(body: Buffer, counts: CallCounts): Promise<boolean> {
  const key = createHash("sha256").update(body).digest("hex");
  return (await counts.take(key, { most: 1, windowMs: remembersForMs })) > 0;
}

function isRecent(body: Buffer, now: Date): boolean {
  try {
    const parsed = contentWebhook.input.safeParse(JSON.parse(body.toString("utf8")));
    if (!parsed.success) return false;
    const { timestamp } = parsed.data;
    const atMs = typeof timestamp === "number" ? timestamp * 1000 : Date.parse(timestamp);
    return Math.abs(now.getTime() - atMs) <= allowedSkewMs;
  } catch {
    return false;
  }
}
