import { siteConfig } from "#site-config";
import { createLogger } from "#server/log.ts";
import { startServer } from "#server/server.ts";
import { readSettings } from "#server/settings/settings.ts";
import { plaidSandboxClient } from "#upstreams/plaid/plaid-sandbox-client.ts";
import { emptyPageData } from "../empty-page-data.ts";

/**
 * Program for tests that kill a server: `killable-server.ts <origin of the bank>`, with the site's own settings. It is the site
 * without its client and sandboxes: the bank lives in another process, so that it survives this one and can tell callers apart
 * (`x-asked-by`, the port). Its one page is the content, with its render time. Prints `ready` and its address once it answers.
 */
const bankOrigin = process.argv[2] ?? "";
const settings = readSettings(process.env);

async function askBank(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  if (!pathname.startsWith(`${plaidSandboxClient.path}/`)) return new Response(null, { status: 503 });
  const headers = { "content-type": "application/json", "x-asked-by": String(settings.PORT) };
  // Plaid's own headers identify the caller.
  const own = [...request.headers].filter(([name]) => name.startsWith("plaid-"));
  const answer = await fetch(`${bankOrigin}${pathname}${search}`, {
    method: "POST",
    headers: { ...headers, ...Object.fromEntries(own) },
    body: await request.text(),
  });
  return new Response(await answer.text(), { status: answer.status, headers });
}

const running = await startServer({
  settings,
  site: siteConfig,
  log: createLogger({ level: settings.LOG_LEVEL }),
  distDir: import.meta.dirname,
  development: false,
  loadSandbox: async () => ({ fetch: ({ req }) => askBank(req.raw) }),
  loadRenderer: async () => ({
    renderer: {
      findRoute: async (pathname) => ({ handle: {}, modules: [], isUnknown: pathname !== "/" }),
      render: async ({ apiFetch }) => {
        const content = await apiFetch("/api/WordPressContent", {});
        const body = `${performance.timeOrigin + performance.now()} ${await content.text()}`;
        return { kind: "page", status: content.status, head: "", body, data: emptyPageData, failure: null };
      },
      assetsOf: () => ({ scripts: [], styles: [], preloads: [] }),
    },
  }),
});
process.once("SIGTERM", () => void running.stop().then(() => process.exit(0)));
process.stdout.write(`ready: http://127.0.0.1:${settings.PORT}\n`);
