import { execFileSync } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { withBrowser } from "./browser.ts";
import { freePort } from "../../tests/support/ports.ts";
import { runLighthouse } from "./lighthouse.ts";
import { renderedAnewMs } from "./pages.ts";
import { repeatedGets } from "./repeated-get.ts";
import {
  formatMb,
  formatMs,
  formatRatio,
  formatSeconds,
  median,
  type PartOptions,
  type PartReport,
  type Result,
} from "./results.ts";
import { startSite, withDirectory, type MeasuredServer } from "./servers.ts";
import { repoRoot } from "../support/repo-paths.ts";

const runs = 5;
const load = { connections: 32, seconds: 20 };
const renderedPages = 100;

/** Values of one checkout: ms, bytes, or a score. */
type Values = ReturnType<typeof noValues>;
type Compared = {
  name: string;
  of: (values: Values) => number[];
  format: (value: number) => string;
  /** Limit of this checkout's value: a value, or a multiple of the other's. */
  most?: number;
  mostOfOther?: number;
};

function noValues() {
  const none = (): number[] => [];
  return {
    firstStart: none(),
    laterStart: none(),
    atRest: none(),
    afterLoad: none(),
    rendering: none(),
    paint: none(),
    blocking: none(),
    performance: none(),
  };
}

const compared: Compared[] = [
  {
    name: "First start, DATA_DIR empty",
    of: ({ firstStart }) => firstStart,
    format: formatSeconds,
    mostOfOther: 0.35,
  },
  { name: "Later start", of: ({ laterStart }) => laterStart, format: formatSeconds, mostOfOther: 0.25 },
  { name: "Memory at rest, Postgres included", of: ({ atRest }) => atRest, format: formatMb, most: 180e6 },
  {
    name: `Memory after ${load.seconds} s of cached pages`,
    of: ({ afterLoad }) => afterLoad,
    format: formatMb,
    most: 220e6,
  },
  { name: "Home page rendered anew", of: ({ rendering }) => rendering, format: formatMs, mostOfOther: 0.6 },
  { name: "Lighthouse: largest paint", of: ({ paint }) => paint, format: formatMs, mostOfOther: 0.8 },
  { name: "Lighthouse: blocking time", of: ({ blocking }) => blocking, format: formatMs, mostOfOther: 0.4 },
  {
    name: "Lighthouse: performance",
    of: ({ performance }) => performance,
    format: (score) => String(Math.round(100 * score)),
  },
];

/**
 * Measures this checkout and that of an older commit in turns, so that both meet the same machine. The other one must be
 * installed and built (`npm run setup`).
 */
export async function measureBeside({ beside, isQuick }: PartOptions): Promise<PartReport> {
  if (beside === undefined) throw new Error("Name the other checkout's folder: --beside ../before");
  const sides = [
    { root: resolve(beside), values: noValues() },
    { root: repoRoot, values: noValues() },
  ] as const;
  const rounds = isQuick ? 1 : runs;
  for (let round = 0; round < rounds; round += 1)
    for (const { root, values } of sides) await measureStarts(root, values);
  await withSites(sides, async (sites) => {
    for (const { site, values } of sites) await measurePages(site, values);
    await measureHome(sites, rounds);
  });
  return {
    title: "Beside an older commit",
    results: compared.map((what) => comparison(what, sides[0].values, sides[1].values)),
    remarks: [
      `Commit ${commitOf(beside)}, and this one: medians of ${rounds}, in turns. Lighthouse loads \`/\` on a simulated phone.`,
    ],
  };
}

function commitOf(root: string): string {
  return execFileSync("git", ["rev-parse", "--short=8", "HEAD"], { cwd: root, encoding: "utf8" }).trim();
}

function comparison(what: Compared, others: Values, ours: Values): Result {
  const { name, of, format, most, mostOfOther } = what;
  const [before, now] = [median(of(others)), median(of(ours))];
  const value = `${format(before)} → ${format(now)} (${formatRatio(now, before)})`;
  if (most !== undefined) return { name, value, budget: `≤ ${format(most)}`, isMet: now <= most };
  if (mostOfOther === undefined) return { name, value };
  return { name, value, budget: `≤ ${mostOfOther.toFixed(2)} ×`, isMet: now <= before * mostOfOther };
}

async function measureStarts(root: string, values: Values): Promise<void> {
  await withDirectory(async (directory) => {
    for (const times of [values.firstStart, values.laterStart]) {
      const site = await startSite(join(directory, "data"), {}, root);
      await site.stop();
      times.push(site.startMs);
    }
  });
}

type Side = { root: string; values: Values };
type RunningSide = { site: MeasuredServer; values: Values };

async function withSites(
  sides: readonly Side[],
  work: (sites: RunningSide[]) => Promise<void>,
): Promise<void> {
  await withDirectory(async (directory) => {
    const running: RunningSide[] = [];
    try {
      for (const [index, { root, values }] of sides.entries())
        running.push({ site: await startSite(join(directory, String(index)), {}, root), values });
      await work(running);
    } finally {
      await Promise.all(running.map(({ site }) => site.stop()));
    }
  });
}

async function measurePages({ origin, pid }: MeasuredServer, values: Values): Promise<void> {
  values.atRest.push(await memoryOf(pid));
  await repeatedGets(`${origin}/`, "br", load);
  values.afterLoad.push(await memoryOf(pid));
  values.rendering.push(...(await renderedAnewMs(`${origin}/`, renderedPages)));
}

async function measureHome(sites: RunningSide[], rounds: number): Promise<void> {
  const port = await freePort();
  await withBrowser([`--remote-debugging-port=${port}`], async () => {
    for (let round = 0; round < rounds; round += 1)
      for (const { site, values } of sites) {
        const flags = { onlyCategories: ["performance"] };
        const { audits, categories } = await runLighthouse(`${site.origin}/`, port, flags);
        values.paint.push(audits["largest-contentful-paint"]?.numericValue ?? Number.NaN);
        values.blocking.push(audits["total-blocking-time"]?.numericValue ?? Number.NaN);
        values.performance.push(categories["performance"]?.score ?? Number.NaN);
      }
  });
}

/** Returns the memory of a process and all it has started, in bytes; shared memory is counted once (Linux's `Pss`). */
async function memoryOf(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, "utf8");
  const own = Number(/^Pss: +(\d+) kB$/m.exec(rollup)?.[1]) * 1024;
  const started: string[] = [];
  for (const task of await readdir(`/proc/${pid}/task`))
    started.push(
      ...(await readFile(`/proc/${pid}/task/${task}/children`, "utf8")).split(" ").filter(Boolean),
    );
  const theirs = await Promise.all(started.map((child) => memoryOf(Number(child))));
  return theirs.reduce((sum, bytes) => sum + bytes, own);
}
