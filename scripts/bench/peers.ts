import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser } from "@playwright/test";
import type { Result as LighthouseResult } from "lighthouse";
import { withBrowser } from "./browser.ts";
import { bytesOf, openQuietly, type Bytes } from "./bytes.ts";
import { freePort, runLighthouse } from "./lighthouse.ts";
import { plainPage, recordHome, samePage, spaPage } from "./peers/home-copies.ts";
import type { SiteFiles } from "./peers/site-files.ts";
import { formatCount, formatKb, formatMs, median, type PartOptions, type PartReport } from "./results.ts";
import { startStatic, withDirectory, withSite, type MeasuredServer } from "./servers.ts";

const fullRuns = 3;
/** Times and shortcuts of the visitor's own machine are written by scripts. */
const leastReadable = 0.99;
/** Within so much of the best one, a peer is as good. */
const tie = 1.02;

type Peer = { name: string; url: string; ready: string };
/** `simulated`: as if on the slow network; `throttled`: on one, by the browser itself. */
type Seen = {
  bytes: Bytes;
  textWithout: number;
  textWith: number;
  simulated: LighthouseResult[];
  throttled: LighthouseResult[];
};

const hydrated = 'html[data-hydrated="true"]';

/**
 * The home page against the same content from others, in one run: the same files from a bare server of files, the page without
 * its scripts, and an application that draws it in the browser. Lighthouse is the longest of it: some four minutes.
 */
export function measurePeers({ isQuick }: PartOptions): Promise<PartReport> {
  const runs = isQuick ? 1 : fullRuns;
  return withSite((site) =>
    withDirectory(async (directory) => {
      const commandPort = await freePort();
      return withBrowser([`--remote-debugging-port=${commandPort}`], async (browser) => {
        const { peers, stop } = await startPeers(site, browser, directory);
        try {
          const seen = await look(peers, browser, { runs, commandPort });
          return report(peers, seen, { runs, version: browser.version() });
        } finally {
          await stop();
        }
      });
    }),
  );
}

async function startPeers(
  site: MeasuredServer,
  browser: Browser,
  directory: string,
): Promise<{ peers: Peer[]; stop: () => Promise<void> }> {
  const { origin } = site;
  const files = await recordHome(browser, origin);
  const servers: MeasuredServer[] = [];
  const peers: Peer[] = [{ name: "Folio", url: `${origin}/`, ready: hydrated }];
  async function add(
    name: string,
    ready: string,
    copy: (to: { origin: string }) => Promise<SiteFiles>,
  ): Promise<void> {
    const port = await freePort();
    const listPath = join(directory, `${port}.json`);
    await writeFile(listPath, JSON.stringify(await copy({ origin: `http://localhost:${port}` })));
    const server = await startStatic(listPath, port);
    servers.push(server);
    peers.push({ name, url: `${server.origin}/`, ready });
  }
  await add("Same files, static server", hydrated, (to) => samePage(files, origin, to));
  await add("Plain page, no scripts", "main", (to) => plainPage(files, origin, to));
  await add("Bare SPA", "main", (to) =>
    spaPage(files, origin, to, { browser, directory: join(directory, "spa") }),
  );
  return { peers, stop: async () => void (await Promise.all(servers.map((server) => server.stop()))) };
}

/** What each peer loads and shows; Lighthouse goes round by round, so that all of them meet the same machine. */
async function look(
  peers: Peer[],
  browser: Browser,
  { runs, commandPort }: { runs: number; commandPort: number },
): Promise<Seen[]> {
  const seen: Seen[] = [];
  for (const { url, ready } of peers) {
    seen.push({
      bytes: await bytesOf(browser, url, { ready, counts: isOwn }),
      textWithout: await textLength(browser, url, null),
      textWith: await textLength(browser, url, ready),
      simulated: [],
      throttled: [],
    });
  }
  for (let run = 0; run < runs; run += 1) {
    for (const [at, { url }] of peers.entries()) {
      const onlyCategories = ["performance"];
      seen[at]?.simulated.push(await runLighthouse(url, commandPort, { onlyCategories }));
      const throttled = { onlyCategories, throttlingMethod: "devtools" } as const;
      seen[at]?.throttled.push(await runLighthouse(url, commandPort, throttled));
    }
  }
  return seen;
}

/** Not what the page asks GitHub for once it is there: here a sandbox answers, which packs nothing. */
const isOwn = (url: URL) => !url.pathname.startsWith("/sandbox/");

/** How many characters a visitor can read; `ready` null: with scripts off. */
async function textLength(browser: Browser, url: string, ready: string | null): Promise<number> {
  const context = await browser.newContext({ javaScriptEnabled: ready !== null });
  const page = await context.newPage();
  if (ready === null) await page.goto(url);
  else await openQuietly(page, url, ready);
  const text = await page.locator("body").innerText();
  await context.close();
  return text.replaceAll(/\s+/g, " ").trim().length;
}

/** One line of the comparison; less is better unless `mostIsBest`. */
type Line = {
  name: string;
  of: (seen: Seen) => number;
  format: (value: number) => string;
  mostIsBest?: boolean;
};

const audited =
  (method: "simulated" | "throttled", id: string) =>
  (seen: Seen): number =>
    median(seen[method].map((report) => report.audits[id]?.numericValue ?? Number.NaN));

const lines: Line[] = [
  { name: "HTML", of: ({ bytes }) => bytes.document, format: formatKb },
  { name: "CSS", of: ({ bytes }) => bytes.stylesheet, format: formatKb },
  { name: "JavaScript", of: ({ bytes }) => bytes.script, format: formatKb },
  { name: "Everything", of: ({ bytes }) => bytes.all, format: formatKb },
  { name: "Requests", of: ({ bytes }) => bytes.requests, format: String },
  {
    name: "Simulated: first contentful paint",
    of: audited("simulated", "first-contentful-paint"),
    format: formatMs,
  },
  {
    name: "Simulated: largest contentful paint",
    of: audited("simulated", "largest-contentful-paint"),
    format: formatMs,
  },
  {
    name: "Simulated: total blocking time",
    of: audited("simulated", "total-blocking-time"),
    format: formatMs,
  },
  {
    name: "Simulated: layout shift",
    of: audited("simulated", "cumulative-layout-shift"),
    format: (value) => String(Number(value.toFixed(4))),
  },
  {
    name: "Simulated: performance score",
    of: ({ simulated }) =>
      median(simulated.map(({ categories }) => 100 * (categories["performance"]?.score ?? 0))),
    format: (value) => String(Math.round(value)),
    mostIsBest: true,
  },
  {
    name: "Throttled: first contentful paint",
    of: audited("throttled", "first-contentful-paint"),
    format: formatMs,
  },
  {
    name: "Throttled: largest contentful paint",
    of: audited("throttled", "largest-contentful-paint"),
    format: formatMs,
  },
  {
    name: "Characters to read without scripts",
    of: ({ textWithout }) => textWithout,
    format: formatCount,
    mostIsBest: true,
  },
  {
    name: "Characters to read with scripts",
    of: ({ textWith }) => textWith,
    format: formatCount,
    mostIsBest: true,
  },
];

function report(
  peers: Peer[],
  seen: Seen[],
  { runs, version }: { runs: number; version: string },
): PartReport {
  const rows = lines.map((line) => {
    const values = seen.map((one) => line.of(one));
    const best = bestOf(values, line.mostIsBest ?? false).map((at) => peers[at]?.name ?? "");
    const winner = best.length === peers.length ? "all alike" : best.join(", ");
    return [line.name].concat(
      values.map((value) => line.format(value)),
      winner,
    );
  });
  const [folio] = seen;
  if (folio === undefined) throw new Error("the site was not seen");
  return {
    title: "Peers: the home page from others",
    tables: [{ columns: ["", ...peers.map(({ name }) => name), "Best"], rows }],
    results: [
      {
        name: "Folio: of what can be read, there without scripts",
        value: percent(folio.textWithout / folio.textWith),
        budget: `≥ ${percent(leastReadable)}`,
        isMet: folio.textWithout >= leastReadable * folio.textWith,
      },
    ],
    remarks: [
      `Chromium ${version}; Lighthouse's own phone on a slow network, median of ${runs}, in turns: simulated, which works out what would have been, and throttled by the browser, which waits. ` +
        "Bytes are bodies as they travel on a first visit, without what the page asks GitHub for once it is there.",
      "The same files: what a first visit to the site asks for, from a bare Node server out of memory, packed with Brotli at its best. " +
        "The plain page: that without scripts, so nothing on it works that needs one. The bare SPA: the same elements and styles, drawn by React " +
        "from one JSON file, built by Vite as it comes, with no router and no other page: less than any real application has.",
      "“Best” names all within 2 % of the best value.",
    ],
  };
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

/** The places of the best values and of those that are as good. */
function bestOf(values: number[], mostIsBest: boolean): number[] {
  const best = mostIsBest ? Math.max(...values) : Math.min(...values);
  return [...values.keys()].filter((at) => {
    const value = values[at] ?? Number.NaN;
    return mostIsBest ? value * tie >= best : value <= best * tie;
  });
}
