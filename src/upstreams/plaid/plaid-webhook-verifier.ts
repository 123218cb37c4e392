import { createHash, timingSafeEqual } from "node:crypto";
import { compactVerify, decodeProtectedHeader } from "jose";
import { z } from "zod";
import type { PlaidBank, WebhookRefusal, WebhookVerification, WebhookVerifier } from "./plaid-types.ts";
import { createWebhookKeys, type WebhookKeys } from "./plaid-webhook-keys.ts";
import { readWebhook } from "./plaid-webhooks.ts";

/** Limit for the header; Plaid's have about 350 characters. */
const longestHeader = 4_096;
const mostBodyBytes = 1_000_000;
/** Maximum age of a webhook (docs/reference/money.md, "Webhooks"). */
const oldestSeconds = 5 * 60;
/** Accepted lead of Plaid's clock over ours. */
const mostAheadSeconds = 60;

const headerSchema = z.object({ alg: z.string(), kid: z.string().regex(/^[\w-]{1,100}$/) });
const claimsSchema = z.object({
  iat: z.number(),
  request_body_sha256: z.string().regex(/^[\da-f]{64}$/i),
});

type Checked = { ok: true; token: string; kid: string } | { ok: false; reason: WebhookRefusal };

/**
 * Creates a verifier of Plaid's webhooks (docs/reference/money.md, "Webhooks"): ES256 only, with a key Plaid has and uses, at
 * most five minutes old, over exactly these bytes. Cheap checks come before a key lookup. It never rejects, so nothing a sender
 * does can cause an error.
 */
export function createWebhookVerifier({
  bank,
  now,
}: {
  bank: Pick<PlaidBank, "getWebhookKey">;
  now: () => Date;
}): WebhookVerifier {
  const keys = createWebhookKeys({ bank, now });
  return {
    verify: async (rawBody, header, sender) => {
      const checked = checkToken(rawBody, header, now().getTime());
      if (!checked.ok) return checked;
      const problem = await checkSignature(keys, { ...checked, sender }, now);
      if (problem !== null) return { ok: false, reason: problem };
      const webhook = readWebhook(rawBody);
      if (webhook === null) return { ok: false, reason: "malformed-body" };
      return { ok: true, deliveryHash: deliveryHashOf(checked.token), webhook };
    },
  };
}

function refused(reason: WebhookRefusal): Checked & WebhookVerification {
  return { ok: false, reason };
}

/** Checks everything but the signature. */
function checkToken(rawBody: Uint8Array, token: string | undefined, nowMs: number): Checked {
  if (token === undefined || token === "") return refused("no-signature");
  const parts = token.split(".");
  if (token.length > longestHeader || parts.length !== 3) return refused("malformed-signature");
  const { alg, kid } = readHeader(token);
  if (alg !== "ES256") return refused(alg === null ? "malformed-signature" : "wrong-algorithm");
  if (kid === null) return refused("malformed-signature");
  const claims = readClaims(parts[1] ?? "");
  if (claims === null) return refused("malformed-signature");
  const ageSeconds = nowMs / 1000 - claims.iat;
  if (ageSeconds > oldestSeconds || ageSeconds < -mostAheadSeconds) return refused("wrong-time");
  if (rawBody.byteLength > mostBodyBytes) return refused("malformed-body");
  const bodyHash = createHash("sha256").update(rawBody).digest();
  if (!timingSafeEqual(bodyHash, Buffer.from(claims.request_body_sha256, "hex")))
    return refused("altered-body");
  return { ok: true, token, kid };
}

function readHeader(token: string): { alg: string | null; kid: string | null } {
  try {
    const header: unknown = decodeProtectedHeader(token);
    const parsed = headerSchema.safeParse(header);
    if (parsed.success) return parsed.data;
    return { alg: z.object({ alg: z.string() }).parse(header).alg, kid: null };
  } catch {
    return { alg: null, kid: null };
  }
}

function readClaims(payload: string): z.infer<typeof claimsSchema> | null {
  try {
    return claimsSchema.parse(JSON.parse(Buffer.from(payload, "base64url").toString("utf8")));
  } catch {
    return null;
  }
}

async function checkSignature(
  keys: WebhookKeys,
  { token, kid, sender }: { token: string; kid: string; sender: string },
  now: () => Date,
): Promise<WebhookRefusal | null> {
  const found = await keys.find(kid, sender);
  if (!found.found) return found.reason === "unreachable" ? "cannot-verify" : "unknown-key";
  if (found.expiredAtMs !== null && found.expiredAtMs <= now().getTime()) return "expired-key";
  try {
    await compactVerify(token, found.key, { algorithms: ["ES256"] });
    return null;
  } catch {
    return "bad-signature";
  }
}

/** Hashes what was signed, without the signature, which has a second valid form. */
function deliveryHashOf(token: string): string {
  return createHash("sha256")
    .update(token.slice(0, token.lastIndexOf(".")))
    .digest("hex");
}
