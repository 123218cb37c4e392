import { serve, type ServerType } from "@hono/node-server";
import { createWordPressSandbox, type WordPressSandbox } from "./wordpress-sandbox.ts";

/** Serves an invented WordPress on a free loopback port: the test's WORDPRESS_URL. */
export async function startWordPressSandbox(
  options: { extraPosts?: number } = {},
): Promise<{ url: string; sandbox: WordPressSandbox; close: () => Promise<void> }> {
  const sandbox = createWordPressSandbox(options);
  let server: ServerType | null = null;
  const port = await new Promise<number>((resolve) => {
    server = serve({ fetch: sandbox.app.fetch, port: 0, hostname: "127.0.0.1" }, (info) =>
      resolve(info.port),
    );
  });
  return { url: `http://127.0.0.1:${port}`, sandbox, close: () => closeServer(server) };
}

async function closeServer(server: ServerType | null): Promise<void> {
  if (server === null) return;
  if ("closeAllConnections" in server) server.closeAllConnections();
  await new Promise((resolve) => {
    server.close(resolve);
  });
}
