import { defineFeature, type Kernel, type ServerFeature } from "#server/feature.ts";
import { createHttpClient } from "#server/upstreams/http-client.ts";
import { createRateLimiter } from "#server/limits/rate-limit.ts";
import { createUpstreamCopies } from "#server/upstreams/upstream-copies.ts";
import { AppError } from "#shared/errors.ts";
import { congressAccess, createCongressClient } from "#upstreams/congress/index.ts";
import { billsContract } from "../contract.ts";
import { readBillAddress } from "../domain/bill-citation.ts";
import type { BillKey } from "../domain/bill-types.ts";
import { createBillCopies } from "./bill-copies.ts";
import { createBillDirectory } from "./feeds/bill-directory.ts";
import { mountBillFeeds } from "./feeds/bill-feeds.ts";
import { createBillFinder } from "./feeds/bill-finder.ts";
import { createBillIndexJob } from "./index-pass/bill-index.ts";
import { createBillIndexStore } from "./index-pass/bill-index-store.ts";
import { measureBillIndex } from "./bill-metrics.ts";
import { createBillReader } from "./bill-reader.ts";
import { createBillSitemap } from "./feeds/bill-sitemap.ts";
import { createBillStore } from "./bill-store.ts";
import { createCongressCalls } from "./congress-calls.ts";

/** About a hundred megabytes: some two thousand bills with all their lists. */
const mostCopies = 20_000;

type SelfAddress = { selfOrigin: () => string };

/** Bills of Congress: the list on our own index, each bill from kept copies, feeds (docs/reference/product.md, "Bills"). */
export function createBillsFeature(kernel: Kernel, address: SelfAddress): { feature: ServerFeature } {
  const access = congressAccess(kernel.settings, address);
  const { source } = access;
  const fromCongress = kernel.settings.CONGRESS_FROM;
  const http = createHttpClient({
    fetch: kernel.fetch,
    log: kernel.log,
    metrics: kernel.metrics,
    userAgent: `Folio (${kernel.site.domain})`,
    upstream: "congress",
  });
  const client = createCongressClient({ ...access, http });
  const copies = createUpstreamCopies(kernel, { source, maxCopies: mostCopies });
  const calls = createCongressCalls(kernel, source);
  const store = createBillStore({ database: kernel.database, source, fromCongress });
  const indexStore = createBillIndexStore({ database: kernel.database, source });
  const billCopies = createBillCopies({ kernel, client, copies, calls, indexStore });
  const reader = createBillReader({ kernel, store, copies: billCopies });
  const finder = createBillFinder({ kernel, store, reader, client, copies, calls });
  const directory = createBillDirectory({ kernel, store, indexStore, finder, fromCongress });
  const sitemap = createBillSitemap({ kernel, store });
  function indexHasChanged(): void {
    directory.forgetCounts();
    sitemap.renewSoon();
  }
  let stopHearing = () => {};
  const job = createBillIndexJob({
    kernel,
    client,
    store: indexStore,
    source,
    fromCongress,
    onChange: () => {
      indexHasChanged();
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
      findBill: ({ citation }) => finder.find(citation),
    },
    routes: (app) => mountBillFeeds(app, { site: kernel.site, directory, reader, limiter }),
    sitemap: sitemap.entries,
    start: async () => {
      stopHearing = kernel.bus.onNews("bills", indexHasChanged);
      job.start();
      await sitemap.start();
    },
    stop: async () => {
      stopHearing();
      sitemap.stop();
      await job.stop();
    },
  });
  return { feature };
}

/** 404 with what is accepted where an address can name no bill: it is a wrong address, not a wrong question. */
function addressed(input: { congress: string; billType: string; billNumber: string }): BillKey {
  const address = readBillAddress(input);
  if (address.isValid) return address.key;
  throw new AppError(404, { NOT_FOUND: ["Not found"], ...address.errors });
}
