import type { OutgoingHttpHeaders } from "node:http";
import { getsInTurn, repeatedGets } from "./repeated-get.ts";
import { formatCount, formatMs, formatRatio, median, percentile, type PartReport } from "./results.ts";
import { startHello, withSite, type MeasuredServer } from "./servers.ts";

const connections = 32;
const rounds = 3;
const loadSeconds = 2;
const warmUpSeconds = 2;
const firstByteRequests = 300;
const uncachedPages = 100;

/** Measures public pages over HTTP: cached ones under load compared with a bare server, first byte, rendering and memory. */
export function measurePages(): Promise<PartReport> {
  return withSite(async (site) => {
    const hello = await startHello();
    try {
      return await measureBoth(site, hello);
    } finally {
      await hello.stop();
    }
  });
}

async function measureBoth(site: MeasuredServer, hello: MeasuredServer): Promise<PartReport> {
  const home = `${site.origin}/`;
  const memoryAtStart = await residentMb(site);
  await load(home, "br", warmUpSeconds);
  await load(`${hello.origin}/`, "identity", warmUpSeconds);
  const { bare, brotli, identity } = await loadInTurns(`${hello.origin}/`, home);
  const memoryAfterLoad = await residentMb(site);
  const cached = await firstBytesMs(home, () => ({}), firstByteRequests);
  const bareFirst = await firstBytesMs(`${hello.origin}/`, () => ({}), firstByteRequests);
  const rendered = await renderedAnewMs(home, uncachedPages);
  const memoryAtEnd = await residentMb(site);
  return {
    title: "Pages",
    results: [
      { name: "Bare Hono “hello”, requests per second", value: formatCount(bare) },
      { name: "Cached home page, brotli, requests per second", value: formatCount(brotli) },
      {
        name: "… against “hello”",
        value: formatRatio(brotli, bare),
        budget: "≥ 0.50 ×",
        isMet: brotli / bare >= 0.5,
      },
      { name: "Cached home page, identity, requests per second", value: formatCount(identity) },
      { name: "… against “hello”", value: formatRatio(identity, bare) },
      ...firstByteRows("First byte, “hello”", bareFirst),
      ...firstByteRows("First byte, cached home page", cached),
      ...firstByteRows("First byte, home page rendered anew", rendered),
      { name: "Memory at start", value: `${memoryAtStart} MB` },
      { name: "Memory after the load", value: `${memoryAfterLoad} MB` },
      { name: `Memory after ${uncachedPages} rendered pages`, value: `${memoryAtEnd} MB` },
    ],
    remarks: [
      `Load: ${connections} connections from the same machine, so server and load share its cores; median of ${rounds} rounds of ${loadSeconds} s in turns. ` +
        "First bytes: one request after the other on one connection. Memory: resident set of the server’s process.",
    ],
  };
}

function firstByteRows(name: string, values: number[]) {
  return [50, 95].map((percent) => ({
    name: `${name}, p${percent}`,
    value: formatMs(percentile(values, percent)),
  }));
}

/** Measures requests per second of all three, round by round, so that they run under the same conditions. */
async function loadInTurns(helloUrl: string, home: string) {
  const rates = { bare: [] as number[], brotli: [] as number[], identity: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    rates.bare.push(await load(helloUrl, "identity", loadSeconds));
    rates.brotli.push(await load(home, "br", loadSeconds));
    rates.identity.push(await load(home, "identity", loadSeconds));
  }
  return { bare: median(rates.bare), brotli: median(rates.brotli), identity: median(rates.identity) };
}

/** Measures requests per second. */
async function load(url: string, encoding: string, seconds: number): Promise<number> {
  const run = await repeatedGets(url, encoding, { connections, seconds });
  return run.count / run.seconds;
}

/** Returns the times to the first byte of a page that isn't in the cache, in ms: pages are cached per host and port. */
export function renderedAnewMs(url: string, count: number): Promise<number[]> {
  return firstBytesMs(url, (index) => ({ host: `localhost:${20_000 + index}` }), count);
}

async function firstBytesMs(
  url: string,
  headersOf: (index: number) => OutgoingHttpHeaders,
  count: number,
): Promise<number[]> {
  const gets = await getsInTurn(url, (index) => ({ "accept-encoding": "br", ...headersOf(index) }), count);
  return gets.map(({ firstByteMs }) => firstByteMs);
}

async function residentMb({ origin }: MeasuredServer): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  const bytes = /^\w*process_resident_memory_bytes (\S+)$/m.exec(text)?.[1];
  if (bytes === undefined) throw new Error("The server’s metrics don't include its memory.");
  return Math.round(Number(bytes) / 1_000_000);
}
