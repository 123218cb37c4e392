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
/** Time from the earliest to the latest moment at which a body is valid. */
const remembersForMs = 2 * allowedSkewMs;
const longestBody = 64_000;
const longestWaitMs = 10_000;

type WebhookOptions = {
  /** CONTENT_WEBHOOK_SECRET; without it the address doesn't exist. */
  secret: string | undefined;
  content: ContentService;
  now: () => Date;
  /** The webhook's own limiter, so that flooding it affects nothing else. */
  limiter: RateLimiter;
  /** Remembers received bodies, on all servers. */
  counts: CallCounts;
};

/**
 * Serves `POST /api/ContentWebhook`, which reads the content again at once. The body is JSON with at least `timestamp`
 * (ISO 8601 or Unix seconds, within 5 minutes); the header is `x-folio-signature: sha256=<hex HMAC-SHA-256 of the raw
 * body>`. The timestamp is in the body because only the body is signed, and each body is valid once. There is no
 * tenant header: the signature identifies the caller (docs/reference/http-api.md, "Tenant header").
 */
export function mountContentWebhook(app: App, options: WebhookOptions): void {
  const { secret } = options;
  if (secret === undefined) return;
  app.post(contentWebhookPath, async (c) => {
    await options.limiter.take("write", { address: c.get("clientAddress") });
    const body = await readBody(c.req.raw, longestBody);
    if (!hasSignature(body, c.req.header(signatureHeader), secret)) {
      return refuse(c, 401, { [signatureHeader]: ["The signature is missing or doesn’t match the body."] });
    }
    if (!isRecent(body, options.now())) {
      return refuse(c, 401, { timestamp: ["Send a timestamp from the last five minutes in the body."] });
    }
    if (await wasReceivedBefore(body, options.counts)) {
      return refuse(c, 409, {
        timestamp: ["This body was already received. Sign a new one with the current time."],
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

/** Checks for a repeated body; only after its signature, so that strangers can't fill the memory. */
async function wasReceivedBefore(body: Buffer, counts: CallCounts): Promise<boolean> {
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
