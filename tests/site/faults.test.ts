import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { faults } from "../support/sites/faulty-server.ts";
import {
  startFaultyUpstreams,
  upstreamNames,
  type FaultyUpstreams,
  type UpstreamName,
} from "../support/stand-ins/faulty-upstreams.ts";
import { dealOut } from "../support/night.ts";
import { createTestApp, type TestApp } from "../support/test-app.ts";
import { useTestDatabase } from "../support/test-database.ts";

/**
 * Breaks each upstream in each way, over TCP, while every part of the site is called: calls that need it answer from copies or
 * report the failure in the envelope, all others work, and writes persist. tests/e2e and `npm run bench` cover the pages.
 */

/** Factor by which time limits, and slow upstreams, are sped up. */
const timesAsFast = 10;
const slowMs = 35_000 / timesAsFast;
/** The longest time limit of a call is Plaid's 30 s; the rest allows for a busy machine. */
const longestAnswerMs = 15_000;
const origin = "http://localhost:3000";
const dayMs = 24 * 60 * 60_000;

const database = useTestDatabase({ emptyBefore: "all" });
let upstreams: FaultyUpstreams;
let now = new Date();
/** Ids of the person's data, created while everything worked and copies were made. */
type Known = { budgetId: number; institutionAccessItemId: number };
let known: Known | null = null;

type Call = { path: string; body?: object };

const failureSchema = z.strictObject({
  success: z.literal(false),
  statusCode: z.int(),
  data: z.unknown(),
  errors: z.record(z.string().min(1), z.array(z.string().min(1)).min(1)),
});

beforeAll(async () => {
  upstreams = await startFaultyUpstreams({ siteOrigin: () => origin, slowMs });
});
afterAll(() => upstreams.stop());

/** Lasts until the end of the test. */
function runTimeLimitsFast(): void {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => timeout(ms / timesAsFast));
}

function site(): TestApp {
  return createTestApp(database(), { environment: upstreams.environment, now: () => now, origin });
}

/** Signs in and returns the session's cookie (null if there is none) and the final address. */
async function signIn(app: TestApp): Promise<{ cookie: string | null; location: string }> {
  const left = await app.request("/.auth/login/aad");
  const away = left.headers.get("location") ?? "";
  if (away.startsWith("/")) return { cookie: null, location: away };
  const back = new URL((await fetch(away, { redirect: "manual" })).headers.get("location") ?? "");
  const came = await app.request(back.pathname + back.search, {
    headers: { cookie: cookiesOf(left) },
  });
  const cookie =
    cookiesOf(came)
      .split("; ")
      .find((one) => one.startsWith("folio=")) ?? null;
  return { cookie, location: came.headers.get("location") ?? "" };
}

function cookiesOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
}

async function ask(app: TestApp, cookie: string, { path, body }: Call): Promise<Response> {
  return body === undefined ? app.request(path, { headers: { cookie } }) : app.post(path, body, { cookie });
}

/** Returns `data`, or the body of a bare response. */
async function dataOf<Data>(response: Response): Promise<Data> {
  const text = await response.text();
  expect(response.status, text).toBe(200);
  const body = JSON.parse(text) as { data?: Data } & Data;
  return body.data ?? body;
}

/** Returns calls of every part of the site that were answered while everything worked, so copies exist. */
function everyCall({ budgetId, institutionAccessItemId }: Known): Call[] {
  const ofItem = `institutionAccessItemId=${institutionAccessItemId}`;
  return [
    { path: "/api/WordPressContent" },
    { path: "/feed.xml" },
    { path: "/sitemap.xml" },
    { path: "/api/GitHubProfile" },
    { path: "/api/GitHubRepo?name=ledger-kit" },
    { path: "/api/GitHubReadme?repo=ledger-kit" },
    { path: "/api/GitHubRepoContents?repo=ledger-kit&path=README.md" },
    { path: "/api/CongressGetBills" },
    { path: "/congress/feed.xml" },
    { path: "/api/CongressGetBill?congress=118&billType=hr&billNumber=1" },
    { path: "/api/GetUserAccessItems" },
    { path: `/api/GetTransactions?${ofItem}` },
    { path: `/api/GetBudgetTransactions?budgetId=${budgetId}` },
    { path: `/api/GetBudget?budgetId=${budgetId}` },
    { path: `/api/GetIncomeSources?${ofItem}` },
    { path: "/.auth/me" },
    { path: "/api/GetBudgets" },
    { path: "/api/GetOverview" },
    { path: "/api/GetUsers" },
    { path: "/api/GetProducts" },
    { path: "/api/GetProductBySerialNumber?serialNumber=FOLIO-1" },
    { path: "/healthz" },
    { path: "/readyz" },
  ];
}

/** Returns calls without copies, by the upstream they need. */
function newCalls(name: UpstreamName): Call[] {
  const calls: Partial<Record<UpstreamName, Call[]>> = {
    github: [
      { path: "/api/GitHubRepo?name=hearing-room" },
      { path: "/api/GitHubReadme?repo=hearing-room" },
      { path: "/api/GitHubRepoContents?repo=tenant-desk&path=README.md" },
      { path: "/api/githubSearch?term=HttpClient" },
    ],
    congress: [
      { path: "/api/CongressGetBill?congress=113&billType=hr&billNumber=547" },
      { path: "/api/CongressFindBill?citation=HR+547+113th" },
    ],
    banks: [
      { path: "/api/CreateFinancialLinkToken", body: {} },
      { path: "/api/SetInstitutionAccessToken", body: { public_token: upstreams.publicToken() } },
    ],
  };
  return calls[name] ?? [];
}

async function expectOutage(response: Response, path: string): Promise<void> {
  const text = await response.text();
  expect([429, 502, 503, 504], `${path}: ${response.status} ${text}`).toContain(response.status);
  expect(failureSchema.parse(JSON.parse(text)).statusCode).toBe(response.status);
  expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  expect(text, path).not.toMatch(/\.ts:\d|node_modules|\bat \w+ \(|127\.0\.0\.1|ECONN/);
}

/** Signs in, creates one of everything, and waits until the bill index is complete. */
async function makeKnown(): Promise<Known> {
  const app = site();
  await app.start();
  const { cookie } = await signIn(app);
  if (cookie === null) throw new Error("nobody is signed in");
  const item = await dataOf<{ institutionAccessItemId: number }>(
    await app.post("/api/SetInstitutionAccessToken", { public_token: upstreams.publicToken() }, { cookie }),
  );
  const { budgetId } = await saveBudget(app, cookie, "Rain");
  const product = { productId: 0, name: "Lamp", serialNumber: "FOLIO-1", grade: "A", description: "Light" };
  await dataOf(await app.post("/api/SaveProduct", { ...product, imageIds: [] }, { cookie }));
  await vi.waitUntil(
    async () => {
      const answer = await app.request("/api/CongressGetBills");
      const { index } = await dataOf<{ index: { isComplete: boolean } }>(answer);
      // Counts are cached for a moment.
      now = new Date(now.getTime() + 20_000);
      return index.isComplete;
    },
    { timeout: 20_000, interval: 200 },
  );
  const made = { ...item, budgetId };
  for (const call of everyCall(made)) expect((await ask(app, cookie, call)).status, call.path).toBe(200);
  await app.stop();
  return made;
}

beforeEach(async () => {
  known ??= await makeKnown();
});

const upstreamsByName = Object.fromEntries(upstreamNames.map((name) => [name, name]));

describe.each(dealOut(upstreamsByName, faults))("while $name", ({ thing: name, cases }) => {
  it.each(cases)("is %s", async (fault) => {
    now = new Date(now.getTime() + dayMs);
    const { cookie } = await signIn(site());
    if (cookie === null) throw new Error("nobody is signed in");
    const app = site();
    await upstreams.break(name, fault);
    if (fault === "slow") runTimeLimitsFast();
    try {
      await app.start();
      await Promise.all(
        everyCall(known ?? (await makeKnown())).map(async (call) => {
          const startedAt = performance.now();
          const response = await ask(app, cookie, call);
          const text = await response.text();
          expect(response.status, `${call.path}: ${text.slice(0, 300)}`).toBe(200);
          expect(performance.now() - startedAt, call.path).toBeLessThan(longestAnswerMs);
        }),
      );
      await Promise.all(
        newCalls(name).map(async (call) => {
          const startedAt = performance.now();
          await expectOutage(await ask(app, cookie, call), call.path);
          expect(performance.now() - startedAt, call.path).toBeLessThan(longestAnswerMs);
        }),
      );
      const { cookie: fresh, location } = await signIn(app);
      if (name === "sign-in") expect([fresh, location]).toEqual([null, "/sign-in?problem=provider-down"]);
      else expect(fresh).not.toBeNull();
      await expectWriteToStay(app, cookie, `${name} ${fault}`);
      expect(upstreams.faultyAnswers(name) > 0 || fault === "down", "the fault was met").toBe(true);
    } finally {
      await upstreams.break(name, null);
    }
    // Pauses requested by the upstream, and our own, are over.
    now = new Date(now.getTime() + 20 * 60_000);
    expect((await signIn(app)).cookie).not.toBeNull();
    const [firstNew] = newCalls(name);
    if (firstNew !== undefined && fault === "nonsense")
      expect((await ask(app, cookie, firstNew)).status, firstNew.path).toBe(200);
    await app.stop();
    expect(app.logged.filter(({ msg }) => /unhandled|unexpected/i.test(String(msg)))).toEqual([]);
  });
});

async function saveBudget(app: TestApp, cookie: string, name: string): Promise<{ budgetId: number }> {
  const budget = { budgetId: 0, name, startDate: "2026-11-01", endDate: "2026-11-30" };
  const body = { ...budget, categories: [], budgetAccessItems: [] };
  return dataOf(await app.post("/api/SaveBudget", body, { cookie }));
}

async function expectWriteToStay(app: TestApp, cookie: string, name: string): Promise<void> {
  const { budgetId } = await saveBudget(app, cookie, name);
  const read = await app.request(`/api/GetBudget?budgetId=${budgetId}`, { headers: { cookie } });
  expect(await dataOf(read)).toMatchObject({ budgetName: name });
}
