import { z } from "zod";
import { cleanMessage } from "./plaid-errors.ts";
import { errorSchema, instantSchema } from "./plaid-schemas.ts";
import type { Webhook } from "./plaid-types.ts";

const word = z.string().min(1).max(100);
const optionalWord = word.nullish().catch(null);

/** Fields of every Plaid webhook, plus those about Items and transactions. Invalid fields are dropped. */
export const webhookSchema = z.object({
  webhook_type: word,
  webhook_code: word,
  item_id: optionalWord,
  error: errorSchema.nullish().catch(null),
  consent_expiration_time: instantSchema,
  disconnect_time: instantSchema,
  reason: optionalWord,
});

/** Parses a webhook's body; null if it isn't a JSON object with a type and a code. */
export function readWebhook(rawBody: Uint8Array): Webhook | null {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(rawBody), withoutNul);
  } catch {
    return null;
  }
  const body = z.record(z.string(), z.unknown()).safeParse(json);
  const parsed = webhookSchema.safeParse(json);
  if (!body.success || !parsed.success) return null;
  const { webhook_type, webhook_code, item_id, error, ...rest } = parsed.data;
  return {
    type: webhook_type,
    code: webhook_code,
    itemId: item_id ?? null,
    error: error
      ? {
          type: error.error_type,
          code: error.error_code,
          message: cleanMessage(error.error_message ?? ""),
        }
      : null,
    consentExpiresAt: rest.consent_expiration_time ?? rest.disconnect_time,
    reason: rest.reason ?? null,
    body: body.data,
  };
}

/** Removes NUL characters, which Postgres refuses in `jsonb`. */
function withoutNul(_key: string, value: unknown): unknown {
  return typeof value === "string" ? value.replaceAll("\0", "") : value;
}
