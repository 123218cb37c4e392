import type { Page } from "@playwright/test";
import { withBrowser } from "./browser.ts";
import { atMost, formatMs, median, type PartReport } from "./results.ts";
import { withSite } from "./servers.ts";

const lineCount = 2000;
const slowdown = 4;
const runs = 5;
/** After the colours have come: what they still set off belongs to them. */
const settleMs = 1000;

/** Promised: readable within one frame of arriving, and no task that the hand would notice. */
const mostFrames = 1;
const mostTaskMs = 200;

type Opening = { framesToText: number; textMs: number; coloursMs: number; longestTaskMs: number };

/** A file of 2,000 lines on a slow machine: when it can be read, when it is coloured, what that holds up. */
export function measureCode(): Promise<PartReport> {
  return withSite((site) =>
    withBrowser([], async (browser) => {
      const openings: Opening[] = [];
      for (let run = 0; run < runs; run += 1) {
        const context = await browser.newContext();
        const page = await context.newPage();
        await answerWithSample(page);
        openings.push(await openFile(page, site.origin));
        await context.close();
      }
      const of = (read: (opening: Opening) => number) => median(openings.map(read));
      const worst = (read: (opening: Opening) => number) => Math.max(...openings.map(read));
      return {
        title: "Code",
        results: [
          atMost(
            "Frames until the text is readable",
            of(({ framesToText }) => framesToText),
            mostFrames,
            String,
          ),
          { name: "Readable after its arrival", value: formatMs(of(({ textMs }) => textMs)) },
          { name: "Coloured after its arrival", value: formatMs(of(({ coloursMs }) => coloursMs)) },
          atMost(
            "Longest task, of all runs",
            worst(({ longestTaskMs }) => longestTaskMs),
            mostTaskMs,
            formatMs,
          ),
        ],
        remarks: [
          `A TypeScript file of ${lineCount.toLocaleString("en-US")} lines opened from search results, the page’s thread slowed down ${slowdown} times; ` +
            `median of ${runs}. From the moment the page has the file’s text; the first frame that begins after it counts as one.`,
        ],
      };
    }),
  );
}

/** The search and the file answer from here: only what the browser does is measured. */
async function answerWithSample(page: Page): Promise<void> {
  const item = {
    sha: "1",
    name: "sample.ts",
    path: "src/sample.ts",
    html_url: "https://github.example/owner/sample/blob/main/src/sample.ts",
    repository: { name: "sample", description: null },
    text_matches: [{ fragment: "balance", matches: [{ text: "balance", indices: [0, 7] }] }],
  };
  const answer = (data: unknown) => ({ json: { success: true, statusCode: 200, data, errors: null } });
  await page.route("**/api/githubSearch?*", (route) =>
    route.fulfill(answer({ items: [item], total_count: 1, incomplete_results: false })),
  );
  const escaped = sampleText().replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  await page.route("**/api/GitHubRepoContents?*", (route) => route.fulfill(answer(`<pre>${escaped}</pre>`)));
}

/** Ordinary code: comments, types, strings, templates, numbers. */
function sampleText(): string {
  const block = (index: number) => `/** Adds the entries of account ${index}; cents are whole numbers. */
export function balanceOf${index}(entries: readonly Entry[], limit = ${index}): number {
  const wanted = entries.filter((entry) => entry.amount > 0 && entry.account !== "closed");
  // Nothing is lost on the way.
  const balance = wanted.reduce((sum, { amount }) => sum + amount * 100, 0);
  if (balance > limit) throw new RangeError(\`Account ${index}: \${balance} is above \${limit}.\`);
  return Math.round(balance) / 100;
}
`;
  return Array.from({ length: Math.ceil(lineCount / 9) }, (_, index) => block(index))
    .join("\n")
    .split("\n")
    .slice(0, lineCount)
    .join("\n");
}

async function openFile(page: Page, origin: string): Promise<Opening> {
  await page.goto(`${origin}/code?q=balance`);
  await page.waitForSelector('html[data-hydrated="true"]');
  await page.getByRole("link", { name: "sample.ts" }).waitFor();
  await page.waitForLoadState("networkidle");
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  const seen = await page.evaluateHandle(watch);
  await seen.evaluate(openFirstFile);
  await page.waitForTimeout(settleMs);
  return seen.evaluate(readWatch);
}

/** In the page, because a driver's own questions would count as its work: opens the file and waits for its colours. */
async function openFirstFile(seen: Watch): Promise<void> {
  document.querySelector<HTMLElement>("a[data-file]")?.click();
  while (seen.colouredAt === 0) await new Promise((resolve) => requestAnimationFrame(resolve));
}

type Watch = {
  tasks: number[];
  frames: { at: number; hasText: boolean }[];
  /** When the page had the file's text in its hands. */
  arrivedAt: number;
  colouredAt: number;
};

/** In the page: notes long tasks, the file's arrival, what each frame shows, and when the first colour is there. */
function watch(): Watch {
  const seen: Watch = { tasks: [], frames: [], arrivedAt: 0, colouredAt: 0 };
  // oxlint-disable-next-line typescript/unbound-method -- called with its response below
  const readJson = Response.prototype.json;
  Response.prototype.json = async function json() {
    const body: unknown = await readJson.call(this);
    if (this.url.includes("GitHubRepoContents")) seen.arrivedAt = performance.now();
    return body;
  };
  new PerformanceObserver((list) => {
    seen.tasks.push(...list.getEntries().map(({ duration }) => duration));
  }).observe({ type: "longtask" });
  function frame() {
    seen.frames.push({ at: performance.now(), hasText: document.querySelector("[data-chunk]") !== null });
    if (seen.colouredAt === 0 && document.querySelector("[data-line] .hljs-keyword") !== null)
      seen.colouredAt = performance.now();
    requestAnimationFrame(frame);
  }
  requestAnimationFrame(frame);
  return seen;
}

/** In the page: what was noted, counted from the file's arrival. */
function readWatch({ tasks, frames, arrivedAt, colouredAt }: Watch): Opening {
  const after = frames.filter(({ at }) => at > arrivedAt);
  const first = after.findIndex(({ hasText }) => hasText);
  return {
    framesToText: first + 1,
    textMs: (after[first]?.at ?? Number.NaN) - arrivedAt,
    coloursMs: colouredAt - arrivedAt,
    longestTaskMs: Math.max(0, ...tasks),
  };
}
