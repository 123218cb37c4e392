import { join } from "node:path";
import { siteConfig } from "#site-config";
import { createLogger } from "#server/log.ts";
import { loadBuiltRenderer } from "#server/pages/page-renderer.ts";
import { startServer } from "#server/server.ts";
import { readSettings } from "#server/settings/settings.ts";
import { repoRoot } from "../../support/repo-paths.ts";

/**
 * Serves the site like `npm start`, but with a clock set by the parent process: each message is the number of milliseconds to
 * run ahead. Cached responses age that way without waiting.
 */
let aheadMs = 0;
const distDir = join(repoRoot, "dist");
process.on("message", (message) => {
  aheadMs = Number(message);
  process.send?.("set");
});

const settings = readSettings(process.env);
const running = await startServer({
  settings,
  site: siteConfig,
  log: createLogger({ level: settings.LOG_LEVEL }),
  distDir,
  development: false,
  now: () => new Date(Date.now() + aheadMs),
  loadSandbox: () => Promise.reject(new Error("This site has no sandboxes.")),
  loadRenderer: async () => ({ renderer: await loadBuiltRenderer(distDir) }),
});
process.once("SIGTERM", () => {
  void running.stop().then(() => process.exit(0));
});
process.stdout.write(`The site is ready: ${running.origin}\n`);
