import { serveStatic } from "@hono/node-server/serve-static";
import { notFound } from "#shared/errors.ts";
import type { App } from "../feature.ts";

const immutable = "public, max-age=31536000, immutable";
const aDay = "public, max-age=86400";

const pictures = ["/favicon.svg", "/favicon.ico", "/apple-touch-icon.png", "/social-card.png"];

/** Serves built assets (named by hash, precompressed by the build) and the site's pictures. */
export function mountStaticFiles(
  app: App,
  { clientDir, pictureDirs }: { clientDir: string; pictureDirs: string[] },
): void {
  app.use(
    "/assets/*",
    serveStatic({
      root: clientDir,
      precompressed: true,
      onFound: (_path, c) => c.header("cache-control", immutable),
    }),
  );
  // A missing chunk must never be answered with a page, or the browser would cache HTML under a script's name.
  app.all("/assets/*", () => {
    throw notFound();
  });
  for (const file of pictures) {
    for (const root of pictureDirs) {
      app.use(file, serveStatic({ root, onFound: (_path, c) => c.header("cache-control", aDay) }));
    }
  }
}
