import { createHash } from "node:crypto";
import { createSeal } from "#server/settings/seal.ts";
import { deriveKey } from "#server/settings/secret-key.ts";

export type SealedToken = { sealedAccessToken: string; keyId: string };

/** Encryption of bank access tokens in the database (docs/reference/money.md, "Access tokens"). */
export type TokenSeal = {
  /** Identifies the key without revealing it, so that rows of another key can be found. */
  keyId: string;
  /** Encrypts with AES-256-GCM and the item id as associated data, so that a token moved to another row can't be opened. */
  close: (accessToken: string, itemId: string) => SealedToken;
  /** Decrypts; null for another key, another item, or damaged data. */
  open: (sealed: SealedToken, itemId: string) => string | null;
};

export function createTokenSeal(secretKey: Buffer): TokenSeal {
  const key = deriveKey(secretKey, "bank access token");
  const keyId = createHash("sha256").update("folio key id").update(key).digest("hex").slice(0, 16);
  const seal = createSeal(key);
  return {
    keyId,
    close: (accessToken, itemId) => ({ sealedAccessToken: seal.close(accessToken, itemId), keyId }),
    open: (sealed, itemId) => (sealed.keyId === keyId ? seal.open(sealed.sealedAccessToken, itemId) : null),
  };
}
