import { createHmac } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, BrowserContext } from "@playwright/test";
import { z } from "zod";
import { siteConfig } from "#site-config";
import { faults, type Fault } from "../../../tests/support/sites/faulty-server.ts";
import {
  startFaultyUpstreams,
  upstreamNames,
  type FaultyUpstreams,
  type UpstreamName,
} from "../../../tests/support/stand-ins/faulty-upstreams.ts";
import { withBrowser } from "../browser.ts";
import {
  firstScreens,
  memberScreens,
  publicScreens,
  unseenScreens,
  type Possessions,
} from "./faults-screens.ts";
import { walk, type Visit } from "./faults-walk.ts";
import { formatSeconds, type PartOptions, type PartReport, type Result } from "../results.ts";
import { startSiteWithClock, withDirectory } from "../servers.ts";

/** Longer than any call's time limit except Plaid's, and never complete before the site times out. */
const slowMs = 35_000;
const hourMs = 60 * 60_000;
/** Older than any copy that is shown without fetching again. */
const betweenRunsMs = 25 * hourMs;
const pagesAtATime = 3;
const webhookSecret = "secret-of-the-fault-bench";
const healthyPatienceMs = 60_000;
const longestRunMs = 12 * 60_000;
const promised = "no screen fails";
const titles: Record<UpstreamName, string> = {
  content: "WordPress",
  github: "GitHub",
  congress: "Congress.gov",
  "sign-in": "Sign-in",
  banks: "Plaid",
};

type Site = Awaited<ReturnType<typeof startSiteWithClock>>;
type Scene = {
  site: Site;
  upstreams: FaultyUpstreams;
  browser: Browser;
  /** Milliseconds by which the site's clock runs ahead. */
  aheadMs: number;
};
type Outcome = { visits: Visit[]; troubles: string[] };

/**
 * Visits every screen while each upstream in turn is down, slow, over its limit, or returns invalid data: cached data must be
 * shown, missing data must be reported, and nothing else may change. Takes about six minutes on an idle machine and twelve at
 * most; whatever is left then counts as missed. `--only github`, `github:slow`, `:slow` or `first` runs a part of it, `--quick`
 * one fault of each upstream.
 */
export function measureFaults({ isQuick, only }: PartOptions): Promise<PartReport> {
  const deadline = performance.now() + longestRunMs;
  async function rowOf(name: string, run: () => Promise<Outcome>): Promise<Result> {
    if (performance.now() < deadline) return resultOf(name, await run());
    return { name, value: "not run: the time was over", budget: promised, isMet: false };
  }

  return withBrowser([], async (browser) => {
    const results: Result[] = [];
    const runs = wantedRuns({ isQuick, only });
    if (runs.length > 0) {
      await withScene(browser, async (scene) => {
        const { possessions, healthy } = await prepare(scene);
        results.push(resultOf("All well", healthy));
        for (const { name, fault } of runs) {
          const run = () => walkBroken(scene, { name, fault, possessions });
          results.push(await rowOf(`${titles[name]} ${wordsOf[fault]}`, run));
        }
      });
    }
    for (const fault of wantedFirstStarts({ isQuick, only })) {
      const run = () => withScene(browser, firstStart, fault);
      results.push(await rowOf(`All five ${wordsOf[fault]} from the first start on`, run));
    }
    return {
      title: "Faults",
      results,
      remarks: [
        `A browser opens every screen while one upstream fails: refused connections; silence or a drip of ${slowMs / 1000} s; 429 with Retry-After; ` +
          "HTML, cut or wrong JSON, 500 and 502. A screen passes with its content, kept copies included, or with words and a way on, within 35 s; a blank one, " +
          "a 500, an endless wait or an uncaught exception fails. In each run a budget is saved and read back, somebody signs in, and calls about the bank answer in the envelope.",
      ],
    };
  });
}

const wordsOf: Record<Fault, string> = {
  down: "down",
  slow: "slow",
  limited: "answers 429",
  nonsense: "answers nonsense",
};

function wantedRuns({ isQuick, only }: PartOptions): { name: UpstreamName; fault: Fault }[] {
  if (only === "first") return [];
  const [wantedName, wantedFault] = (only ?? "").split(":");
  const runs = upstreamNames
    .filter((name) => !wantedName || name === wantedName)
    .flatMap((name) =>
      faults
        .filter((fault) => (wantedFault ? fault === wantedFault : !isQuick || fault === "nonsense"))
        .map((fault) => ({ name, fault })),
    );
  if (runs.length > 0) return runs;
  throw new Error(`--only takes ${upstreamNames.join(", ")}, :${faults.join(", :")}, both, or first.`);
}

function wantedFirstStarts({ isQuick, only }: PartOptions): readonly Fault[] {
  return only === "first" || (only === null && !isQuick) ? faults : [];
}

/** Starts a site in an empty directory and its upstreams; `broken` breaks all of them before it starts. */
function withScene<T>(browser: Browser, work: (scene: Scene) => Promise<T>, broken?: Fault): Promise<T> {
  return withDirectory(async (directory) => {
    let origin = "";
    const upstreams = await startFaultyUpstreams({ siteOrigin: () => origin, slowMs });
    try {
      if (broken !== undefined) for (const name of upstreamNames) await upstreams.break(name, broken);
      const site = await startSiteWithClock(directory, {
        ...upstreams.environment,
        LOG_LEVEL: "silent",
        WRITES_PER_MINUTE: "1000000",
        SEARCHES_PER_MINUTE: "1000000",
        CONTENT_WEBHOOK_SECRET: webhookSecret,
      });
      ({ origin } = site);
      try {
        return await work({ site, upstreams, browser, aheadMs: 0 });
      } finally {
        await site.stop();
      }
    } finally {
      await upstreams.stop();
    }
  });
}

/** Prepares without faults: the person links a bank, creates a budget and a product, and every screen is opened. */
async function prepare(scene: Scene): Promise<{ possessions: Possessions; healthy: Outcome }> {
  const context = await signedIn(scene);
  const linked = await post(context, scene, "/api/SetInstitutionAccessToken", {
    public_token: scene.upstreams.publicToken(),
  });
  const { institutionAccessItemId } = z.object({ institutionAccessItemId: z.int() }).parse(linked.data);
  const { budgetId } = await saveBudget(context, scene, "Rain");
  const product = { productId: 0, name: "Lamp", serialNumber: "FOLIO-1", grade: "A", description: "Light" };
  await post(context, scene, "/api/SaveProduct", { ...product, imageIds: [] });
  await whenIndexed(context, scene);
  const possessions = { budgetId, institutionAccessItemId };
  const visits = await walk(context, [...publicScreens, ...memberScreens(possessions)], pagesAtATime);
  await context.close();
  const notContent = visits.filter(({ face }) => face === "error");
  return {
    possessions,
    healthy: {
      visits,
      troubles: notContent.map(({ screen }) => `${screen.path} showed an error while all was well`),
    },
  };
}

async function whenIndexed(context: BrowserContext, { site }: Scene): Promise<void> {
  const deadline = performance.now() + healthyPatienceMs;
  for (;;) {
    const answer = await context.request.get(`${site.origin}/api/CongressGetBills`);
    const { data } = z
      .object({ data: z.object({ index: z.object({ isComplete: z.boolean() }) }) })
      .parse(await answer.json());
    if (data.index.isComplete) return;
    if (performance.now() > deadline) throw new Error("the index of bills did not become whole");
    await sleep(500);
  }
}

async function walkBroken(
  scene: Scene,
  { name, fault, possessions }: { name: UpstreamName; fault: Fault; possessions: Possessions },
): Promise<Outcome> {
  const { upstreams } = scene;
  await makeTimePass(scene);
  const context = await signedIn(scene);
  await upstreams.break(name, fault);
  try {
    if (name === "content") await readContentAnew(scene);
    const [visits, troubles] = await Promise.all([
      walk(
        context,
        [...publicScreens, ...memberScreens(possessions), ...unseenScreens(name, faults.indexOf(fault))],
        pagesAtATime,
      ),
      actionTroubles(scene, context, { name, fault, possessions }),
    ]);
    return { visits, troubles: [...troubles, ...(await signInTroubles(scene, name))] };
  } finally {
    await upstreams.break(name, null);
    if (name === "content") await readContentAnew(scene);
    await context.close();
  }
}

/** Tests actions besides viewing; each returned sentence is a problem. */
async function actionTroubles(
  scene: Scene,
  context: BrowserContext,
  { name, fault, possessions }: { name: UpstreamName; fault: Fault; possessions: Possessions },
): Promise<string[]> {
  const troubles: string[] = [];
  const budgetName = `While ${name} is ${fault}`;
  const { budgetId } = await saveBudget(context, scene, budgetName);
  const read = await context.request.get(`${scene.site.origin}/api/GetBudget?budgetId=${budgetId}`);
  if (!(await read.text()).includes(budgetName)) troubles.push("a saved budget was not there");
  for (const [path, body] of [
    ["/api/CreateFinancialLinkToken", {}],
    ["/api/SyncAccessItem", { institutionAccessItemId: possessions.institutionAccessItemId }],
  ] as const) {
    const answer = await post(context, scene, path, body);
    const isRight =
      answer.status === 200 || (name === "banks" && [429, 502, 503, 504].includes(answer.status));
    if (!isRight) troubles.push(`${path} answered ${answer.status}`);
  }
  if (name === "content") {
    const about = await (await context.request.get(`${scene.site.origin}/about`)).text();
    if (!about.includes("Its source isn’t responding")) troubles.push("old content did not say its age");
  }
  return troubles;
}

/** Signs in somebody new. By then the site's metadata of the provider has expired, so it must ask again. */
async function signInTroubles(scene: Scene, name: UpstreamName): Promise<string[]> {
  await makeTimePass(scene);
  const visitor = await scene.browser.newContext({ baseURL: scene.site.origin });
  const page = await visitor.newPage();
  const failure = await page.goto("/.auth/login/aad").then(
    () => "",
    (error: unknown) => String(error),
  );
  const address = page.url().replace(scene.site.origin, "");
  await visitor.close();
  const expected = name === "sign-in" ? "/sign-in?problem=provider-down" : "/accounts";
  return address === expected ? [] : [`signing in ended on ${address} ${failure}`];
}

/** Tests an owner's first start with every upstream down: nothing is cached, and nobody can sign in. */
async function firstStart({ browser, site }: Scene): Promise<Outcome> {
  const context = await browser.newContext({ baseURL: site.origin });
  const visits = await walk(context, firstScreens, pagesAtATime);
  await context.close();
  return { visits, troubles: [] };
}

/** Returns a row of the table: how many screens showed their content, and which showed a message instead. */
function resultOf(name: string, { visits, troubles }: Outcome): Result {
  const [failed, inWords] = (["failed", "error"] as const).map((outcome) =>
    visits.filter(({ face }) => face === outcome),
  );
  const areas = [...new Set(inWords?.map(({ screen }) => screen.area))].join(", ");
  const faults = [
    ...(failed ?? []).map(({ screen, reasons }) => `${screen.path}: ${reasons.join(", ")}`),
    ...troubles,
  ];
  const parts = [
    `${visits.filter(({ face }) => face === "content").length} of ${visits.length} screens as ever`,
    ...(areas === ""
      ? []
      : [`${inWords?.length} ${inWords?.length === 1 ? "says" : "say"} what is wrong (${areas})`]),
    `slowest ${formatSeconds(Math.max(...visits.map(({ ms }) => ms)))}`,
    ...(faults.length === 0 ? [] : [`FAILED: ${faults.join("; ")}`]),
  ];
  return { name, value: parts.join("; "), budget: promised, isMet: faults.length === 0 };
}

async function makeTimePass(scene: Scene): Promise<void> {
  scene.aheadMs += betweenRunsMs;
  await scene.site.setAhead(scene.aheadMs);
}

async function signedIn({ browser, site }: Scene): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: site.origin });
  const page = await context.newPage();
  await page.goto("/.auth/login/aad?post_login_redirect_uri=%2Fabout");
  if (new URL(page.url()).pathname !== "/about") throw new Error(`nobody is signed in: ${page.url()}`);
  await page.close();
  return context;
}

async function saveBudget(
  context: BrowserContext,
  scene: Scene,
  name: string,
): Promise<{ budgetId: number }> {
  const budget = { budgetId: 0, name, startDate: "2026-11-01", endDate: "2026-11-30" };
  const answer = await post(context, scene, "/api/SaveBudget", {
    ...budget,
    categories: [],
    budgetAccessItems: [],
  });
  return z.object({ budgetId: z.int() }).parse(answer.data);
}

/** Returns `data` of the envelope, or the body of a bare response. */
async function post(
  context: BrowserContext,
  { site }: Scene,
  path: string,
  data: object,
): Promise<{ status: number; data: unknown }> {
  const answer = await context.request.post(`${site.origin}${path}`, {
    data,
    headers: { "x-tenant": siteConfig.tenant, origin: site.origin },
    timeout: 60_000,
  });
  const body = z.looseObject({ data: z.unknown().optional() }).parse(await answer.json());
  return { status: answer.status(), data: body.data ?? body };
}

/** Reloads the content through its webhook instead of waiting minutes for the timer. */
async function readContentAnew({ site, aheadMs }: Scene): Promise<void> {
  const body = JSON.stringify({ timestamp: new Date(Date.now() + aheadMs).toISOString() });
  const signature = createHmac("sha256", webhookSecret).update(body).digest("hex");
  await fetch(`${site.origin}/api/ContentWebhook`, {
    method: "POST",
    body,
    headers: { "x-folio-signature": `sha256=${signature}`, "content-type": "application/json" },
  });
}
