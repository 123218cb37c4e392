import { createHash } from "node:crypto";
import type { SiteConfig } from "#shared/site-config.ts";
import { escapeXmlValue as xml } from "#shared/text/xml.ts";
import type { App, AppContext } from "#server/feature.ts";
import { matchesEtag } from "#server/http/calls/mount.ts";
import type { Content, Post } from "../domain/content-shapes.ts";
import { plainText, shortened } from "../domain/content-text.ts";
import { articlesOf } from "../domain/content-views.ts";
import { ageHeaders, knownContent } from "./content-age.ts";
import type { ContentSnapshot } from "./content-service.ts";

const maxEntries = 50;

type FeedOptions = { site: SiteConfig; snapshot: ContentSnapshot; origin: string };

/** Serves `/feed.xml` (Atom) and `/feed.json` (JSON Feed 1.1) of the articles, newest first, with 304 if unchanged. */
export function mountFeeds(app: App, site: SiteConfig, current: () => ContentSnapshot): void {
  app.get("/feed.xml", (c) => {
    const options = { site, snapshot: current(), origin: c.get("origin") };
    return answerFeed(c, options, "application/atom+xml; charset=utf-8", atomFeed(options));
  });
  app.get("/feed.json", (c) => {
    const options = { site, snapshot: current(), origin: c.get("origin") };
    return answerFeed(c, options, "application/feed+json; charset=utf-8", jsonFeed(options));
  });
}

function answerFeed(c: AppContext, options: FeedOptions, contentType: string, body: string): Response {
  for (const [name, value] of Object.entries(ageHeaders(options.snapshot))) c.header(name, value);
  const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  const modified = new Date(updatedAt(options.snapshot));
  modified.setUTCMilliseconds(0);
  c.header("etag", etag);
  c.header("last-modified", modified.toUTCString());
  c.header("cache-control", "public, max-age=300");
  const known = c.req.header("if-none-match");
  const since = Date.parse(c.req.header("if-modified-since") ?? "");
  // RFC 9110 section 13.1.3: the date is ignored if there is an entity tag.
  const isKnown = known === undefined ? modified.getTime() <= since : matchesEtag(known, etag);
  if (isKnown) return c.body(null, 304);
  return c.body(body, 200, { "content-type": contentType });
}

/** Returns the latest change of any article, or the time the content was read if there are none. */
function updatedAt(snapshot: ContentSnapshot): string {
  const dates = articlesOf(snapshot.content).map((post) => later(post.date, post.modified));
  return dates.sort().at(-1) ?? snapshot.asOf;
}

function later(a: string, b: string): string {
  return a > b ? a : b;
}

/** Renders an Atom feed (RFC 4287). Ids are `tag:` URIs of the domain, so that they survive a change of address. */
export function atomFeed({ site, snapshot, origin }: FeedOptions): string {
  const content = knownContent(snapshot);
  const entries = articlesOf(content)
    .slice(0, maxEntries)
    .map((post) => atomEntry(post, content, { site, origin }));
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${xml(site.language)}">`,
    `<id>${xml(`${origin}/`)}</id>`,
    `<title>${xml(site.ownerName)}</title>`,
    `<subtitle>${xml(site.headline)}</subtitle>`,
    `<updated>${xml(updatedAt(snapshot))}</updated>`,
    `<link rel="self" type="application/atom+xml" href="${xml(`${origin}/feed.xml`)}"/>`,
    `<link rel="alternate" type="text/html" href="${xml(`${origin}/posts`)}"/>`,
    `<author><name>${xml(site.ownerName)}</name><uri>${xml(`${origin}/about`)}</uri></author>`,
    ...entries,
    "</feed>",
    "",
  ].join("\n");
}

function atomEntry(
  post: Post,
  content: Content,
  { site, origin }: { site: SiteConfig; origin: string },
): string {
  const url = postUrl(origin, post);
  const categories = tagNames(post, content).map((name) => `<category term="${xml(name)}"/>`);
  return [
    "<entry>",
    `<id>${xml(`tag:${site.domain},${post.date.slice(0, 10)}:/post/${post.slug}`)}</id>`,
    `<title>${xml(post.title.rendered)}</title>`,
    `<link rel="alternate" type="text/html" href="${xml(url)}"/>`,
    `<published>${xml(post.date)}</published>`,
    `<updated>${xml(later(post.date, post.modified))}</updated>`,
    ...categories,
    `<summary>${xml(summaryOf(post))}</summary>`,
    `<content type="html">${xml(absoluteHtml(post.content.rendered, origin, url))}</content>`,
    "</entry>",
  ].join("");
}

/** Renders a JSON feed (https://www.jsonfeed.org/version/1.1/). */
export function jsonFeed({ site, snapshot, origin }: FeedOptions): string {
  const content = knownContent(snapshot);
  return JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title: site.ownerName,
    description: site.headline,
    home_page_url: `${origin}/posts`,
    feed_url: `${origin}/feed.json`,
    language: site.language,
    authors: [{ name: site.ownerName, url: `${origin}/about` }],
    items: articlesOf(content)
      .slice(0, maxEntries)
      .map((post) => ({
        id: postUrl(origin, post),
        url: postUrl(origin, post),
        title: post.title.rendered,
        content_html: absoluteHtml(post.content.rendered, origin, postUrl(origin, post)),
        summary: summaryOf(post),
        date_published: post.date,
        date_modified: later(post.date, post.modified),
        tags: tagNames(post, content),
      })),
  });
}

function postUrl(origin: string, post: Post): string {
  return `${origin}/post/${encodeURIComponent(post.slug)}`;
}

function summaryOf(post: Post): string {
  const excerpt = plainText(post.excerpt.rendered);
  return shortened(excerpt === "" ? plainText(post.content.rendered) : excerpt, 300);
}

function tagNames(post: Post, content: Content): string[] {
  return post.tags.flatMap((id) => content.tags.filter((tag) => tag.id === id).map(({ name }) => name));
}

/** Makes addresses absolute, because feed readers show the text elsewhere. The sanitizer's attributes are uniform. */
function absoluteHtml(html: string, origin: string, url: string): string {
  return html.replace(/ (href|src|poster)="([/#][^"]*)"/g, (_whole, name: string, address: string) => {
    return ` ${name}="${(address.startsWith("#") ? url : origin) + address}"`;
  });
}
