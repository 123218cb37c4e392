import { randomUUID } from "node:crypto";

/** This server's access to the sandbox, and the sandbox's path under the site's address. */
export const congressSandbox = {
  path: "/sandbox/congress/v3",
  /** Every key with this prefix is valid, each with its own hourly limit. */
  keyPrefix: "folio-sandbox",
  /** Unique to this process, so that a visitor who plays with the sandbox can't use up the site's limit. */
  key: `folio-sandbox-${randomUUID()}`,
} as const;
