import { createSandbox } from "#sandbox/main.ts";
import { createTestUser } from "../factories/auth-factory.ts";
import { openDatabase } from "#server/database/db.ts";
import { createLogger } from "#server/log.ts";
import { migrateDatabase } from "#server/database/migrate.ts";
import { loadBuiltRenderer } from "#server/pages/page-renderer.ts";
import { startServer } from "#server/server.ts";
import { readSettings } from "#server/settings/settings.ts";
import { startWordPressSandbox } from "../stand-ins/sandboxes.ts";
import { siteConfig } from "#site-config";
import { fileURLToPath } from "node:url";
import { hostileMark, nextHostileText, withHostileTexts } from "../fuzz/hostile-texts.ts";
import { unpackedText } from "../unpacked-text.ts";

/**
 * Program for the browser test of hostile texts: the normal site, with hostile texts in every other service's responses and in
 * the signed-in person's name. Prints one line of JSON: its origin, and the person's cookie.
 */

const distDir = fileURLToPath(new URL("../../../dist", import.meta.url));

const wordPress = await startWordPressSandbox();
const { posts, categories, tags } = wordPress.sandbox.site;
for (const post of posts) {
  post.title = `${post.title} ${nextHostileText()}`;
  post.html = `${post.html}<p>${hostileMark}</p>${nextHostileText()}${nextHostileText()}`;
}
for (const term of [...categories, ...tags]) term.name = `${term.name} ${nextHostileText()}`;

const settings = readSettings({ ...process.env, WORDPRESS_URL: wordPress.url });
const database = await openDatabase({ dataDir: settings.DATA_DIR, durable: false });
await migrateDatabase(database);
const { cookie } = await createTestUser(database, { userDetails: nextHostileText() });

const running = await startServer({
  settings,
  site: siteConfig,
  log: createLogger({ level: "warn" }),
  distDir,
  development: false,
  database,
  loadSandbox: async (options) => {
    const sandbox = createSandbox(options);
    return {
      fetch: async (c) => {
        const response = await sandbox.fetch(c);
        const isHostile = /^\/sandbox\/(?:github|congress|plaid)\//.test(new URL(c.req.raw.url).pathname);
        if (!isHostile || !/^application\/(?:[\w.+]*)json/.test(response.headers.get("content-type") ?? ""))
          return response;
        const headers = new Headers(response.headers);
        headers.delete("content-length");
        headers.delete("content-encoding");
        const body = JSON.stringify(withHostileTexts(JSON.parse(await unpackedText(response))));
        return new Response(body, { status: response.status, headers });
      },
    };
  },
  loadRenderer: async () => ({ renderer: await loadBuiltRenderer(distDir) }),
});
process.stdout.write(`${JSON.stringify({ origin: running.origin, cookie })}\n`);

process.once("SIGTERM", () => {
  void running
    .stop()
    .then(() => Promise.all([database.close(), wordPress.close()]))
    .then(() => process.exit(0));
});
