import { createHmac, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Hono } from "hono";
import { errorCode } from "#shared/error-code.ts";
import type { RecordStore } from "#shared/record-store.ts";
import { plaidSandboxClient } from "../plaid-sandbox-client.ts";
import type { ItemState } from "./items/item-state.ts";
import { createPlaidSandbox, type PlaidSandbox } from "./plaid-sandbox.ts";

/** Slow enough to watch, fast enough not to wait. */
const timing = { initialUpdateMs: 1_500, historicalUpdateMs: 5_000, troubleAfterMs: 25_000 };

/**
 * Creates the sandbox bank as the site serves it. It keeps its links in the site's own folder, advances with the clock, and
 * calls only the site. It creates nothing before its first use.
 */
export function createSiteBank({
  origin,
  settings,
  openStore,
}: {
  /** The site's public origin, known once the server listens. */
  origin: () => string;
  settings: { DATA_DIR: string; PORT: number; SECRET_KEY?: string | undefined };
  /** Opens the folder that keeps what isn't in the tokens. */
  openStore: (directory: string) => RecordStore<ItemState>;
}): Hono {
  const directory = join(settings.DATA_DIR, "sandbox-bank");
  let running: PlaidSandbox | null = null;

  function open(): PlaidSandbox {
    running = createPlaidSandbox({
      origin,
      store: openStore(directory),
      secret: secretOf(settings.SECRET_KEY, directory),
      timing,
      webhookOrigins: () => [`http://127.0.0.1:${settings.PORT}`],
    });
    running.itemClock.start();
    return running;
  }

  // Links from before this start keep advancing whether anyone looks or not.
  if (existsSync(directory)) open();
  const app = new Hono();
  app.all(`${plaidSandboxClient.path}/*`, (c) => (running ?? open()).app.fetch(c.req.raw));
  return app;
}

/** Returns the secret: servers that share a key also share their links; otherwise the folder has its own secret. */
function secretOf(key: string | undefined, directory: string): string {
  if (key === undefined) return loadSandboxSecret(directory);
  return createHmac("sha256", key).update("sandbox bank").digest("hex");
}

/**
 * Returns the secret that signs tokens and webhooks: 32 random bytes in a file of mode 0600, created if missing. Two servers
 * that start at once with one directory get the same secret.
 */
export function loadSandboxSecret(directory: string): string {
  const path = join(directory, "secret");
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  try {
    writeFileSync(path, randomBytes(32).toString("hex"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
  }
  return readFileSync(path, "utf8");
}
