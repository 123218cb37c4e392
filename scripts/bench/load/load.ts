import { publicPages } from "../browser.ts";
import { checkWrites } from "./load-check.ts";
import { memoryRows, runMemory } from "./load-memory.ts";
import { call, must, signPeopleIn, type Person } from "./load-people.ts";
import {
  countFailure,
  failureCount,
  longestMs,
  phaseColumns,
  phaseRow,
  runLoad,
  type Asked,
  type LoadRun,
} from "./load-run.ts";
import { runWrites } from "./load-writes.ts";
import {
  atMost,
  formatCount,
  formatMs,
  type PartOptions,
  type PartReport,
  type Result,
  type Table,
} from "../results.ts";
import { startHello, startProbedSite, withDirectory, type ProbedServer } from "../servers.ts";

type Sizes = {
  people: number;
  helloSeconds: number;
  seconds: { pages: number; reads: number; writes: number };
  memoryRequests: number;
};

const fullSizes: Sizes = {
  people: 50,
  helloSeconds: 5,
  seconds: { pages: 60, reads: 60, writes: 60 },
  memoryRequests: 200_000,
};
const quickSizes: Sizes = {
  people: 6,
  helloSeconds: 1,
  seconds: { pages: 2, reads: 2, writes: 2 },
  memoryRequests: 8_000,
};

const pageConnections = 32;
const slowestWriteMs = 250;
const shownReasons = 5;

/** Rate limits that a load test would run into; other tests cover them. */
const raisedLimits = {
  READS_PER_MINUTE: "1000000",
  WRITES_PER_MINUTE: "1000000",
  SEARCHES_PER_MINUTE: "1000000",
};

/** Results so far: table rows, targets, and failures by reason. */
type Findings = { phases: string[][]; results: Result[]; memory: Table[]; reasons: Map<string, number> };

/**
 * Measures anonymous pages, reads and writes of 50 signed-in people, then memory after 200,000 requests of all kinds. Takes
 * about six minutes at full size.
 */
export async function measureLoad({ isQuick }: PartOptions): Promise<PartReport> {
  const sizes = isQuick ? quickSizes : fullSizes;
  const findings: Findings = { phases: [], results: [], memory: [], reasons: new Map() };
  const helloRate = await measureHello(sizes, findings);
  await measureSite(sizes, helloRate, findings);
  return {
    title: "Load",
    tables: [{ columns: phaseColumns, rows: findings.phases }, ...findings.memory],
    results: findings.results,
    remarks: [
      `Each site is a process of its own on this machine, so server and load share its cores; “hello” is a bare Hono server on the same stack. ` +
        `${sizes.people} people signed in through the sandbox, each with a linked bank. ` +
        `Errors are wrong statuses, time-outs (10 s) and broken connections. The limits of calls a minute are raised by settings (${Object.keys(raisedLimits).join(", ")}).`,
      "Writes: budgets, estimates, categories and income sources, one call after the other for each person, a tenth of the budgets sent twice at once; " +
        "afterwards everything that each person has is read back and compared.",
      ...[...findings.reasons].slice(0, shownReasons).map(([reason, count]) => `${count} ×: ${reason}.`),
    ],
  };
}

async function measureHello(sizes: Sizes, findings: Findings): Promise<number> {
  const hello = await startHello();
  try {
    const lists = Array.from({ length: pageConnections }, (): Asked[] => [{ path: "/" }]);
    await runLoad(hello.origin, lists, { seconds: 1 });
    const run = await runLoad(hello.origin, lists, { seconds: sizes.helloSeconds });
    const rate = run.latenciesMs.length / run.seconds;
    note(findings, "Bare “hello”", { run, atOnce: pageConnections, helloRate: rate });
    return rate;
  } finally {
    await hello.stop();
  }
}

async function measureSite(sizes: Sizes, helloRate: number, findings: Findings): Promise<void> {
  await withLoadedSite(sizes, async (site, people) => {
    const { seconds } = sizes;
    const pages = await loadedPages(site.origin);
    const lists = Array.from({ length: pageConnections }, (_unused, at) =>
      turned(pages, at).map((path): Asked => ({ path })),
    );
    const anonymous = await runLoad(site.origin, lists, { seconds: seconds.pages });
    note(findings, "Anonymous pages", { run: anonymous, atOnce: pageConnections, helloRate });
    await measureCalls({ site, people, helloRate, findings, ...seconds });
    const memory = await runMemory(site, people, pages, sizes.memoryRequests);
    const { table, results } = memoryRows(memory);
    findings.memory.push(table);
    addErrors(findings, "Errors while memory was measured", memory);
    findings.results.push(...results);
  });
}

/** Runs with a demo site, which creates a person for each sign-in, and all people signed in. */
function withLoadedSite(
  sizes: Sizes,
  work: (site: ProbedServer, people: Person[]) => Promise<void>,
): Promise<void> {
  return withDirectory(async (directory) => {
    const settings = { FOLIO_DEMO: "1", ...raisedLimits };
    const site = await startProbedSite(directory, settings);
    try {
      await work(site, await signPeopleIn(site.origin, sizes.people));
    } finally {
      await site.stop();
    }
  });
}

type Calls = {
  site: ProbedServer;
  people: Person[];
  helloRate: number;
  findings: Findings;
  reads: number;
  writes: number;
};

/** Measures writes, verifies them, and reads the results. */
async function measureCalls(load: Calls): Promise<void> {
  const { site, people, helloRate, findings } = load;
  const writes = await runWrites(people, load.writes);
  note(findings, "Writes of signed-in people", { run: writes, atOnce: people.length, helloRate });
  findings.results.push(atMost("Slowest write", longestMs(writes), slowestWriteMs, formatMs));
  const { compared, wrong } = await checkWrites(writes.writers);
  findings.results.push(
    {
      name: `Things that writes made, compared afterwards (${formatCount(writes.acknowledged)} writes were acknowledged)`,
      value: formatCount(compared),
    },
    {
      name: "… missing, twice, with other values, or never acknowledged",
      value: formatCount(wrong.length),
      budget: "0",
      isMet: wrong.length === 0 && compared > 0,
    },
  );
  for (const text of wrong) countFailure(findings.reasons, text);
  const lists = await Promise.all(people.map((person, at) => readsOf(person, at)));
  const reads = await runLoad(site.origin, lists, { seconds: load.reads });
  note(findings, "Reading calls", { run: reads, atOnce: people.length, helloRate });
}

/** Returns the calls of public pages and of a person's finance screens, starting at a different one for each. */
async function readsOf(person: Person, at: number): Promise<Asked[]> {
  const [budget] = must(await call<{ budgetId: number }[]>(person, "/api/GetBudgets"));
  const headers = { cookie: person.cookie };
  const item = `institutionAccessItemId=${person.itemId}`;
  const ofBudget =
    budget === undefined
      ? []
      : [
          `/api/GetBudget?budgetId=${budget.budgetId}&summary=true`,
          `/api/GetBudgetTransactions?budgetId=${budget.budgetId}&excluded=false&page=1&pageSize=5`,
        ];
  const own = [
    "/.auth/me",
    "/api/GetOverview",
    "/api/GetUserAccessItems",
    "/api/GetBudgets",
    ...ofBudget,
    "/api/FinancialCategories",
    `/api/GetTransactions?${item}&page=1&pageSize=5`,
    `/api/GetIncomeSources?${item}`,
  ];
  const everybodys = [
    "/api/WordPressContent",
    "/api/GitHubProfile",
    "/api/CongressGetBills?page=1&pageSize=10",
    "/.auth/me",
  ];
  return turned(
    [...own.map((path): Asked => ({ path, headers })), ...everybodys.map((path) => ({ path }))],
    at,
  );
}

/** Returns public pages of every kind after loading each once. */
async function loadedPages(origin: string): Promise<string[]> {
  const [, , post] = await publicPages(origin);
  const sitemap = await (await fetch(`${origin}/sitemap.xml`)).text();
  const repository = /<loc>[^<]*(\/repo\/[^<]+)<\/loc>/.exec(sitemap)?.[1];
  const pages = ["/", "/about", "/posts", "/congress", "/code", "/generate-code", "/search"];
  const found = [post === undefined ? undefined : new URL(post.url).pathname, repository];
  pages.push(...found.filter((path) => path !== undefined));
  for (const path of pages) {
    const { status } = await fetch(`${origin}${path}`);
    if (status !== 200) throw new Error(`${path} answered ${status} before any load.`);
  }
  return pages;
}

function turned<Item>(items: Item[], by: number): Item[] {
  const at = by % items.length;
  return [...items.slice(at), ...items.slice(0, at)];
}

function note(
  findings: Findings,
  name: string,
  { run, atOnce, helloRate }: { run: LoadRun; atOnce: number; helloRate: number },
): void {
  findings.phases.push(phaseRow(name, run, atOnce, helloRate));
  addErrors(findings, `${name}: errors`, run);
}

/** Adds that there should be no failures, and the reasons of those that there are. */
function addErrors(findings: Findings, name: string, run: Pick<LoadRun, "failures">): void {
  const count = failureCount(run);
  findings.results.push({ name, value: formatCount(count), budget: "0", isMet: count === 0 });
  for (const [reason, times] of run.failures) countFailure(findings.reasons, reason, times);
}
