import { getRequestListener } from "@hono/node-server";
import { congressSandbox } from "#upstreams/congress/congress-sandbox-client.ts";
import { createCongressSandbox, type CongressSandbox } from "#upstreams/congress/sandbox/congress-sandbox.ts";
import { createGitHubSandbox, type GitHubSandboxOptions } from "#upstreams/github/sandbox/github-sandbox.ts";
import { gitHubSandboxClient } from "#upstreams/github/sandbox-client.ts";
import { startFaultyServer } from "../sites/faulty-server.ts";
import { createWordPressSandbox, type WordPressSandbox } from "./wordpress-sandbox.ts";

/** A service on its own free loopback port; `url` is the base URL for the site's settings. */
type Served = { url: string; close: () => Promise<void> };

/** Starts GitHub's sandbox, for GITHUB_URL and GITHUB_API_URL. Without `siteOrigin`, its OAuth app belongs to itself. */
export async function startGitHubSandbox(
  options: Omit<GitHubSandboxOptions, "origin"> = {},
): Promise<Served> {
  let served: Served | null = null;
  const app = createGitHubSandbox({ origin: () => served?.url ?? "", ...options });
  served = await serve(app);
  return { ...served, url: `${served.url}${gitHubSandboxClient.path}` };
}

/** Starts the sandbox of Congress.gov; the address includes `/v3`. */
export async function startCongressSandbox(
  options: { now?: () => Date } = {},
): Promise<Served & { sandbox: CongressSandbox }> {
  const sandbox = createCongressSandbox(options);
  const { url, close } = await serve(sandbox.app);
  return { url: `${url}${congressSandbox.path}`, close, sandbox };
}

/** Starts an invented WordPress, for WORDPRESS_URL. */
export async function startWordPressSandbox(
  options: { extraPosts?: number } = {},
): Promise<Served & { sandbox: WordPressSandbox }> {
  const sandbox = createWordPressSandbox(options);
  return { ...(await serve(sandbox.app)), sandbox };
}

async function serve(app: { fetch: Parameters<typeof getRequestListener>[0] }): Promise<Served> {
  const server = await startFaultyServer(getRequestListener(app.fetch), { slowMs: 0 });
  return { url: server.origin, close: server.stop };
}
