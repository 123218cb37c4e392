import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

/** Encrypts short secrets for the database. */
export type Seal = {
  /** Encrypts a secret. `belongsTo` is authenticated, so that a result moved to another person's row can't be opened. */
  close: (secret: string, belongsTo: string) => string;
  /** Decrypts a secret; null if it was sealed with another key or for another owner, or is damaged. */
  open: (sealed: string, belongsTo: string) => string | null;
};

const version = "v1";
const ivBytes = 12;
const tagBytes = 16;

/** Creates a seal: AES-256-GCM with a 32-byte key (`deriveKey`) and a fresh nonce for each secret. */
export function createSeal(key: Buffer): Seal {
  return {
    close(secret, belongsTo) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv("aes-256-gcm", key, iv, { authTagLength: tagBytes });
      cipher.setAAD(Buffer.from(belongsTo));
      const body = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
      return `${version}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url")}`;
    },
    open(sealed, belongsTo) {
      if (!sealed.startsWith(`${version}.`)) return null;
      const bytes = Buffer.from(sealed.slice(version.length + 1), "base64url");
      try {
        const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, ivBytes), {
          authTagLength: tagBytes,
        });
        decipher.setAAD(Buffer.from(belongsTo));
        decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
        return (
          decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, "utf8") + decipher.final("utf8")
        );
      } catch {
        // The reason doesn't matter; the secret is unreadable.
        return null;
      }
    },
  };
}
