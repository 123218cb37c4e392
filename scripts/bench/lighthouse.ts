import lighthouse, { type Flags, type Result as LighthouseResult } from "lighthouse";
import { freePort } from "../../tests/support/ports.ts";
import { publicPages, withBrowser, type PublicPage } from "./browser.ts";
import { atLeast, formatMs, median, type PartReport, type Result } from "./results.ts";
import { withSite } from "./servers.ts";

const runs = 3;
const leastPerformance = 98;

const categories = [
  { id: "performance", name: "performance", least: leastPerformance },
  { id: "accessibility", name: "accessibility", least: 100 },
  { id: "best-practices", name: "best practices", least: 100 },
  { id: "seo", name: "SEO", least: 100 },
] as const;

/** Runs Lighthouse as a phone on a slow network, with its own simulated throttling. */
export function measureLighthouse(): Promise<PartReport> {
  return withSite(async (site) => {
    const port = await freePort();
    const pages = (await publicPages(site.origin)).slice(0, 3);
    return withBrowser([`--remote-debugging-port=${port}`], async (browser) => {
      const results: Result[] = [];
      const findings = new Set<string>();
      for (const page of pages) {
        const reports: LighthouseResult[] = [];
        for (let run = 0; run < runs; run += 1) reports.push(await runLighthouse(page.url, port));
        results.push(...pageRows(page, reports));
        for (const report of reports)
          for (const finding of findingsIn(report)) findings.add(`${page.name}: ${finding}`);
      }
      return {
        title: "Lighthouse",
        results,
        remarks: [
          `Lighthouse ${(await import("lighthouse/package.json", { with: { type: "json" } })).default.version}, ` +
            `Chromium ${browser.version()}, mobile with simulated throttling, median of ${runs}.`,
          ...[...findings].map((finding) => `Not full marks on ${finding}.`),
        ],
      };
    });
  });
}

function pageRows({ name }: PublicPage, reports: LighthouseResult[]): Result[] {
  const score = (id: string) =>
    Math.round(100 * median(reports.map((report) => report.categories[id]?.score ?? 0)));
  const value = (id: string) =>
    median(reports.map((report) => report.audits[id]?.numericValue ?? Number.NaN));
  const layoutShift = value("cumulative-layout-shift");
  return [
    ...categories.map((category) => atLeast(`${name}: ${category.name}`, score(category.id), category.least)),
    { name: `${name}: first contentful paint`, value: formatMs(value("first-contentful-paint")) },
    { name: `${name}: largest contentful paint`, value: formatMs(value("largest-contentful-paint")) },
    { name: `${name}: total blocking time`, value: formatMs(value("total-blocking-time")) },
    {
      name: `${name}: layout shift`,
      value: String(Number(layoutShift.toFixed(4))),
      budget: "0",
      isMet: layoutShift === 0,
    },
  ];
}

/** Runs Lighthouse on a page as a phone on a slow network; `port` is the browser's debugging port. */
export async function runLighthouse(
  url: string,
  port: number,
  flags: Pick<Flags, "onlyCategories" | "throttlingMethod"> = {
    onlyCategories: categories.map(({ id }) => id),
  },
): Promise<LighthouseResult> {
  const result = await lighthouse(url, { port, logLevel: "error", ...flags });
  if (result === undefined) throw new Error(`Lighthouse gave nothing for ${url}`);
  const { lhr } = result;
  if (lhr.runtimeError !== undefined) throw new Error(`Lighthouse on ${url}: ${lhr.runtimeError.message}`);
  return lhr;
}

/** Returns weighted audits that lost points, except the timings, which are in the table. */
function findingsIn(report: LighthouseResult): string[] {
  return categories.flatMap(({ id }) =>
    id === "performance"
      ? []
      : (report.categories[id]?.auditRefs ?? []).flatMap((reference) => {
          const audit = report.audits[reference.id];
          if (reference.weight === 0 || audit === undefined || audit.score === null || audit.score === 1)
            return [];
          return [`${id}: ${audit.title}`];
        }),
  );
}
