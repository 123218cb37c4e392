import { serve, type ServerType } from "@hono/node-server";
import { gitHubSandboxClient } from "../sandbox-client.ts";
import { createGitHubSandbox, type GitHubSandboxOptions } from "./github-sandbox.ts";

/**
 * Serves the invented GitHub on a free loopback port, as a service of its own: a test's GITHUB_URL and GITHUB_API_URL.
 * Without `siteOrigin` its OAuth app belongs to itself.
 */
export async function startGitHubSandbox(
  options: Omit<GitHubSandboxOptions, "origin"> = {},
): Promise<{ url: string; close: () => Promise<void> }> {
  let port = 0;
  const origin = () => `http://127.0.0.1:${port}`;
  const app = createGitHubSandbox({ origin, ...options });
  let server: ServerType | null = null;
  port = await new Promise<number>((resolve) => {
    server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, (info) => resolve(info.port));
  });
  return { url: `${origin()}${gitHubSandboxClient.path}`, close: () => closeServer(server) };
}

async function closeServer(server: ServerType | null): Promise<void> {
  if (server === null) return;
  if ("closeAllConnections" in server) server.closeAllConnections();
  await new Promise((resolve) => {
    server.close(resolve);
  });
}
