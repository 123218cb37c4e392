import { serve, type ServerType } from "@hono/node-server";
import { congressSandbox } from "../congress-sandbox-client.ts";
import { createCongressSandbox, type CongressSandbox } from "./congress-sandbox.ts";

/** Serves a sandbox of its own on a free loopback port; `url` is the base address, `/v3` included. For tests. */
export async function startCongressSandbox(
  options: { now?: () => Date } = {},
): Promise<{ url: string; sandbox: CongressSandbox; close: () => Promise<void> }> {
  const sandbox = createCongressSandbox(options);
  let server: ServerType | null = null;
  const port = await new Promise<number>((resolve) => {
    server = serve({ fetch: sandbox.app.fetch, port: 0, hostname: "127.0.0.1" }, (info) =>
      resolve(info.port),
    );
  });
  return {
    url: `http://127.0.0.1:${port}${congressSandbox.path}`,
    sandbox,
    close: () => closeServer(server),
  };
}

async function closeServer(server: ServerType | null): Promise<void> {
  if (server === null) return;
  if ("closeAllConnections" in server) server.closeAllConnections();
  await new Promise((resolve) => {
    server.close(resolve);
  });
}
