import { createHash } from "node:crypto";
import { createSeal } from "#server/settings/seal.ts";
import { deriveKey } from "#server/settings/secret-key.ts";

export type SealedToken = { sealedAccessToken: string; keyId: string };

/** Keeps the banks' access tokens unreadable in the database (docs/reference/money.md, "Access tokens"). */
export type TokenSeal = {
  /** Names the key, so that rows of another one can be told and found; says nothing of the key itself. */
  keyId: string;
  /** AES-256-GCM with the item id as associated data: moved to another item's row, it cannot be opened. */
  close: (accessToken: string, itemId: string) => SealedToken;
  /** Null where it was sealed with another key, for another item, or is damaged. */
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
