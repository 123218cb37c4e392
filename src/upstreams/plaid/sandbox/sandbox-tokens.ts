import { createHmac, hash, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { parseJson } from "#shared/text/json-text.ts";

/** What a typed user name can ask of the bank, beside the person: `avery-slow` (docs/reference/product.md, "Panels"). */
export const behaviors = [
  "slow",
  "rate-limited",
  "error-500",
  "empty",
  "importing",
  "expiring",
  "revoked",
  "new-accounts",
] as const;

export type Behavior = (typeof behaviors)[number];

const itemSeed = z.object({
  /** Tells this link from every other one; ids are made of it. */
  nonce: z.string(),
  bank: z.string(),
  person: z.string(),
  behavior: z.enum(behaviors).nullable(),
  /** Keys of the shared accounts. */
  accounts: z.array(z.string()),
  /** How far back its transactions reach. */
  days: z.int(),
  webhook: z.string().nullable(),
});

/** The choices on the link page: all that a bank must know of a link. */
export type LinkChoice = z.infer<typeof itemSeed>;

const accessPayload = itemSeed.extend({ linkedAtMs: z.number() });

/** What an access token says of its item. */
export type ItemSeed = z.infer<typeof accessPayload>;

const publicPayload = itemSeed.extend({ expiresAtMs: z.number() });

const linkPayload = z.object({
  expiresAtMs: z.number(),
  webhook: z.string().nullable(),
  redirectUri: z.string().nullable(),
  days: z.int(),
  /** Makes two link tokens of one moment differ. */
  nonce: z.string(),
  /** Of an update: the item, without what would make its access token. */
  update: z.object({ seed: accessPayload, selectAccounts: z.boolean() }).nullable(),
});

/** What a link token says of the visit that it is for. */
export type LinkVisit = z.infer<typeof linkPayload>;

export type SandboxTokens = {
  linkToken: (visit: LinkVisit) => string;
  /** Null for one that was not made here. */
  readLinkToken: (token: string) => LinkVisit | null;
  publicToken: (choice: LinkChoice, expiresAtMs: number) => string;
  readPublicToken: (token: string) => { choice: LinkChoice; expiresAtMs: number } | null;
  accessToken: (seed: ItemSeed) => string;
  readAccessToken: (token: string) => ItemSeed | null;
};

const markLength = 22;

/**
 * Tokens that carry what they stand for, and a mark that only the secret can make: a server that starts anew, or a
 * second one with the same secret, answers for every link without having heard of it.
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
    publicToken: (choice, expiresAtMs) => write("public", { ...choice, expiresAtMs }),
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

/** An id in Plaid's manner: 37 letters and digits, the same for the same text. */
export function plaidId(text: string): string {
  return hash("sha256", text, "base64url").replaceAll(/[-_]/g, "x").slice(0, 37);
}
