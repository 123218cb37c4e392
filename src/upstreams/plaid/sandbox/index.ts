import { createHmac } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Hono } from "hono";
import { plaidSandboxClient } from "../plaid-sandbox-client.ts";
import { createPlaidSandbox, type PlaidSandbox } from "./plaid-sandbox.ts";
import { createFileStore, loadSandboxSecret } from "./sandbox-store.ts";

/** Slow enough to be watched, soon enough not to be waited for. */
const timing = { initialUpdateMs: 1_500, historicalUpdateMs: 5_000, troubleAfterMs: 25_000 };

/**
 * The sandbox bank as the site serves it: it keeps its links in the site's own folder, moves by the clock, and calls
 * nobody but the site. It takes no room before somebody asks for it.
 */
export function createSiteBank({
  origin,
  settings,
}: {
  /** The site's public address; known once the server listens. */
  origin: () => string;
  settings: { DATA_DIR: string; PORT: number; SECRET_KEY?: string | undefined };
}): Hono {
  const directory = join(settings.DATA_DIR, "sandbox-bank");
  let running: PlaidSandbox | null = null;

  function open(): PlaidSandbox {
    running = createPlaidSandbox({
      origin,
      store: createFileStore(directory),
      secret: secretOf(settings.SECRET_KEY, directory),
      timing,
      webhookOrigins: () => [`http://127.0.0.1:${settings.PORT}`],
    });
    running.itemClock.start();
    return running;
  }

  // Links from before this start: their days go on whether somebody looks or not.
  if (existsSync(directory)) open();
  const app = new Hono();
  app.all(`${plaidSandboxClient.path}/*`, (c) => (running ?? open()).app.fetch(c.req.raw));
  return app;
}

/** Servers that share a key share their links too; else the folder has a secret of its own. */
function secretOf(key: string | undefined, directory: string): string {
  if (key === undefined) return loadSandboxSecret(directory);
  return createHmac("sha256", key).update("sandbox bank").digest("hex");
}
