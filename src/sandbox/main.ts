import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { join } from "node:path";
import { createCongressSandbox } from "#upstreams/congress/sandbox/congress-sandbox.ts";
import { createEntraSandbox } from "#upstreams/entra/sandbox/entra-sandbox.ts";
import { createGitHubSandbox } from "#upstreams/github/sandbox/github-sandbox.ts";
import { createSiteBank } from "#upstreams/plaid/sandbox/index.ts";
import { itemStateSchema } from "#upstreams/plaid/sandbox/items/item-state.ts";
import { linkStateSchema } from "#upstreams/simplefin/sandbox/bridge-state.ts";
import { createSimpleFinSandbox } from "#upstreams/simplefin/sandbox/simplefin-sandbox.ts";
import { createFileStore } from "./file-store.ts";

type SandboxOptions = {
  /** The site's public address; known once the server listens. */
  origin: () => string;
  settings: {
    FOLIO_DEMO: boolean;
    DATA_DIR: string;
    PORT: number;
    SECRET_KEY?: string | undefined;
    modes: Record<"entra" | "github" | "congress", "sandbox" | "live">;
    bankMode: "sandbox" | "live";
  };
};

/** A request of the site's app; its context fits. */
type SandboxRequest = { req: { raw: Request }; env: object };

/** Forms and tokens are small, and a public demo is open to everybody. */
const maxBodyBytes = 100_000;

/**
 * Every sandbox that is in use, each under its own `/sandbox/<name>`. The server loads this file at the first request of one; the
 * next sandbox joins with a line of its own.
 */
export function createSandbox({ origin, settings }: SandboxOptions): {
  fetch: (c: SandboxRequest) => Response | Promise<Response>;
} {
  const app = new Hono();
  const limit = bodyLimit({ maxSize: maxBodyBytes, onError: (c) => c.text("The body is too large.", 413) });
  // What else Entra's takes is read by its library, from the socket and with a limit of its own.
  for (const path of [
    "/sandbox/github/*",
    "/sandbox/entra/choose/*",
    "/sandbox/plaid/*",
    "/sandbox/simplefin/*",
  ])
    app.use(path, limit);
  if (settings.modes.entra === "sandbox")
    app.route("/", createEntraSandbox({ origin, isDemo: settings.FOLIO_DEMO }));
  if (settings.modes.github === "sandbox") {
    // On this machine the server and every browser share one address: GitHub's 60 an hour would end a walk through the site.
    app.route("/", createGitHubSandbox({ origin, anonymousCoreLimitPerHour: 5_000 }));
  }
  if (settings.modes.congress === "sandbox") app.route("/", createCongressSandbox().app);
  if (settings.bankMode === "sandbox") {
    const openStore = (directory: string) => createFileStore(directory, itemStateSchema);
    app.route("/", createSiteBank({ origin, settings, openStore }));
    const store = createFileStore(join(settings.DATA_DIR, "sandbox-simplefin"), linkStateSchema);
    app.route("/", createSimpleFinSandbox({ origin, store }).app);
  }
  return { fetch: (c) => app.fetch(c.req.raw, c.env) };
}
