import { expect, test } from "vitest";
import { createTestUser } from "../support/factories/auth-factory.ts";
import { findRoute, renderPage } from "#client/entry-server.tsx";
import { createSandbox } from "#sandbox/main.ts";
import { byDay } from "../support/night.ts";
import { createTestApp, type TestApp } from "../support/test-app.ts";
import { useTestDatabase } from "../support/test-database.ts";
import { createOwnCounts } from "#server/limits/own-call-counts.ts";
import type { PageRenderer } from "#server/pages/page-renderer.ts";
import { readSettings } from "#server/settings/settings.ts";

/*
 * What thousands of requests leave behind, in counts: statuses, pages made, series of metrics, rows. How fast they are, and what
 * they leave in memory, `npm run bench -- load` measures.
 */

const database = useTestDatabase();
const origin = "http://localhost:3000";
/** Pages that the HTML cache keeps, and addresses whose route is remembered. */
const mostPages = 500;
const mostRoutes = 1_000;
/** Callers whose calls a server counts by itself. */
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

/** Counts what is drawn without ever drawing more than the route's name. */
function countingRenderer(): { pages: PageRenderer; drawn: () => number } {
  let drawn = 0;
  return {
    drawn: () => drawn,
    pages: {
      findRoute: async () => ({ handle: { query: ["page"] }, modules: [], isUnknown: false }),
      render: async ({ request }) => {
        drawn += 1;
        const data = { queries: { queries: [], mutations: [] }, router: {} };
        const body = `<h1>${new URL(request.url).search}</h1>`;
        return { kind: "page", status: 200, head: "<title>A page</title>", body, data, failure: null };
      },
      assetsOf: () => ({ scripts: [], styles: [], preloads: [] }),
    },
  };
}

async function seriesCount({ kernel }: TestApp): Promise<number> {
  const metrics = await kernel.metrics.registry.getMetricsAsJSON();
  return metrics.reduce((sum, { values }) => sum + values.length, 0);
}

/** The statuses of answers, each with how often it was given. */
async function statusesOf(answers: (Response | Promise<Response>)[]): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (const answer of answers) {
    const { status } = await answer;
    counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
}

test(
  "many requests of every kind are answered as they should be, and leave nothing that grows with them",
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
    // Everything twice, so that what is kept is kept, and was found there once.
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

test("however many addresses are asked for, so many pages are kept and no more", async () => {
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

test("the same unknown page stands for all addresses that nobody has", async () => {
  const { pages, drawn } = countingRenderer();
  const nowhere: PageRenderer = {
    ...pages,
    findRoute: async () => ({ handle: { status: 404 }, modules: [], isUnknown: true }),
  };
  const site = siteWithPages(nowhere);
  for (let at = 0; at < mostPages; at += 1) await site.request(`/invented/${at}?${at}`);
  expect(drawn()).toBe(1);
});

test("routes of so many addresses are remembered and no more", () => {
  const asked = Array.from({ length: mostRoutes + 200 }, (_unused, at) => `/nowhere/${at}`);
  const found = new Map(asked.map((path) => [path, findRoute(path, { development: false })]));
  expect(findRoute(asked.at(-1) ?? "", { development: false })).toBe(found.get(asked.at(-1) ?? ""));
  const remembered = asked
    .toReversed()
    .filter((path) => findRoute(path, { development: false }) === found.get(path));
  expect(remembered.length).toBeGreaterThan(0);
  expect(remembered.length).toBeLessThanOrEqual(mostRoutes);
});

test("calls of so many callers are counted; a flood of new ones takes the place of those silent longest", async () => {
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
