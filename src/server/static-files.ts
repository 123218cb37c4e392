import { serveStatic } from "@hono/node-server/serve-static";
import { notFound } from "#shared/errors.ts";
import type { App } from "./feature.ts";

const immutable = "public, max-age=31536000, immutable";
const aDay = "public, max-age=86400";

/** Built assets (named by their hash, precompressed by the build) and the few files of `public/`. */
export function mountStaticFiles(app: App, clientDir: string): void {
  app.use(
    "/assets/*",
    serveStatic({
      root: clientDir,
      precompressed: true,
      onFound: (_path, c) => c.header("cache-control", immutable),
    }),
  );
  // A missing chunk must never be answered with a page: the browser would keep HTML under a script's name.
  app.all("/assets/*", () => {
    throw notFound();
  });
  for (const file of ["/favicon.svg", "/favicon.ico", "/apple-touch-icon.png", "/social-card.png"]) {
    app.use(file, serveStatic({ root: clientDir, onFound: (_path, c) => c.header("cache-control", aDay) }));
  }
}
