import type { Browser, Page, Request } from "@playwright/test";
import { publicPages, withBrowser, type PublicPage } from "./browser.ts";
import { atMost, formatKb, type PartReport, type Result } from "./results.ts";
import { withSite } from "./servers.ts";

/** Transferred body sizes by type; `images` is separate because a page may show photographs. */
export type Bytes = {
  document: number;
  script: number;
  stylesheet: number;
  image: number;
  all: number;
  requests: number;
};

const kinds = ["document", "script", "stylesheet", "image"] as const;
/** Limits promised for the home page. */
const most = { document: 30_000, script: 120_000, stylesheet: 15_000, all: 250_000 };
const settleMs = 500;

/** Measures what a visitor's browser loads for a page, as transferred (compressed). */
export function measureBytes(): Promise<PartReport> {
  return withSite((site) =>
    withBrowser([], async (browser) => {
      const results: Result[] = [];
      for (const page of await publicPages(site.origin)) {
        results.push(...rows(page, await bytesOf(browser, page.url)));
      }
      return {
        title: "Bytes",
        results,
        remarks: [
          "Bodies as they travel (brotli), first visit, until the page is taken over and the network is quiet.",
        ],
      };
    }),
  );
}

function rows({ name }: PublicPage, bytes: Bytes): Result[] {
  const limit = name === "/" ? most : null;
  const row = (label: string, value: number, least: number | undefined): Result =>
    least === undefined
      ? { name: `${name}: ${label}`, value: formatKb(value) }
      : atMost(`${name}: ${label}`, value, least, formatKb);
  return [
    row("HTML", bytes.document, limit?.document),
    row("CSS", bytes.stylesheet, limit?.stylesheet),
    row("JavaScript", bytes.script, limit?.script),
    row(`all without images, ${bytes.requests} requests`, bytes.all - bytes.image, limit?.all),
  ];
}

type Visit = {
  /** Text shown once the page is complete. */
  ready?: string;
  /** Filters the URLs to count. */
  counts?: (url: URL) => boolean;
};

/** Measures a first visit, until the page is ready and the network is idle. */
export async function bytesOf(
  browser: Browser,
  url: string,
  { ready = 'html[data-hydrated="true"]', counts = () => true }: Visit = {},
): Promise<Bytes> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const bytes: Bytes = { document: 0, script: 0, stylesheet: 0, image: 0, all: 0, requests: 0 };
  const measured: Promise<void>[] = [];
  page.on("requestfinished", (request) => {
    if (counts(new URL(request.url()))) measured.push(count(request, bytes));
  });
  await openQuietly(page, url, ready);
  await Promise.all(measured);
  await context.close();
  return bytes;
}

async function count(request: Request, bytes: Bytes): Promise<void> {
  const { responseBodySize } = await request.sizes();
  const kind = kinds.find((name) => name === request.resourceType());
  if (kind !== undefined) bytes[kind] += responseBodySize;
  bytes.all += responseBodySize;
  bytes.requests += 1;
}

/** Opens a page and waits until it shows `ready` and the network is idle. */
export async function openQuietly(page: Page, url: string, ready: string): Promise<void> {
  await page.goto(url);
  await page.waitForSelector(ready, { state: "attached" });
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(settleMs);
}
