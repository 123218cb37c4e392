import { join } from "node:path";
import { siteConfig } from "#site-config";
import { createLogger } from "#server/log.ts";
import { loadBuiltRenderer } from "#server/pages/page-renderer.ts";
import { startServer } from "#server/server.ts";
import { readSettings } from "#server/settings/settings.ts";
import { repoRoot } from "../../support/repo-paths.ts";

/**
 * The site as `npm start` serves it, but by a clock that whoever has started it can set: each message is by how many
 * milliseconds it is ahead. So copies of upstreams' answers age without waiting.
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
  loadSandbox: () => Promise.reject(new Error("every upstream of this site is outside")),
  loadRenderer: async () => ({ renderer: await loadBuiltRenderer(distDir) }),
});
process.once("SIGTERM", () => {
  void running.stop().then(() => process.exit(0));
});
process.stdout.write(`The site is ready: ${running.origin}\n`);
