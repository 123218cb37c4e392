import { createECDH, createHmac, hash } from "node:crypto";
import { importJWK, SignJWT } from "jose";
import type { JWKPublicKey } from "plaid";

/** The keys that webhooks are signed with: P-256, for ES256. */
export type WebhookKeys = {
  /** The public half as `/webhook_verification_key/get` answers it; null for an id that no key has. */
  find: (kid: string) => JWKPublicKey | null;
  /** From now on another key signs; the one before is marked as expired. */
  rotate: () => void;
  /** A signed token over a body: what stands in `Plaid-Verification`. */
  sign: (body: string, options?: { iatMs?: number; generation?: number }) => Promise<string>;
  kid: () => string;
};

type KeyPair = { kid: string; d: string; x: string; y: string };

/** Rotations that a search for an id reaches. */
const maxGenerations = 100;

/**
 * The n-th key follows from the secret, so a server that starts anew, and a second one with the same secret, answer for
 * the signatures of the other.
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
  // Nearly every number of 32 bytes is below the curve's order; the rare other one is passed over.
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

/** In the form of a UUID, as Plaid's are. */
function kidOf(secret: string, generation: number): string {
  const hex = createHmac("sha256", secret).update(`webhook key id ${generation}`).digest("hex");
  return hex.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
