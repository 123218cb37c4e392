import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

/** Encrypts short secrets for the database. */
export type Seal = {
  /** `belongsTo` is bound into the result: moved to another person's row, it cannot be opened. */
  close: (secret: string, belongsTo: string) => string;
  /** Null for what was closed with another key or for somebody else, and for anything damaged. */
  open: (sealed: string, belongsTo: string) => string | null;
};

const version = "v1";
const ivBytes = 12;
const tagBytes = 16;

/** AES-256-GCM with a key of 32 bytes (`deriveKey`) and a nonce of its own for each secret. */
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
        // Which of the reasons it was makes no difference: the secret cannot be had.
        return null;
      }
    },
  };
}
