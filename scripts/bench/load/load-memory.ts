import { call, must, type Person } from "./load-people.ts";
import { countFailure, runLoad, type Asked, type LoadRun } from "./load-run.ts";
import { atMost, formatCount, type Result, type Table } from "../results.ts";
import type { MemoryAfterCollection, ProbedServer } from "../servers.ts";
import { siteConfig } from "#site-config";

const connections = 32;
const samples = 4;
/** Allowed growth from the first to the last sample; the caches are full by then, so more would be a leak. */
const mostGrowth = 1.1;
/** Number of new addresses of each kind per connection and quarter. */
const inventedPerList = 10;
/** Repetitions of every public page per list, because most visitors' requests are for one of them. */
const pageRounds = 10;
/** Number of pages rendered before the first sample; more than the cache holds, so that later ones replace others. */
const pagesBefore = 640;

/** Memory of the server after each quarter of the requests, and their results. */
export type MemoryRun = {
  samples: { requests: number; memory: MemoryAfterCollection }[];
  failures: Map<string, number>;
};

/**
 * Sends `requests` of all kinds in four quarters and collects the server's garbage after each: cached and newly rendered pages,
 * signed-in and anonymous calls, a write, files, unknown and refused addresses.
 */
export async function runMemory(
  site: ProbedServer,
  people: Person[],
  pages: string[],
  requests: number,
): Promise<MemoryRun> {
  const run: MemoryRun = { samples: [], failures: new Map() };
  const [first] = people;
  if (first === undefined) throw new Error("memory is measured with people");
  const { financialCategoryId } = must(
    await call<{ financialCategoryId: number }>(first, "/api/SaveFinancialCategory", {
      financialCategoryId: 0,
      name: "Renamed for memory",
    }),
  );
  const before = Array.from({ length: connections }, (_unused, connection) =>
    inventedNumbers(0, connection, pagesBefore / connections).map(newPage),
  );
  note(run, await runLoad(site.origin, before, { amount: pagesBefore }));
  for (let quarter = 0; quarter < samples; quarter += 1) {
    const lists = Array.from({ length: connections }, (_unused, connection) => {
      const person = people[connection % people.length] ?? first;
      const invented = inventedNumbers(1 + quarter, connection, inventedPerList);
      return mixedList({ person, pages, writer: first, financialCategoryId, invented });
    });
    note(run, await runLoad(site.origin, lists, { amount: Math.round(requests / samples) }));
    const sent = Math.round((requests / samples) * (quarter + 1));
    run.samples.push({ requests: sent, memory: await site.memory() });
  }
  return run;
}

function note(run: MemoryRun, load: LoadRun): void {
  for (const [reason, count] of load.failures) countFailure(run.failures, reason, count);
}

/** Returns numbers unique to this round and connection. */
function inventedNumbers(round: number, connection: number, count: number): number[] {
  const from = 10 + (round * connections + connection) * 1000;
  return Array.from({ length: count }, (_unused, at) => from + at);
}

/** Returns a page of the post list, each of which has its own address, so each number is rendered once and cached. */
function newPage(number: number): Asked {
  return { path: `/posts?page=${number}` };
}

type Mix = {
  person: Person;
  pages: string[];
  writer: Person;
  financialCategoryId: number;
  invented: number[];
};

function mixedList({ person, pages, writer, financialCategoryId, invented }: Mix): Asked[] {
  const { port } = new URL(person.origin);
  const cookie = { cookie: person.cookie };
  const rename: Asked = {
    path: "/api/SaveFinancialCategory",
    method: "POST",
    headers: {
      cookie: writer.cookie,
      "content-type": "application/json",
      "x-tenant": siteConfig.tenant,
      origin: writer.origin,
    },
    body: JSON.stringify({ financialCategoryId, name: "Renamed for memory" }),
  };
  return [
    ...Array.from({ length: pageRounds }, () =>
      pages.flatMap((path): Asked[] => [{ path }, { path, headers: { "accept-encoding": "gzip" } }]),
    ).flat(),
    ...invented.flatMap((name): Asked[] => [
      { path: `/nowhere/${name}`, status: 404 },
      { path: `/api/${name}`, status: 404 },
      { path: `/assets/${name}.js`, status: 404 },
      newPage(name),
      { path: `/?ignored=${name}` },
      { path: "/", headers: { host: `localhost.${name}.example:${port}` }, status: 421 },
    ]),
    { path: "/api/WordPressContent" },
    { path: "/api/CongressGetBills?page=1&pageSize=10" },
    { path: "/api/GetBudgets", headers: cookie },
    { path: "/api/GetBudgets", status: 401 },
    { path: "/api/GetOverview", headers: cookie },
    {
      path: `/api/GetTransactions?institutionAccessItemId=${person.itemId}&page=1&pageSize=5`,
      headers: cookie,
    },
    { path: "/api/GetBudget?budgetId=junk", headers: cookie, status: 400 },
    { path: "/.auth/me", headers: cookie },
    { path: "/favicon.svg" },
    { path: "/metrics" },
    rename,
  ];
}

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;

/** Returns the samples as a table, with the limit for the last against the first. */
export function memoryRows({ samples: taken }: MemoryRun): { table: Table; results: Result[] } {
  const table: Table = {
    columns: ["Memory after garbage collection", "Heap", "Outside the heap", "Resident"],
    rows: taken.map(({ requests, memory }) => [
      `after ${formatCount(requests)} requests`,
      megabytes(memory.heap),
      megabytes(memory.outsideHeap),
      megabytes(memory.resident),
    ]),
  };
  const [first, last] = [taken[0], taken.at(-1)];
  if (first === undefined || last === undefined) throw new Error("memory was never sampled");
  const names = { heap: "heap", outsideHeap: "memory outside the heap", resident: "resident memory" };
  const between = `after ${formatCount(last.requests)} requests against after ${formatCount(first.requests)}`;
  const results = (["heap", "outsideHeap", "resident"] as const).map((kind) =>
    atMost(
      `${names[kind]} ${between}`,
      last.memory[kind] / first.memory[kind],
      mostGrowth,
      (ratio) => `${ratio.toFixed(3)} ×`,
    ),
  );
  return { table, results };
}
