import type { RequestListener, Server } from "node:http";
import { createServer as createVite } from "vite";
import type { PageRenderer } from "./page-renderer.ts";

type EntryServer = Pick<typeof import("#client/entry-server.tsx"), "findRoute" | "renderPage">;

/** Renders from the sources through Vite, with hot reload; `npm run dev` only. */
export async function createLiveRenderer(
  server: Server,
): Promise<{ renderer: PageRenderer; live: (site: RequestListener) => RequestListener }> {
  // Without configLoader "native" Vite writes a bundled config file, which makes `node --watch` restart forever.
  const vite = await createVite({
    configLoader: "native",
    server: { middlewareMode: true, hmr: { server } },
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the module is our own source, loaded by its path
  const entry = async () => (await vite.ssrLoadModule("/src/client/entry-server.tsx")) as EntryServer;
  return {
    renderer: {
      findRoute: async (pathname, options) => (await entry()).findRoute(pathname, options),
      render: async (options) => (await entry()).renderPage(options),
      assetsOf: () => ({
        scripts: ["/@vite/client", "/src/client/dev-preamble.ts", "/src/client/main.tsx"],
        styles: [],
        preloads: [],
      }),
    },
    live: (site) => (request, response) => vite.middlewares(request, response, () => site(request, response)),
  };
}
