import { join } from "node:path";
import {
  defineFeature,
  type App,
  type Kernel,
  type ServerFeature,
  type SitemapEntry,
} from "#server/feature.ts";
import type { Bus } from "#server/events/bus.ts";
import { createCallCounts } from "#server/limits/call-counts.ts";
import { createHttpClient } from "#server/upstreams/http-client.ts";
import { matchesEtag } from "#server/http/calls/mount.ts";
import { createRateLimiter } from "#server/limits/rate-limit.ts";
import { createWordPressClient } from "#upstreams/wordpress/index.ts";
import { contentContract } from "../contract.ts";
import type { Content } from "../domain/content-shapes.ts";
import { aboutPageSlug } from "../domain/content.ts";
import { articlesOf } from "../domain/content-views.ts";
import { createContentCopyStore } from "./content-copy-store.ts";
import { ageHeaders, knownContent } from "./content-age.ts";
import { mountFeeds } from "./content-feeds.ts";
import { createContentImages, type ContentImages } from "./content-images.ts";
import { createContentService, type ContentService } from "./content-service.ts";
import type { ContentSource } from "./content-source.ts";
import { mountContentWebhook } from "./content-webhook.ts";
import { createFileSource } from "./file-source.ts";
import { createWordPressSource } from "./wordpress-source.ts";

export type { ContentProblem } from "./content-source.ts";
export type { ContentService, ContentSnapshot } from "./content-service.ts";

/** Creates the content's server side: the call, the webhook, the feeds, the images, and the service behind them. */
export function createContentFeature(kernel: Kernel): { feature: ServerFeature; content: ContentService } {
  const { settings, site, log, now } = kernel;
  const directory = kernel.contentDir;
  const images = createContentImages(join(directory, "images"));
  const source = createSource(kernel, directory, images);
  const service = createContentService({ source, owner: site, log, metrics: kernel.metrics, now });
  const spread = spreadChanges(kernel.bus, service);
  const feature = defineFeature({
    name: "content",
    contract: contentContract,
    handlers: {
      getContent(_input, context) {
        const snapshot = service.current();
        for (const [name, value] of Object.entries(ageHeaders(snapshot))) context.setHeader(name, value);
        return snapshot.content;
      },
    },
    routes(app) {
      mountContentWebhook(app, {
        secret: settings.CONTENT_WEBHOOK_SECRET,
        content: spread.webhook,
        now,
        limiter: createRateLimiter(kernel, "webhooks of content"),
        counts: createCallCounts(kernel, "bodies of content webhooks"),
      });
      mountFeeds(app, site, service.current);
      mountImages(app, images);
    },
    sitemap: () => sitemapOf(knownContent(service.current())),
    start: async () => {
      await service.start();
      spread.start();
    },
    stop: async () => {
      spread.stop();
      await service.stop();
    },
  });
  return { feature, content: service };
}

/** Notifies the other servers when this one has found or heard of a change, and reads again when one of them has. */
function spreadChanges(bus: Bus, service: ContentService) {
  let readingForOthers = 0;
  let stops: (() => void)[] = [];

  async function readAgain(): Promise<void> {
    readingForOthers += 1;
    await service.refresh().finally(() => (readingForOthers -= 1));
  }

  return {
    /** Source of the webhook's refresh: notifies all servers, even if this one already has the change. */
    webhook: {
      ...service,
      refresh() {
        bus.tell("content");
        return service.refresh();
      },
    },
    start(): void {
      stops = [
        bus.onNews("content", () => void readAgain()),
        service.onChange(() => {
          if (readingForOthers === 0) bus.tell("content");
        }),
      ];
    },
    stop(): void {
      for (const stop of stops) stop();
    },
  };
}

function createSource(kernel: Kernel, directory: string, images: ContentImages): ContentSource {
  const { settings, log, now } = kernel;
  const baseUrl = settings.WORDPRESS_URL;
  if (baseUrl === undefined) return createFileSource({ directory, images, log });
  const userAgent = `Folio (+${settings.PUBLIC_URL ?? kernel.site.domain})`;
  const http = createHttpClient({ ...kernel, userAgent, upstream: "wordpress" });
  const client = createWordPressClient({ http, baseUrl });
  return createWordPressSource({
    client,
    baseUrl,
    copies: createContentCopyStore(kernel.database),
    log,
    now,
  });
}

function mountImages(app: App, images: ContentImages): void {
  app.get("/content/images/:name", async (c, next) => {
    const found = await images.open(c.req.param("name"));
    if (found === null) return next();
    const { image, bytes, isImmutable } = found;
    c.header("etag", image.etag);
    c.header("cache-control", isImmutable ? "public, max-age=31536000, immutable" : "no-cache");
    if (matchesEtag(c.req.header("if-none-match"), image.etag)) return c.body(null, 304);
    return c.body(new Uint8Array(bytes), 200, { "content-type": image.contentType });
  });
}

function sitemapOf(content: Content): SitemapEntry[] {
  const articles = articlesOf(content);
  const newest = articles
    .map(({ modified }) => modified)
    .sort()
    .at(-1);
  return [
    { path: "/" },
    ...(content.pages.some(({ slug }) => slug === aboutPageSlug) ? [{ path: "/about" }] : []),
    newest === undefined ? { path: "/posts" } : { path: "/posts", modifiedAt: newest },
    ...articles.map((post) => ({
      path: `/post/${encodeURIComponent(post.slug)}`,
      modifiedAt: post.modified,
    })),
  ];
}
