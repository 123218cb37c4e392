import { createHmac, randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";
import { gitHubSandboxClient } from "../../sandbox-client.ts";

/** A grant of the authorize page, until its code is exchanged. */
export type Grant = {
  login: string;
  redirectUri: string;
  scope: string;
  codeChallenge: string | null;
  expiresAtMs: number;
};

export type SandboxTokens = {
  /** Returns the account of a token; null if it was never issued or is revoked. */
  findLogin: (token: string) => string | null;
  issueToken: (login: string) => string;
  revoke: (token: string) => void;
  /** Issues a code for one use within ten minutes. */
  issueCode: (grant: Omit<Grant, "expiresAtMs">) => string;
  /** Returns the grant of a code and uses the code up. */
  takeCode: (code: string) => Grant | null;
};

const codeLifetimeMs = 10 * 60_000;
const maxCodes = 1_000;
const maxRevoked = 10_000;
const tokenText = /^gho_([A-Za-z0-9]{22})([A-Za-z0-9]{14})$/;

/**
 * Creates the token store. Tokens contain a signature of their account instead of being listed, so that a linked account
 * survives a restart. Revocations are remembered as long as the process lives; nobody holds such a token anymore.
 */
export function createTokens(logins: () => string[], nowMs: () => number): SandboxTokens {
  const codes = new LRUCache<string, Grant>({ max: maxCodes });
  const revoked = new LRUCache<string, true>({ max: maxRevoked });
  return {
    findLogin(token) {
      if (token === gitHubSandboxClient.serverToken) return gitHubSandboxClient.owner;
      const [, random = "", mark = ""] = tokenText.exec(token) ?? [];
      if (revoked.has(token)) return null;
      return logins().find((login) => markOf(login, random) === mark) ?? null;
    },
    issueToken(login) {
      const random = alphanumeric(randomBytes(32), 22);
      return `gho_${random}${markOf(login, random)}`;
    },
    revoke: (token) => void revoked.set(token, true),
    issueCode(grant) {
      const code = randomBytes(10).toString("hex");
      codes.set(code, { ...grant, expiresAtMs: nowMs() + codeLifetimeMs });
      return code;
    },
    takeCode(code) {
      const grant = codes.get(code) ?? null;
      codes.delete(code);
      return grant !== null && grant.expiresAtMs > nowMs() ? grant : null;
    },
  };
}

function markOf(login: string, random: string): string {
  const digest = createHmac("sha256", gitHubSandboxClient.clientSecret).update(`${login} ${random}`).digest();
  return alphanumeric(digest, 14);
}

function alphanumeric(bytes: Buffer, length: number): string {
  return bytes
    .toString("base64")
    .replaceAll(/[^A-Za-z0-9]/g, "x")
    .slice(0, length);
}
