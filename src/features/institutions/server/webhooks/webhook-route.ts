import { failureEnvelope, successEnvelope } from "#shared/envelope.ts";
import type { App, Kernel } from "#server/feature.ts";
import { addressBlock, type RateLimiter } from "#server/limits/rate-limit.ts";
import { readBody } from "#server/http/request-body.ts";
import type { WebhookVerifier } from "#upstreams/plaid/index.ts";
import { plaidWebhook } from "../../contract.ts";
import type { BankMetrics } from "../bank-metrics.ts";
import type { WebhookInbox } from "./webhook-inbox.ts";

const maxBodyBytes = 256_000;
const retryAfterSeconds = 30;

type RouteOptions = {
  kernel: Pick<Kernel, "log">;
  verifier: WebhookVerifier;
  inbox: WebhookInbox;
  metrics: BankMetrics;
  /** Separate limiter, so that a flood of webhooks doesn't affect other calls. */
  limiter: RateLimiter;
};

/**
 * Mounts `POST /api/PlaidWebhook`, which verifies, stores, and acknowledges a webhook; a job processes it later
 * (docs/reference/money.md, "Webhooks"). Answers 401 and stores nothing without a valid signature, 503 if the signature
 * can't be checked, so that Plaid sends it again, and 429 to an address that sends too many.
 */
export function mountBankWebhook(app: App, options: RouteOptions): void {
  const { kernel, verifier, inbox, metrics, limiter } = options;
  app.post(plaidWebhook.path, async (c) => {
    c.header("cache-control", "no-store");
    const address = c.get("clientAddress");
    await limiter.take("write", { address });
    const body = await readBody(c.req.raw, maxBodyBytes);
    const verified = await verifier.verify(body, c.req.header("plaid-verification"), addressBlock(address));
    if (!verified.ok) {
      metrics.webhooks.inc({ outcome: verified.reason });
      kernel.log.warn({ reason: verified.reason }, "Refused a webhook.");
      if (verified.reason === "cannot-verify") {
        c.header("retry-after", String(retryAfterSeconds));
        const words = "Couldn’t check the signature. Send the webhook again.";
        return c.json(failureEnvelope(503, { UPSTREAM: [words] }), 503);
      }
      const words = "The signature is missing, too old, or doesn’t match the body.";
      return c.json(failureEnvelope(401, { "plaid-verification": [words] }), 401);
    }
    const isNew = await inbox.put(verified.webhook, verified.deliveryHash);
    if (!isNew) metrics.webhooks.inc({ outcome: "duplicate" });
    return c.json(successEnvelope({}));
  });
}
