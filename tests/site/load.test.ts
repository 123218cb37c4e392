import { expect, test } from "vitest";
import { createTestUser } from "../support/factories/auth-factory.ts";
import { findRoute, renderPage } from "#client/entry-server.tsx";
import { createSandbox } from "#sandbox/main.ts";
import { emptyPageData } from "../support/empty-page-data.ts";
import { byDay } from "../support/night.ts";
import { createTestApp, type TestApp } from "../support/test-app.ts";
import { useTestDatabase } from "../support/test-database.ts";
import { createOwnCounts } from "#server/limits/own-call-counts.ts";
import type { PageRenderer } from "#server/pages/page-renderer.ts";
import { readSettings } from "#server/settings/settings.ts";

/*
 * Counts what thousands of requests leave behind: statuses, rendered pages, metric series, rows. `npm run bench -- load`
 * measures their speed and memory.
 */

const database = useTestDatabase();
const origin = "http://localhost:3000";
/** Maximum number of cached pages, and of addresses whose route is cached. */
const mostPages = 500;
const mostRoutes = 1_000;
/** Maximum number of callers a server counts on its own. */
const mostCallers = 50_000;

const renderer: PageRenderer = {
  findRoute: async (pathname, options) => findRoute(pathname, options),
  render: (options) => renderPage(options),
  assetsOf: () => ({ scripts: [], styles: [], preloads: [] }),
};

function siteWithPages(pages: PageRenderer = renderer): TestApp {
  const sandbox = createSandbox({ origin: () => origin, settings: readSettings({}) });
  return createTestApp(database(), {
    renderer: pages,
    fetch: async (input, init) => sandbox.fetch({ req: { raw: new Request(input, init) }, env: {} }),
  });
}

/** Counts renderings, without rendering more than the route's name. */
function countingRenderer(): { pages: PageRenderer; drawn: () => number } {
  let drawn = 0;
  return {
    drawn: () => drawn,
    pages: {
      findRoute: async () => ({ handle: { query: ["page"] }, modules: [], isUnknown: false }),
      render: async ({ request }) => {
        drawn += 1;
        const body = `<h1>${new URL(request.url).search}</h1>`;
        return {
          kind: "page",
          status: 200,
          head: "<title>A page</title>",
          body,
          data: emptyPageData,
          failure: null,
        };
      },
      assetsOf: () => ({ scripts: [], styles: [], preloads: [] }),
    },
  };
}

async function seriesCount({ kernel }: TestApp): Promise<number> {
  const metrics = await kernel.metrics.registry.getMetricsAsJSON();
  return metrics.reduce((sum, { values }) => sum + values.length, 0);
}

/** Counts responses by status. */
async function statusesOf(answers: (Response | Promise<Response>)[]): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (const answer of answers) {
    const { status } = await answer;
    counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
}

test(
  "many requests of every kind are answered correctly and leave nothing that grows with their number",
  { timeout: 60_000 },
  async () => {
    const site = siteWithPages();
    const { cookie } = await createTestUser(database());
    const made = await site.post(
      "/api/SaveFinancialCategory",
      { financialCategoryId: 0, name: "Rent" },
      { cookie },
    );
    const { data } = (await made.json()) as { data: { financialCategoryId: number } };
    const rounds = byDay(10, 80);
    const round = (at: number): (Response | Promise<Response>)[] => [
      site.request("/"),
      site.request("/about?utm=1"),
      site.request(`/posts?ignored=${at}`),
      site.request(`/nowhere/${at}`),
      site.request(`/api/nothing-${at}`),
      site.request("/api/WordPressContent"),
      site.request("/.auth/me", { headers: { cookie } }),
      site.request("/api/GetBudgets", { headers: { cookie } }),
      site.request("/api/GetBudgets"),
      site.request(`/api/GetBudget?budgetId=junk-${at}`, { headers: { cookie } }),
      site.post("/api/SaveFinancialCategory", { ...data, name: `Rent ${at}` }, { cookie }),
      site.post("/api/SaveFinancialCategory", "{", { cookie }),
    ];
    // Everything twice, so that cached responses are used, too.
    await statusesOf(round(-2));
    await statusesOf(round(-1));
    const seriesBefore = await seriesCount(site);
    const counts: Record<number, number> = {};
    for (let at = 0; at < rounds; at += 1) {
      for (const [status, count] of Object.entries(await statusesOf(round(at))))
        counts[Number(status)] = (counts[Number(status)] ?? 0) + count;
    }
    expect(counts).toEqual({ 200: 7 * rounds, 400: 2 * rounds, 401: rounds, 404: 2 * rounds });
    expect(await seriesCount(site)).toBe(seriesBefore);
    expect(site.logged.filter(({ level }) => level === "error" || level === "warn")).toEqual([]);
    const own = await site.request("/api/FinancialCategories", { headers: { cookie } });
    const categories = ((await own.json()) as { data: { name: string; isBuiltIn: boolean }[] }).data;
    expect(categories.filter(({ isBuiltIn }) => !isBuiltIn).map(({ name }) => name)).toEqual([
      `Rent ${rounds - 1}`,
    ]);
  },
);

test("the number of cached pages is bounded, however many addresses are requested", async () => {
  const { pages, drawn } = countingRenderer();
  const site = siteWithPages(pages);
  const tooMany = 50;
  const addresses = Array.from({ length: mostPages + tooMany }, (_unused, at) => `/posts?page=${at}`);
  for (const address of addresses) expect((await site.request(address)).status).toBe(200);
  expect(drawn()).toBe(addresses.length);
  for (const address of addresses.slice(-mostPages).toReversed()) await site.request(address);
  expect(drawn()).toBe(addresses.length);
  for (const address of addresses.slice(0, -mostPages)) await site.request(address);
  expect(drawn()).toBe(addresses.length + tooMany);
});

test("all unknown addresses share one not-found page", async () => {
  const { pages, drawn } = countingRenderer();
  const nowhere: PageRenderer = {
    ...pages,
    findRoute: async () => ({ handle: { status: 404 }, modules: [], isUnknown: true }),
  };
  const site = siteWithPages(nowhere);
  for (let at = 0; at < mostPages; at += 1) await site.request(`/invented/${at}?${at}`);
  expect(drawn()).toBe(1);
});

test("the number of cached routes is bounded", () => {
  const asked = Array.from({ length: mostRoutes + 200 }, (_unused, at) => `/nowhere/${at}`);
  const found = new Map(asked.map((path) => [path, findRoute(path, { development: false })]));
  expect(findRoute(asked.at(-1) ?? "", { development: false })).toBe(found.get(asked.at(-1) ?? ""));
  const remembered = asked
    .toReversed()
    .filter((path) => findRoute(path, { development: false }) === found.get(path));
  expect(remembered.length).toBeGreaterThan(0);
  expect(remembered.length).toBeLessThanOrEqual(mostRoutes);
});

test("the number of counted callers is bounded; new ones replace the least recent", async () => {
  const counts = createOwnCounts(() => 0);
  const once = { most: 1, windowMs: 60_000 };
  const call = (caller: number) => counts.take(`caller ${caller}`, once);
  let waitsMs = 0;
  for (let caller = 0; caller < mostCallers; caller += 1) waitsMs += await call(caller);
  expect(waitsMs).toBe(0);
  expect(await call(0)).toBe(once.windowMs);
  expect(await call(mostCallers)).toBe(0);
  expect(await call(0)).toBe(once.windowMs);
  expect(await call(1)).toBe(0);
});
