import { escapeXmlValue as xml } from "#shared/text/xml.ts";
import { createHash } from "node:crypto";
import { compress } from "hono/compress";
import type { App, AppContext } from "#server/feature.ts";
import { matchesEtag } from "#server/http/calls/mount.ts";
import type { RateLimiter } from "#server/limits/rate-limit.ts";
import { AppError, upstreamFailed } from "#shared/errors.ts";
import type { SiteConfig } from "#shared/site-config.ts";
import { billsContract } from "../../contract.ts";
import type { BillListItem } from "../../domain/bill-shapes.ts";
import { canonicalBillPath, fullBillCitation, readBillAddress } from "../../domain/bill-citation.ts";
import { billTimeline } from "../../domain/progress/bill-timeline.ts";
import { readBillType, type BillKey } from "../../domain/bill-types.ts";
import type { BillDirectory, ListQuery } from "./bill-directory.ts";
import type { BillReader } from "../bill-reader.ts";

const maxEntries = 50;
const retryAfterSeconds = 30;

type FeedOptions = {
  site: SiteConfig;
  directory: BillDirectory;
  reader: Pick<BillReader, "read">;
  /** Limiter for feeds, which cost as much as API calls and get their own rate limit of the same size. */
  limiter: RateLimiter;
};
type Entry = { id: string; title: string; url: string; updated: string; text: string };
type Feed = { path: string; page: string; title: string; updated: string; entries: Entry[] };

/**
 * Serves `/congress/feed.xml?congress=&billType=&q=` (Atom feed of a list's bills, newest action first) and
 * `/bill/{congress}/{billType}/{billNumber}/feed.xml` (a bill's actions), with 304 for unchanged feeds.
 */
export function mountBillFeeds(app: App, options: FeedOptions): void {
  for (const path of ["/congress/feed.xml", "/bill/:congress/:billType/:billNumber/feed.xml"]) {
    app.use(path, compress({ threshold: 1024 }));
  }
  app.get("/congress/feed.xml", async (c) => {
    const query = readQuery(c);
    if (query === null) return c.text("Not found", 404);
    await options.limiter.take(query.q === undefined ? "read" : "search", {
      address: c.get("clientAddress"),
    });
    return answer(c, options, await listFeed(options, query));
  });
  app.get("/bill/:congress/:billType/:billNumber/feed.xml", async (c) => {
    const address = readBillAddress(c.req.param());
    if (!address.isValid) return c.text(Object.values(address.errors).flat().join("\n"), 404);
    if (!address.isCanonical) return c.redirect(`${canonicalBillPath(address.key)}/feed.xml`, 301);
    await options.limiter.take("read", { address: c.get("clientAddress") });
    try {
      return answer(c, options, await billFeed(options, address.key));
    } catch (error) {
      if (error instanceof AppError && error.statusCode === 404) return c.text("Not found", 404);
      throw error;
    }
  });
}

/** Reads a list's filters as the API does; returns null if one is invalid. */
function readQuery(c: AppContext): ListQuery | null {
  const { congress, billType, q } = c.req.query();
  const parsed = billsContract.getBills.input.safeParse({ congress, billType, q });
  return parsed.success ? { ...parsed.data, page: 1, pageSize: maxEntries } : null;
}

async function listFeed({ site, directory }: FeedOptions, query: ListQuery): Promise<Feed> {
  const { bills, index } = await directory.list(query);
  const filters = new URLSearchParams(
    Object.entries({ congress: query.congress, billType: query.billType, q: query.q }).flatMap(
      ([name, value]) => (value === undefined || value === "" ? [] : [[name, String(value)]]),
    ),
  ).toString();
  const search = filters === "" ? "" : `?${filters}`;
  const entries = bills.flatMap((bill) => billEntry(site, bill));
  return {
    path: `/congress/feed.xml${search}`,
    page: `/congress${search}`,
    title: search === "" ? "Bills of Congress" : `Bills of Congress: ${wordsOfFilters(query)}`,
    updated: entries[0]?.updated ?? index.asOf ?? new Date(0).toISOString(),
    entries,
  };
}

function wordsOfFilters({ congress, billType, q }: ListQuery): string {
  return [congress === undefined ? "" : `Congress ${congress}`, billType?.toUpperCase() ?? "", q ?? ""]
    .filter((word) => word !== "")
    .join(", ");
}

function billEntry(site: SiteConfig, bill: BillListItem): Entry[] {
  const billType = readBillType(bill.type);
  if (billType === null) return [];
  const key = { congress: bill.congress, billType, billNumber: bill.number };
  const path = canonicalBillPath(key);
  return [
    {
      id: `tag:${site.domain},2026:${path}`,
      title: `${fullBillCitation(key)}: ${bill.title}`,
      url: path,
      updated: midnight(bill.latestAction?.actionDate ?? bill.updateDate),
      text: bill.latestAction?.text ?? bill.title,
    },
  ];
}

async function billFeed({ site, reader }: FeedOptions, key: BillKey): Promise<Feed> {
  const { billDetails, billActions } = await reader.read(key);
  // An empty feed would say that nothing ever happened; after a 503 feed readers keep what they have.
  if (billActions.failed) {
    throw upstreamFailed("This bill’s actions aren’t available right now. Try again in a moment.", {
      statusCode: 503,
      retryAfterSeconds,
    });
  }
  const path = canonicalBillPath(key);
  const citation = fullBillCitation(key);
  const events = billTimeline(billActions.actions).flatMap(({ day, events: ofDay }) =>
    ofDay.map((event) => Object.assign(event, { day })),
  );
  const repeats = new Map<string, number>();
  const entries = events.slice(0, maxEntries).map(({ day, text, milestone }) => ({
    id: `tag:${site.domain},2026:${path}#${distinct(`${day}-${shortHash(text)}`, repeats)}`,
    title: `${citation}: ${milestone ?? text}`,
    url: path,
    updated: midnight(day),
    text,
  }));
  return {
    path: `${path}/feed.xml`,
    page: path,
    title: `${citation}: ${billDetails.bill.title}`,
    updated: entries[0]?.updated ?? midnight(billDetails.bill.introducedDate ?? "1970-01-01"),
    entries,
  };
}

/** Numbers repeated ids: the same text on the same day is another action. */
function distinct(name: string, repeats: Map<string, number>): string {
  const count = (repeats.get(name) ?? 0) + 1;
  repeats.set(name, count);
  return count === 1 ? name : `${name}-${count}`;
}

/** Returns midnight: Congress's dates have no time. */
function midnight(day: string): string {
  return `${day}T00:00:00Z`;
}

function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 12);
}

function answer(c: AppContext, { site }: FeedOptions, feed: Feed): Response {
  const body = atom(site, c.get("origin"), feed);
  const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  c.header("etag", etag);
  c.header("cache-control", "public, max-age=900");
  if (matchesEtag(c.req.header("if-none-match"), etag)) return c.body(null, 304);
  return c.body(body, 200, { "content-type": "application/atom+xml; charset=utf-8" });
}

/** Renders a feed (RFC 4287). */
function atom(site: SiteConfig, origin: string, feed: Feed): string {
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    `<id>${xml(`tag:${site.domain},2026:${feed.path}`)}</id>`,
    `<title>${xml(feed.title)}</title>`,
    `<updated>${xml(feed.updated)}</updated>`,
    `<link rel="self" type="application/atom+xml" href="${xml(origin + feed.path)}"/>`,
    `<link rel="alternate" type="text/html" href="${xml(origin + feed.page)}"/>`,
    "<author><name>Congress.gov</name><uri>https://www.congress.gov/</uri></author>",
    ...feed.entries.map((entry) =>
      [
        "<entry>",
        `<id>${xml(entry.id)}</id>`,
        `<title>${xml(entry.title)}</title>`,
        `<link rel="alternate" type="text/html" href="${xml(origin + entry.url)}"/>`,
        `<updated>${xml(entry.updated)}</updated>`,
        `<summary>${xml(entry.text)}</summary>`,
        "</entry>",
      ].join(""),
    ),
    "</feed>",
    "",
  ].join("\n");
}
