import { gunzipSync } from "node:zlib";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { watchChanges, type ChangeWatch } from "../support/change-watch.ts";
import { badInputs, describeInput, rightInput, type FuzzInput } from "../support/fuzz/fuzz-inputs.ts";
import { fuzzOperations, type FuzzOperation } from "../support/fuzz/fuzz-operations.ts";
import { byDay } from "../support/night.ts";
import { createFuzzPerson, createFuzzSite, type FuzzPerson } from "../support/fuzz/fuzz-site.ts";
import type { TestApp } from "../support/test-app.ts";
import { useTestDatabase } from "../support/test-database.ts";
import { contracts } from "#server/contracts.ts";

/**
 * Every operation of the API document with bad inputs by the hundred, from somebody who has rows of their own and from
 * nobody. The inputs are the same each time; FOLIO_FUZZ_SEED makes others, and a failure names its seed and the input.
 */

const seed = process.env["FOLIO_FUZZ_SEED"] ?? "folio";
const inputsMade = 200;
/** By day every tenth, of each operation others: together they are of all sorts. */
const inputStep = byDay(10, 1);
const inputsEach = inputsMade / inputStep;
/** Every so many of them are sent without a session as well. */
const anonymousEvery = byDay(4, 8);
/** Generous, for a busy machine: what explodes takes minutes. */
const slowestMs = 20_000;
/** Of a failing operation, so many inputs are told. */
const problemsTold = 5;
/** Whoever asks makes them: copies of what other services said, and on Postgres counts of calls. */
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
  /** One sentence for all of `errors`, of the calls whose bare answer has it. */
  errorMessage: z.string().min(1).optional(),
});
/** Operations whose right input needs what only another service or its signature can give. */
const unreached: Record<string, number[]> = {
  "POST /api/GitHubOAuthCallback": [400],
  "POST /api/CreateFinancialLinkToken": [404],
  "GET /api/GetPersonalDataDeletion": [404],
  "POST /api/SetInstitutionAccessToken": [400],
  "POST /api/UploadProductImage": [400],
  "POST /api/UndoCategoryRemoval": [404],
  "POST /api/ContentWebhook": [401],
  "POST /api/PlaidWebhook": [401],
};
/** Readings that note something, and in which table. */
const notingReadings: Record<string, string> = { "GET /api/GitHubOAuthUrl": "github_link_attempts" };
/** A session notes once a minute that it is in use. */
const lastSeen = "sessions UPDATE";
/** What only our own insides look like. */
const insides =
  /\n\s+at |node_modules|\.tsx?:\d|file:\/\/|\b(?:select|insert into|update|delete from)\b[^"]{0,80}"|violates|relation "|Failed query|invalid input syntax|ECONN/i;

const database = useTestDatabase({ emptyBefore: "all" });
let site: TestApp;
let watch: ChangeWatch;
/** Who only reads; what changes something gets a person of its own. */
let reader: FuzzPerson | undefined;

beforeAll(async () => {
  site = createFuzzSite(database());
  watch = await watchChanges(database(), madeByAsking);
});

const newPerson = () => createFuzzPerson(database(), site);

function send(input: FuzzInput, cookie: string | null): Promise<Response> {
  const own = input.headers["cookie"];
  const cookies = [...(cookie === null ? [] : [cookie]), ...(own === undefined ? [] : [own])].join("; ");
  return site.request(input.target, {
    method: input.method,
    headers: { ...input.headers, ...(cookies === "" ? {} : { cookie: cookies }) },
    ...(input.body === null ? {} : { body: input.body }),
  });
}

/** The body as a browser reads it: long answers are compressed for whoever takes that. */
async function textOf(response: Response): Promise<string> {
  // A stream does not end by itself.
  if (response.headers.get("content-type")?.startsWith("text/event-stream") === true) {
    await response.body?.cancel();
    return "";
  }
  const body = Buffer.from(await response.arrayBuffer());
  return (response.headers.get("content-encoding") === "gzip" ? gunzipSync(body) : body).toString();
}

/** What is wrong with an answer; null where nothing is. */
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
  if (insides.test(text)) return `${status} tells of our insides: ${text.slice(0, 200)}`;
  // Some paths are none of a call once a browser has read them: pages answer those, and this site has none.
  if (text === "" || !/^\/(?:api|\.auth)\//.test(pathname)) return null;
  return envelopeProblem(operation, status, text);
}

function envelopeProblem(operation: FuzzOperation, status: number, text: string): string | null {
  const body: unknown = JSON.parse(text);
  const failure = failureSchema.safeParse(body);
  if (failure.success)
    return failure.data.statusCode === status ? null : `${status} calls itself ${text.slice(0, 99)}`;
  const bare = bareFailures.get(operation.name)?.[status];
  if (operation.bareStatuses.includes(status) && bare?.safeParse(body).success === true) return null;
  return `${status} is not in the envelope: ${text.slice(0, 200)}`;
}

type Tried = { problem: string | null; status: number };

/** Sends an input and looks at the answer. */
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

/** The same for a call that may change rows: a refused one must not. */
async function tryWriting(operation: FuzzOperation, input: FuzzInput, cookie: string): Promise<Tried> {
  const tried = await tryInput(operation, input, cookie);
  const changes = await watch.changes();
  if (tried.problem !== null || tried.status < 400 || changes.length === 0) return tried;
  return { ...tried, problem: `refused with ${tried.status}, and yet changed ${changes.join(", ")}` };
}

function toldProblem(problem: string, input: FuzzInput): string {
  return `seed ${seed}: ${problem}\n    ${describeInput(input)}`;
}

describe.each(operations)("$name", (operation) => {
  let person: FuzzPerson | undefined;
  let inputs: FuzzInput[] = [];

  beforeEach(async () => {
    if (person !== undefined) return;
    // The calls of `/.auth/` may end a session.
    const isReading = operation.method === "GET" && operation.path.startsWith("/api/");
    person = isReading ? (reader ??= await newPerson()) : await newPerson();
    const known = person.knownOf(operation.path);
    inputs = badInputs(operation, { seed, count: inputsMade, known }).filter(
      (_, index) => (index + operations.indexOf(operation)) % inputStep === 0,
    );
    site.logged.length = 0;
    await watch.changes();
  });

  it(`stands ${inputsEach} bad inputs of a member`, { timeout: 120_000 }, async () => {
    expect(inputs.length).toBeGreaterThanOrEqual(inputsEach);
    const problems: string[] = [];
    let { cookie } = person ?? (await newPerson());
    for (const input of inputs) {
      const isReading = operation.method === "GET";
      const { problem, status } = await (isReading ? tryInput : tryWriting)(operation, input, cookie);
      if (problem !== null) problems.push(toldProblem(problem, input));
      // A call may end the caller's own session, as asked: the next ones need another.
      if (status !== 401 || !operation.isGuarded) continue;
      ({ cookie } = await newPerson());
      await watch.changes();
    }
    expect(problems.slice(0, problemsTold)).toEqual([]);
    // Whatever was read, and whether it was there or not.
    const noted = await watch.changes();
    const table = notingReadings[operation.name];
    if (operation.method === "GET")
      expect(noted.filter((change) => change.split(" ")[0] !== table && change !== lastSeen)).toEqual([]);
  });

  it("stands them from nobody, who changes nothing", async () => {
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

  it("is reached by them: what they are made of is an input that its schema takes", async () => {
    const { cookie, knownOf } = reader !== undefined && person === reader ? reader : await newPerson();
    const right = await send(rightInput(operation, knownOf(operation.path)), cookie);
    const text = await textOf(right);
    expect(unreached[operation.name] ?? [200, 409], text.slice(0, 300)).toContain(right.status);
    await watch.changes();
  });
});

describe("after all of them", () => {
  it("good calls are answered, and a change is still noticed", async () => {
    const { cookie, known } = await createFuzzPerson(database(), site);
    await watch.changes();
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

  it("no object has grown a property", () => {
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect("isMember" in {}).toBe(false);
  });
});
