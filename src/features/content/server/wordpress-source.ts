import type { Logger } from "#server/log.ts";
import { sanitizeHtml, type SanitizeOptions } from "#server/pages/sanitize-html.ts";
import {
  wordPressContentSchema,
  type WordPressClient,
  type WordPressContent,
} from "#upstreams/wordpress/index.ts";
import type { Content } from "../domain/content-shapes.ts";
import { aboutPageSlug, homePageSlug, isResumePost } from "../domain/content.ts";
import type { ContentCopyStore } from "./content-copy-store.ts";
import type { ContentSource } from "./content-source.ts";

const fourMinutesMs = 4 * 60_000;

type WordPressSourceOptions = {
  client: WordPressClient;
  baseUrl: string;
  copies: ContentCopyStore;
  log: Logger;
  now: () => Date;
};

/** Reads content from a WordPress site; stores each good result in the database for when WordPress is down. */
export function createWordPressSource(options: WordPressSourceOptions): ContentSource {
  const { client, baseUrl, copies, log, now } = options;
  return {
    kind: "wordpress",
    refreshEveryMs: fourMinutesMs,
    async read(signal) {
      const raw = await client.readContent(signal);
      try {
        await copies.save(baseUrl, raw, now());
      } catch (error) {
        log.warn({ error }, "Can't store the last good copy of the content.");
      }
      return { content: cleanContent(raw, baseUrl), problems: [] };
    },
    async readLastCopy() {
      const copy = await copies.load(baseUrl);
      if (copy === null) return null;
      const parsed = wordPressContentSchema.safeParse(copy.content);
      // A copy in an older version's shape is useless; the next read replaces it.
      if (!parsed.success) return null;
      return { content: cleanContent(parsed.data, baseUrl), problems: [], asOf: copy.asOf };
    },
  };
}

const ownPages: Record<string, string> = { [aboutPageSlug]: "/about", [homePageSlug]: "/" };

/** Returns WordPress's content with sanitized HTML; links between its own pages and posts lead to ours. */
function cleanContent(raw: WordPressContent, baseUrl: string): Content {
  const paths = new Map<string, string>([[linkKey(baseUrl), "/"]]);
  const byId = new Map<string, string>();
  for (const post of raw.posts) {
    const path = `/post/${encodeURIComponent(post.slug)}`;
    paths.set(linkKey(post.link), path);
    byId.set(`p=${post.id}`, path);
  }
  for (const page of raw.pages) {
    const path = ownPages[page.slug];
    if (path === undefined) continue;
    paths.set(linkKey(page.link), path);
    byId.set(`page_id=${page.id}`, path);
  }
  function clean(html: string, link: string, options: SanitizeOptions = {}): { rendered: string } {
    const rendered = sanitizeHtml(html, {
      baseUrl: URL.canParse(link) ? link : `${baseUrl}/`,
      mapLink: (href) => mapLink(href, { root: linkKey(baseUrl), paths, byId }),
      ...options,
    });
    return { rendered };
  }
  return {
    pages: raw.pages.map((page) => ({
      id: page.id,
      slug: page.slug,
      title: { rendered: page.title },
      content: clean(page.html, page.link, { headingIds: page.slug !== homePageSlug }),
    })),
    posts: raw.posts.map((post) => ({
      id: post.id,
      slug: post.slug,
      date: post.date,
      modified: post.modified,
      title: { rendered: post.title },
      // Parts of the home page are below its own headings, several on one page.
      content: clean(
        post.html,
        post.link,
        isResumePost(post) ? { topHeadingLevel: 3 } : { headingIds: true },
      ),
      excerpt: clean(post.excerptHtml, post.link),
      tags: post.tags,
      categories: post.categories,
    })),
    tags: raw.tags,
    categories: raw.categories,
  };
}

/** Normalizes a link's percent codes, which WordPress writes in lower case and the URL parser leaves as they are. */
function linkKey(link: string): string {
  const written = URL.canParse(link) ? new URL(link).href : link;
  return written
    .replace(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase())
    .replace(/^https?:/, "")
    .replace(/[?#].*$/, "")
    .replace(/\/+$/, "");
}

type OwnAddresses = {
  root: string;
  paths: ReadonlyMap<string, string>;
  /** Addresses by WordPress's short address: `p=12`, `page_id=2`. */
  byId: ReadonlyMap<string, string>;
};

/** Maps a link. At the root the query decides: a post or page by id, or something only WordPress has (`?s=`). */
function mapLink(href: string, { root, paths, byId }: OwnAddresses): string {
  const key = linkKey(href);
  const query = URL.canParse(href) ? new URL(href).search.slice(1) : "";
  const path = key === root && query !== "" ? byId.get(query) : paths.get(key);
  return path === undefined ? href : path + (/#.*$/.exec(href)?.[0] ?? "");
}
