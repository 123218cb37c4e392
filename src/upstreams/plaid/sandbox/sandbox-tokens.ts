import { createHmac, hash, randomBytes, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { parseJson } from "#shared/text/json-text.ts";

/** Behaviors a typed user name can request in addition to the person: `avery-slow` (docs/reference/product.md, "Panels"). */
export const behaviors = [
  "slow",
  "rate-limited",
  "error-500",
  "empty",
  "importing",
  "ready",
  "expiring",
  "revoked",
  "new-accounts",
] as const;

export type Behavior = (typeof behaviors)[number];

const itemSeed = z.object({
  /** Unique to this link; the base of its ids. */
  nonce: z.string(),
  bank: z.string(),
  person: z.string(),
  behavior: z.enum(behaviors).nullable(),
  /** Keys of the shared accounts. */
  accounts: z.array(z.string()),
  /** Number of days its transactions reach back. */
  days: z.int(),
  webhook: z.string().nullable(),
});

/** Choices on the link page, which define a link completely. */
export type LinkChoice = z.infer<typeof itemSeed>;

const accessPayload = itemSeed.extend({ linkedAtMs: z.number() });

/** Content of an access token. */
export type ItemSeed = z.infer<typeof accessPayload>;

const publicPayload = itemSeed.extend({ expiresAtMs: z.number() });

const linkPayload = z.object({
  expiresAtMs: z.number(),
  webhook: z.string().nullable(),
  redirectUri: z.string().nullable(),
  days: z.int(),
  /** Makes link tokens of the same moment differ. */
  nonce: z.string(),
  /** For an update: the Item, without what would make its access token. */
  update: z.object({ seed: accessPayload, selectAccounts: z.boolean() }).nullable(),
});

/** Content of a link token. */
export type LinkVisit = z.infer<typeof linkPayload>;

export type SandboxTokens = {
  linkToken: (visit: LinkVisit) => string;
  /** Returns the content of a link token; null for one that wasn't issued here. */
  readLinkToken: (token: string) => LinkVisit | null;
  /** Creates a public token of a new link. */
  publicToken: (choice: Omit<LinkChoice, "nonce">, nowMs: number) => string;
  readPublicToken: (token: string) => { choice: LinkChoice; expiresAtMs: number } | null;
  accessToken: (seed: ItemSeed) => string;
  readAccessToken: (token: string) => ItemSeed | null;
};

const publicTokenLifetimeMs = 30 * 60_000;
const markLength = 22;

/**
 * Creates and reads tokens that contain their data, signed with the secret: a restarted server, or another with the same
 * secret, can answer for every link without having stored it.
 */
export function createTokens(secret: string): SandboxTokens {
  function write(kind: "link" | "public" | "access", payload: object): string {
    const text = Buffer.from(JSON.stringify(payload)).toString("base64url");
    return `${kind}-sandbox-${text}${markOf(kind, text)}`;
  }
  function markOf(kind: string, text: string): string {
    return createHmac("sha256", secret).update(`${kind} ${text}`).digest("base64url").slice(0, markLength);
  }
  function read<T>(kind: "link" | "public" | "access", token: string, schema: z.ZodType<T>): T | null {
    const prefix = `${kind}-sandbox-`;
    if (!token.startsWith(prefix) || token.length < prefix.length + markLength) return null;
    const text = token.slice(prefix.length, -markLength);
    const mark = Buffer.from(token.slice(-markLength));
    const expected = Buffer.from(markOf(kind, text));
    if (mark.length !== expected.length || !timingSafeEqual(mark, expected)) return null;
    const parsed = schema.safeParse(parseJson(Buffer.from(text, "base64url").toString()));
    return parsed.success ? parsed.data : null;
  }
  return {
    linkToken: (visit) => write("link", visit),
    readLinkToken: (token) => read("link", token, linkPayload),
    publicToken(choice, nowMs) {
      const nonce = randomBytes(9).toString("hex");
      return write("public", { nonce, ...choice, expiresAtMs: nowMs + publicTokenLifetimeMs });
    },
    readPublicToken(token) {
      const payload = read("public", token, publicPayload);
      if (payload === null) return null;
      const { expiresAtMs, ...choice } = payload;
      return { choice, expiresAtMs };
    },
    accessToken: (seed) => write("access", seed),
    readAccessToken: (token) => read("access", token, accessPayload),
  };
}

export { accessPayload as itemSeedSchema };

/** Returns an id in Plaid's style: 37 letters and digits, the same for the same text. */
export function plaidId(text: string): string {
  return hash("sha256", text, "base64url").replaceAll(/[-_]/g, "x").slice(0, 37);
}
