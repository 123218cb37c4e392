import { LRUCache } from "lru-cache";
import { defineFeature, type Kernel, type ServerFeature, type SitemapEntry } from "#server/feature.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import { createHttpClient } from "#server/upstreams/http-client.ts";
import { createRateLimiter } from "#server/limits/rate-limit.ts";
import { createUpstreamCopies } from "#server/upstreams/upstream-copies.ts";
import { AppError } from "#shared/errors.ts";
import { congressAccess, createCongressClient } from "#upstreams/congress/index.ts";
import { measureOnRequest } from "#server/metrics.ts";
import { billsContract } from "../contract.ts";
import { canonicalBillPath, readBillAddress } from "../domain/bill-citation.ts";
import { readBillType, type BillKey } from "../domain/bill-types.ts";
import { createBillCopies } from "./bill-copies.ts";
import { createBillDirectory } from "./feeds/bill-directory.ts";
import { mountBillFeeds } from "./feeds/bill-feeds.ts";
import { createBillFinder } from "./feeds/bill-finder.ts";
import { createBillIndexJob } from "./index-pass/bill-index.ts";
import { createBillIndexStore, type BillIndexStore } from "./index-pass/bill-index-store.ts";
import { createBillReader } from "./bill-reader.ts";
import { createBillStore, type BillStore } from "./bill-store.ts";
import { createCongressCalls } from "./congress-calls.ts";
import type { BillIndexState } from "../domain/bill-shapes.ts";

/** About a hundred megabytes: 2,000 bills with all their lists. */
const maxCopies = 20_000;

/** A sitemap holds 50,000 addresses for all features; visitors look for the newest bills. */
const maxInSitemap = 1_000;
const mostSuggested = 8;
const sitemapFreshMs = 60_000;

type SelfAddress = { selfOrigin: () => string };

/** Serves bills of Congress: lists from our own index, bills from cached copies, and feeds (docs/reference/product.md, "Bills"). */
export function createBillsFeature(
  kernel: Kernel,
  address: SelfAddress,
  { jobs }: { jobs: Jobs },
): { feature: ServerFeature } {
  const access = congressAccess(kernel.settings, address);
  const { source } = access;
  const fromCongress = kernel.settings.CONGRESS_FROM;
  const userAgent = `Folio (${kernel.site.domain})`;
  const http = createHttpClient({ ...kernel, userAgent, upstream: "congress" });
  const client = createCongressClient({ ...access, http });
  const copies = createUpstreamCopies(kernel, { source, maxCopies: maxCopies });
  const calls = createCongressCalls(kernel, source);
  const store = createBillStore({ database: kernel.database, source, fromCongress });
  const indexStore = createBillIndexStore({ database: kernel.database, source });
  const billCopies = createBillCopies({ kernel, client, copies, calls, indexStore });
  const reader = createBillReader({ kernel, store, copies: billCopies });
  const finder = createBillFinder({ kernel, store, reader, client, copies, calls });
  const directory = createBillDirectory({ kernel, store, indexStore, finder, fromCongress });
  // While the database is down, the known bills stay in the sitemap.
  const newest = new LRUCache<"newest", SitemapEntry[]>({
    max: 1,
    ttl: sitemapFreshMs,
    fetchMethod: () => newestPages(store),
    allowStaleOnFetchRejection: true,
  });
  let stopHearing = () => {};
  createBillIndexJob({
    kernel,
    jobs,
    client,
    store: indexStore,
    fromCongress,
    onChange: () => {
      directory.forgetCounts();
      kernel.bus.tell("bills");
    },
  });
  const limiter = createRateLimiter(kernel, "bills");
  measureBillIndex({ kernel, indexState: directory.indexState, indexStore });

  const feature = defineFeature({
    name: "bills",
    contract: billsContract,
    handlers: {
      getBill: async (input, { setHeader }) => {
        const blocks = await reader.read(addressed(input));
        const isWhole = Object.values(blocks).every(({ failed }) => !failed);
        if (!isWhole) setHeader("cache-control", "no-store");
        return blocks;
      },
      getBills: (input) => directory.list(input),
      suggestBills: async ({ q }) => ({ bills: await store.suggest(q, mostSuggested) }),
      findBill: ({ citation }) => finder.find(citation),
    },
    routes: (app) => mountBillFeeds(app, { site: kernel.site, directory, reader, limiter }),
    sitemap: async () => [
      { path: "/congress" },
      { path: "/bills" },
      { path: "/bill" },
      ...((await newest.fetch("newest")) ?? []),
    ],
    start: async () => {
      stopHearing = kernel.bus.onNews("bills", directory.forgetCounts);
    },
    stop: async () => stopHearing(),
  });
  return { feature };
}

async function newestPages(store: Pick<BillStore, "list">): Promise<SitemapEntry[]> {
  const bills = await store.list({}, { page: 1, pageSize: maxInSitemap });
  return bills.flatMap(({ congress, type, number, updateDate }) => {
    const billType = readBillType(type);
    if (billType === null) return [];
    return [{ path: canonicalBillPath({ congress, billType, billNumber: number }), modifiedAt: updateDate }];
  });
}

/** Returns the bill's key. An invalid address is a 404 that says what is accepted, not a 400. */
function addressed(input: { congress: string; billType: string; billNumber: string }): BillKey {
  const address = readBillAddress(input);
  if (address.isValid) return address.key;
  throw new AppError(404, { NOT_FOUND: ["Not found"], ...address.errors });
}

type MetricsOptions = {
  kernel: Pick<Kernel, "metrics" | "now" | "log">;
  indexState: () => Promise<BillIndexState>;
  indexStore: Pick<BillIndexStore, "states">;
};

/**
 * Adds the index's size, age, and failures to `/metrics`. They are read from the database on request, because another
 * server may be the one that updates the index.
 */
function measureBillIndex({ kernel, indexState, indexStore }: MetricsOptions): void {
  const gauge = (name: string, help: string, read: () => Promise<number>) =>
    measureOnRequest(kernel, name, help, read);
  gauge("folio_bills_indexed", "Bills in the local index", async () => (await indexState()).indexed);
  gauge("folio_bills_index_age_seconds", "Seconds since the index was last fully up to date", async () => {
    const { asOf } = await indexState();
    return asOf === null ? Number.NaN : Math.max(0, (kernel.now().getTime() - Date.parse(asOf)) / 1000);
  });
  gauge("folio_bills_index_failing", "Congresses whose last read failed", async () => {
    const states = await indexStore.states();
    return states.filter(({ problem }) => problem !== null).length;
  });
}
