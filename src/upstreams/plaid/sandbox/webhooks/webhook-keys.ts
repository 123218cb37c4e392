import { createECDH, createHmac, hash } from "node:crypto";
import { importJWK, SignJWT } from "jose";
import type { JWKPublicKey } from "plaid";

/** The keys that sign webhooks: P-256, for ES256. */
export type WebhookKeys = {
  /** Returns the public key as in `/webhook_verification_key/get`; null for an unknown id. */
  find: (kid: string) => JWKPublicKey | null;
  /** Switches to a new key; the previous one is marked as expired. */
  rotate: () => void;
  /** Returns a signed token for a body, the value of `Plaid-Verification`. */
  sign: (body: string, options?: { iatMs?: number; generation?: number }) => Promise<string>;
  kid: () => string;
};

type KeyPair = { kid: string; d: string; x: string; y: string };

/** Number of rotations searched for an id. */
const maxGenerations = 100;

/**
 * Creates the keys. The n-th key is derived from the secret, so a restarted server, or another with the same secret, can verify
 * the signatures.
 */
export function createWebhookKeys(secret: string, nowMs: () => number): WebhookKeys {
  const pairs = new Map<number, KeyPair>();
  const rotatedAtMs: number[] = [];
  const createdAtMs = nowMs();

  function pairOf(generation: number): KeyPair {
    const known = pairs.get(generation) ?? derivePair(secret, generation);
    pairs.set(generation, known);
    return known;
  }

  return {
    kid: () => pairOf(rotatedAtMs.length).kid,
    rotate: () => void rotatedAtMs.push(nowMs()),
    find(kid) {
      const generation = Array.from({ length: maxGenerations }, (_, index) => index).find(
        (index) => kidOf(secret, index) === kid,
      );
      if (generation === undefined) return null;
      const { x, y } = pairOf(generation);
      const expiredAtMs = rotatedAtMs[generation];
      return {
        alg: "ES256",
        crv: "P-256",
        kid,
        kty: "EC",
        use: "sig",
        x,
        y,
        created_at: Math.floor((rotatedAtMs[generation - 1] ?? createdAtMs) / 1000),
        expired_at: expiredAtMs === undefined ? null : Math.floor(expiredAtMs / 1000),
      };
    },
    async sign(body, { iatMs = nowMs(), generation = rotatedAtMs.length } = {}) {
      const { kid, d, x, y } = pairOf(generation);
      const key = await importJWK({ kty: "EC", crv: "P-256", d, x, y }, "ES256");
      return new SignJWT({ request_body_sha256: hash("sha256", body) })
        .setProtectedHeader({ alg: "ES256", kid, typ: "JWT" })
        .setIssuedAt(Math.floor(iatMs / 1000))
        .sign(key);
    },
  };
}

function derivePair(secret: string, generation: number): KeyPair {
  const curve = createECDH("prime256v1");
  // Nearly every 32-byte number is below the curve's order; the rare others are skipped.
  for (let attempt = 0; ; attempt += 1) {
    const scalar = createHmac("sha256", secret).update(`webhook key ${generation} ${attempt}`).digest();
    try {
      curve.setPrivateKey(scalar);
    } catch (error) {
      if (attempt < 8) continue;
      throw error;
    }
    const point = curve.getPublicKey();
    return {
      kid: kidOf(secret, generation),
      d: scalar.toString("base64url"),
      x: point.subarray(1, 33).toString("base64url"),
      y: point.subarray(33, 65).toString("base64url"),
    };
  }
}

/** Formats the id as a UUID, like Plaid's. */
function kidOf(secret: string, generation: number): string {
  const hex = createHmac("sha256", secret).update(`webhook key id ${generation}`).digest("hex");
  return hex.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
