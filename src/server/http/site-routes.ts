import { escapeXml } from "#shared/text/xml.ts";
import type { App, ServerFeature } from "../feature.ts";

const oneHour = "public, max-age=3600";

/** Mounts `/sitemap.xml`, built from the features' public pages, and `/robots.txt`. */
export function mountSiteRoutes(app: App, features: ServerFeature[]): void {
  app.get("/sitemap.xml", async (c) => {
    const entries = await Promise.all(features.map(async (feature) => feature.sitemap?.() ?? []));
    const urls = entries.flat().map(({ path, modifiedAt }) => {
      const modified = modifiedAt === undefined ? "" : `<lastmod>${escapeXml(modifiedAt)}</lastmod>`;
      return `<url><loc>${escapeXml(`${c.get("origin")}${path}`)}</loc>${modified}</url>`;
    });
    return c.body(
      `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join("")}</urlset>\n`,
      200,
      { "content-type": "application/xml; charset=utf-8", "cache-control": oneHour },
    );
  });

  app.get("/robots.txt", (c) =>
    c.text(
      `User-agent: *\nDisallow: /api/\nDisallow: /.auth/\nDisallow: /sandbox/\nAllow: /\n\nSitemap: ${c.get("origin")}/sitemap.xml\n`,
      200,
      { "cache-control": oneHour },
    ),
  );
}
