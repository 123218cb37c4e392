import { randomUUID } from "node:crypto";

/** How this server is known to the sandbox, and where that lives under the site's own address. */
export const congressSandbox = {
  path: "/sandbox/congress/v3",
  /** Every key that begins so is valid, each with an hourly limit of its own. */
  keyPrefix: "folio-sandbox",
  /** This process's own: a visitor who plays with the sandbox cannot use up the site's limit. */
  key: `folio-sandbox-${randomUUID()}`,
} as const;
