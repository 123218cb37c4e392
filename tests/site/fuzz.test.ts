import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { watchChanges, type ChangeWatch } from "../support/change-watch.ts";
import { badInputs, describeInput, rightInput, type FuzzInput } from "../support/fuzz/fuzz-inputs.ts";
import { fuzzOperations, type FuzzOperation } from "../support/fuzz/fuzz-operations.ts";
import { byDay } from "../support/night.ts";
import { unpackedText } from "../support/unpacked-text.ts";
import { unreached } from "../support/fuzz/unreached.ts";
import { createFuzzPerson, createFuzzSite, type FuzzPerson } from "../support/fuzz/fuzz-site.ts";
import type { TestApp } from "../support/test-app.ts";
import { keepRows, useTestDatabase } from "../support/test-database.ts";
import { contracts } from "#server/contracts.ts";

/**
 * Sends hundreds of bad inputs to every operation of the API document, with and without a session. The inputs are the same each
 * time; FOLIO_FUZZ_SEED changes them, and a failure names its seed and input.
 */

const seed = process.env["FOLIO_FUZZ_SEED"] ?? "folio";
const inputsMade = 200;
/** By day every tenth, different ones for each operation, so that together they cover all kinds. */
const inputStep = byDay(10, 1);
const inputsEach = inputsMade / inputStep;
/** Every n-th is also sent without a session. */
const anonymousEvery = byDay(4, 8);
/** Generous for a busy machine; an explosion takes minutes. */
const slowestMs = 20_000;
/** Maximum number of inputs reported per failing operation. */
const problemsTold = 5;
/** Tables that any call may write: copies of upstream responses and, on Postgres, call counts. */
const madeByAsking = ["upstream_copies", "leases", "call_counts"];

const operations = fuzzOperations();
const bareFailures = new Map(
  Object.values(contracts).flatMap((contract) =>
    Object.values(contract).map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint.bareFailures]),
  ),
);
const failureSchema = z.strictObject({
  success: z.literal(false),
  statusCode: z.int(),
  data: z.unknown(),
  errors: z.record(z.string().min(1), z.array(z.string().min(1)).min(1)),
  /** One sentence for all of `errors`, for calls whose bare response has it. */
  errorMessage: z.string().min(1).optional(),
});
/** Reads that record something, with the table. */
const notingReadings: Record<string, string> = {
  "GET /api/ExportPersonalData": "personal_data_records",
};
/** A session records once a minute that it is in use. */
const lastSeen = "sessions UPDATE";
/** Patterns of internal details. */
const insides =
  /\n\s+at |node_modules|\.tsx?:\d|file:\/\/|\b(?:select|insert into|update|delete from)\b[^"]{0,80}"|violates|relation "|Failed query|invalid input syntax|ECONN/i;

const database = useTestDatabase({ emptyBefore: "all" });
let site: TestApp;
let watch: ChangeWatch;
let person: FuzzPerson;
/** Brings the person back to what they were. */
let renewPerson: () => Promise<void>;

beforeAll(async () => {
  // First, so that nothing of the site is writing yet.
  watch = await watchChanges(database(), madeByAsking);
  site = createFuzzSite(database());
});

beforeEach(async () => {
  if (person !== undefined) return;
  person = await createFuzzPerson(database(), site);
  renewPerson = await keepRows(database());
  await watch.changes();
});

afterAll(() => watch.end());

/** Returns the changes since the last call, and undoes them. */
async function undoneChanges(): Promise<string[]> {
  const changes = await watch.changes();
  if (changes.some((change) => change !== lastSeen)) await renewPerson();
  return changes;
}

function send(input: FuzzInput, cookie: string | null): Promise<Response> {
  const own = input.headers["cookie"];
  const cookies = [...(cookie === null ? [] : [cookie]), ...(own === undefined ? [] : [own])].join("; ");
  return site.request(input.target, {
    method: input.method,
    headers: { ...input.headers, ...(cookies === "" ? {} : { cookie: cookies }) },
    ...(input.body === null ? {} : { body: input.body }),
  });
}

async function textOf(response: Response): Promise<string> {
  // A stream never ends on its own.
  if (response.headers.get("content-type")?.startsWith("text/event-stream") === true) {
    await response.body?.cancel();
    return "";
  }
  return unpackedText(response);
}

/** Returns the problem of a response; null if there is none. */
async function problemOf(
  operation: FuzzOperation,
  { response, ms, pathname }: { response: Response; ms: number; pathname: string },
): Promise<string | null> {
  const { status, headers } = response;
  const text = await textOf(response);
  if (status >= 500) return `${status} ${text.slice(0, 200)}`;
  if (ms > slowestMs) return `took ${Math.round(ms)} ms`;
  if (!/^[0-9a-f-]{36}$/.test(headers.get("x-request-id") ?? "")) return "no request id";
  if (headers.get("x-content-type-options") !== "nosniff") return "no nosniff";
  const error = site.logged.splice(0).find(({ level }) => level === "error");
  if (error !== undefined) return `logged ${JSON.stringify(error).slice(0, 300)}`;
  if (status < 400) return null;
  if (insides.test(text)) return `${status} reveals internals:  ${text.slice(0, 200)}`;
  // Once normalized, some paths aren't calls anymore; pages would answer them, and this site has none.
  if (text === "" || !/^\/(?:api|\.auth)\//.test(pathname)) return null;
  return envelopeProblem(operation, status, text);
}

function envelopeProblem(operation: FuzzOperation, status: number, text: string): string | null {
  const body: unknown = JSON.parse(text);
  const failure = failureSchema.safeParse(body);
  if (failure.success)
    return failure.data.statusCode === status ? null : `${status} claims to be ${text.slice(0, 99)}`;
  const bare = bareFailures.get(operation.name)?.[status];
  if (operation.bareStatuses.includes(status) && bare?.safeParse(body).success === true) return null;
  return `${status} isn't in the envelope: ${text.slice(0, 200)}`;
}

type Tried = { problem: string | null; status: number };

/** Sends an input and checks the response. */
async function tryInput(operation: FuzzOperation, input: FuzzInput, cookie: string | null): Promise<Tried> {
  const startedAt = performance.now();
  const response = await send(input, cookie);
  const ms = performance.now() - startedAt;
  const { status } = response;
  const { pathname } = new URL(`http://localhost:3000${input.target}`);
  if (status >= 400 && input.method !== "HEAD" && response.body === null)
    return { problem: `${status} without a body`, status };
  return { problem: await problemOf(operation, { response, ms, pathname }), status };
}

/** Does the same for a call that may change rows, which a refused one must not. */
async function tryWriting(operation: FuzzOperation, input: FuzzInput, cookie: string): Promise<Tried> {
  const tried = await tryInput(operation, input, cookie);
  const changes = (await undoneChanges()).filter((change) => change !== lastSeen);
  if (tried.problem !== null || tried.status < 400 || changes.length === 0) return tried;
  return { ...tried, problem: `refused with ${tried.status}, but changed ${changes.join(", ")}` };
}

function toldProblem(problem: string, input: FuzzInput): string {
  return `seed ${seed}: ${problem}\n    ${describeInput(input)}`;
}

describe.each(operations)("$name", (operation) => {
  let inputs: FuzzInput[] = [];

  beforeEach(async () => {
    if (inputs.length > 0) return;
    const known = person.knownOf(operation.path);
    inputs = badInputs(operation, { seed, count: inputsMade, known }).filter(
      (_, index) => (index + operations.indexOf(operation)) % inputStep === 0,
    );
    site.logged.length = 0;
  });

  it(`survives ${inputsEach} bad inputs from a member`, { timeout: 120_000 }, async () => {
    expect(inputs.length).toBeGreaterThanOrEqual(inputsEach);
    const problems: string[] = [];
    for (const input of inputs) {
      const isReading = operation.method === "GET";
      const { problem, status } = await (isReading ? tryInput : tryWriting)(operation, input, person.cookie);
      if (problem !== null) problems.push(toldProblem(problem, input));
      // A call may end the caller's own session on request; later ones need it.
      if (status === 401 && operation.isGuarded) await renewPerson();
    }
    expect(problems.slice(0, problemsTold)).toEqual([]);
    // Whatever was requested, and whether it existed or not.
    const noted = await undoneChanges();
    const table = notingReadings[operation.name];
    if (operation.method === "GET")
      expect(noted.filter((change) => change.split(" ")[0] !== table && change !== lastSeen)).toEqual([]);
  });

  it("survives them without a session, changing nothing", async () => {
    const problems: string[] = [];
    for (const input of inputs.filter((_, index) => index % anonymousEvery === 0)) {
      const { problem, status } = await tryInput(operation, input, null);
      if (problem !== null) problems.push(toldProblem(problem, input));
      const isItself = input.method === operation.method && input.target.split("?")[0] === operation.path;
      if (operation.isGuarded && isItself && status < 400) problems.push(toldProblem("let in", input));
    }
    expect(problems.slice(0, problemsTold)).toEqual([]);
    expect(await watch.changes()).toEqual([]);
  });

  it("accepts the valid input they are derived from", async () => {
    const right = await send(rightInput(operation, person.knownOf(operation.path)), person.cookie);
    const text = await textOf(right);
    expect(unreached[operation.name] ?? [200, 409], text.slice(0, 300)).toContain(right.status);
    await undoneChanges();
  });
});

describe("after all of them", () => {
  it("valid calls are answered, and changes are still detected", async () => {
    const { cookie, known } = person;
    const budget = await site.request(`/api/GetBudget?budgetId=${String(known["budgetId"])}`, {
      headers: { cookie },
    });
    expect(budget.status).toBe(200);
    const named = { name: "December", startDate: "2026-12-01", endDate: "2026-12-31" };
    const saved = await site.post(
      "/api/SaveBudget",
      { budgetId: 0, ...named, categories: [], budgetAccessItems: [] },
      { cookie },
    );
    expect(saved.status).toBe(200);
    expect(await watch.changes()).toContain("budgets INSERT");
    expect((await site.request("/api/WordPressContent")).status).toBe(200);
  });

  it("no prototype has gained a property", () => {
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect("isMember" in {}).toBe(false);
  });
});
