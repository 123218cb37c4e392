import { compareDates } from "#shared/time/compare-dates.ts";
import { Hono, type Context } from "hono";
import { congressSandbox } from "../congress-sandbox-client.ts";
import { billTypes, itemOf, listRow, subjectsOf, subLists } from "./bill-answers.ts";
import { paginationOf, readListRequest, toXml, type ListRequest } from "./sandbox-answers.ts";
import { createSandboxBills, type BillIdentity, type SandboxBills } from "./sandbox-bills.ts";
import { delay, respondWithFailure, sentinels, type SandboxFailure } from "./sandbox-failures.ts";
import { createHourlyLimit } from "./sandbox-limit.ts";
import { createSeedBill, type SeedBill } from "./seed-bill.ts";

export type CongressSandbox = {
  app: Hono;
  /** Data of the service, which tests can change. */
  bills: SandboxBills;
  /** Hourly requests per key. */
  hourlyLimit: number;
  /** The newest thousand calls as paths with their query below `/v3`, latest last. */
  calls: string[];
  /** Runs before each answer, for example to change bills while a list is being read. */
  beforeAnswer: ((address: string) => void) | null;
  /** Shifts later pages by one row, so that a row repeats or is skipped. */
  pageSlip: "repeat" | "skip" | null;
  /** Delay of the slow bill number. */
  slowMs: number;
  /** Makes the next answers fail, optionally only for matching addresses. */
  fail: (failure: SandboxFailure, times?: number, matching?: RegExp) => void;
  /** Ends the failures. */
  recover: () => void;
};

type Planned = { failure: SandboxFailure; times: number; matching: RegExp };

const keptCalls = 1_000;

/**
 * Creates a sandbox that speaks api.congress.gov v3 under `/sandbox/congress/v3`: lists of bills and laws, bills and everything
 * below them, with paging, keys, limits and errors as in docs/reference/upstreams.md, "Congress calls". It has no summaries
 * across bills, no members and no committees.
 */
export function createCongressSandbox(options: { now?: () => Date } = {}): CongressSandbox {
  const now = options.now ?? (() => new Date());
  const limit = createHourlyLimit(now);
  const planned: Planned[] = [];
  const app = new Hono().basePath(congressSandbox.path);
  const sandbox: CongressSandbox = {
    app,
    bills: createSandboxBills(now),
    hourlyLimit: 5_000,
    calls: [],
    beforeAnswer: null,
    pageSlip: null,
    slowMs: 4_000,
    fail: (failure, times = 1, matching = /^/) => void planned.push({ failure, times, matching }),
    recover: () => void planned.splice(0),
  };

  app.use("*", async (c, next) => {
    const address = addressOf(c);
    sandbox.calls.splice(0, sandbox.calls.length - keptCalls + 1);
    sandbox.calls.push(address);
    const failure = takeFailure(planned, address);
    if (failure !== null) return respondWithFailure(c, failure);
    const key = keyOf(c);
    if (key === null) return respondWithFailure(c, "no-key");
    if (!key.startsWith(congressSandbox.keyPrefix)) return respondWithFailure(c, "bad-key");
    const { remaining } = limit.take(key, sandbox.hourlyLimit);
    c.header("X-Ratelimit-Limit", String(sandbox.hourlyLimit));
    c.header("X-Ratelimit-Remaining", String(remaining ?? 0));
    if (remaining === null) return respondWithFailure(c, "limit");
    sandbox.beforeAnswer?.(address);
    return next();
  });
  app.get("/bill", (c) => answerBills(c, sandbox, () => true));
  app.get("/bill/:congress{\\d+}", (c) => answerBills(c, sandbox, (bill) => isOf(c, bill)));
  app.get("/bill/:congress{\\d+}/:type", (c) => {
    if (!billTypes.has(c.req.param("type").toLowerCase())) return unknownResource(c);
    return answerBills(c, sandbox, (bill) => isOf(c, bill));
  });
  app.get("/bill/:congress{\\d+}/:type/:number", (c) => answerItem(c, sandbox));
  app.get("/bill/:congress{\\d+}/:type/:number/:list", (c) => answerSubList(c, sandbox));
  app.get("/law/:congress{\\d+}", (c) => answerLaws(c, sandbox));
  // Grouped, because one of Hono's routers treats a bare alternation as a prefix.
  app.get("/law/:congress{\\d+}/:lawType{(?:pub|priv)}", (c) => answerLaws(c, sandbox));
  app.get("/law/:congress{\\d+}/:lawType{(?:pub|priv)}/:number", (c) => answerLaw(c, sandbox));
  app.all("*", unknownResource);
  return sandbox;
}

function addressOf(c: Context): string {
  const url = new URL(c.req.url);
  return url.pathname.slice(congressSandbox.path.length + 1) + url.search;
}

function baseOf(c: Context): string {
  return `${new URL(c.req.url).origin}${congressSandbox.path}`;
}

/**
 * Reads the key from the header, the query, or the user of basic authentication (docs/reference/upstreams.md, "Congress
 * parameters").
 */
function keyOf(c: Context): string | null {
  const basic = /^Basic (.+)$/i.exec(c.req.header("authorization") ?? "")?.[1];
  const user = basic === undefined ? "" : (Buffer.from(basic, "base64").toString().split(":")[0] ?? "");
  const key = c.req.header("x-api-key") ?? c.req.query("api_key") ?? user;
  return key === "" ? null : key;
}

function takeFailure(planned: Planned[], address: string): SandboxFailure | null {
  const index = planned.findIndex(({ matching }) => matching.test(address));
  const plan = planned[index];
  if (plan === undefined) return null;
  plan.times -= 1;
  if (plan.times <= 0) planned.splice(index, 1);
  return plan.failure;
}

function answer(c: Context, body: Record<string, unknown>, status: 200 | 404 = 200): Response {
  c.header("Access-Control-Allow-Origin", "*");
  c.header("Cache-Control", "public, max-age=1800");
  c.header("Vary", "Accept-Encoding, Accept");
  if (c.req.query("format") === "json") return c.json(body, status);
  return c.body(toXml(body), status, { "content-type": "application/xml; charset=utf-8" });
}

function unknownResource(c: Context): Response {
  return answer(c, { error: `Unknown resource: ${addressOf(c).replace(/\?.*/, "")}` }, 404);
}

/** Returns the parts of the request that every answer repeats: all strings, with the path's own spelling. */
function requestOf(c: Context, more: Record<string, string> = {}): Record<string, string> {
  const { congress, type, number } = c.req.param();
  return {
    ...(number === undefined ? {} : { billNumber: number }),
    ...(type === undefined ? {} : { billType: type }),
    ...more,
    ...(congress === undefined ? {} : { congress }),
    contentType: "application/json",
    format: c.req.query("format") ?? "xml",
  };
}

function isOf(c: Context, bill: SeedBill): boolean {
  const { congress, type } = c.req.param();
  return bill.congress === Number(congress) && (type === undefined || bill.type === type.toLowerCase());
}

function answerBills(c: Context, sandbox: CongressSandbox, isWanted: (bill: SeedBill) => boolean): Response {
  const query = new URL(c.req.url).searchParams;
  const [from, to] = [query.get("fromDateTime"), query.get("toDateTime")];
  const bills = sandbox.bills
    .all()
    .filter(isWanted)
    .filter(({ updated }) => (from === null || updated >= from) && (to === null || updated <= to));
  return answerRows(c, sandbox, sortBills(bills, query.get("sort")), { withLaws: false });
}

function answerLaws(c: Context, sandbox: CongressSandbox): Response {
  const laws = sandbox.bills
    .all()
    .filter((bill) => isOf(c, bill) && bill.laws.length > 0 && c.req.param("lawType") !== "priv");
  return answerRows(c, sandbox, sortBills(laws, c.req.query("sort") ?? null), { withLaws: true });
}

function answerRows(
  c: Context,
  sandbox: CongressSandbox,
  bills: SeedBill[],
  { withLaws }: { withLaws: boolean },
): Response {
  const { shown, pagination } = pageOf(c, sandbox, bills);
  const context = sandbox.bills.context(baseOf(c));
  return answer(c, {
    ...(shown.length === 0 ? {} : { bills: shown.map((bill) => listRow(bill, context, withLaws)) }),
    pagination,
    request: requestOf(c),
  });
}

/** Sorts by newest action, unless a known order of updates is requested. */
function sortBills(bills: SeedBill[], sort: string | null): SeedBill[] {
  const order = /^updateDate[ +](asc|desc)$/.exec(sort ?? "")?.[1];
  if (order === undefined) {
    return bills.toSorted((a, b) => compareDates(b.actions[0]?.date ?? "", a.actions[0]?.date ?? ""));
  }
  const sorted = bills.toSorted((a, b) => compareDates(a.updated, b.updated));
  return order === "asc" ? sorted : sorted.toReversed();
}

function pageOf<Row>(
  c: Context,
  sandbox: CongressSandbox,
  rows: readonly Row[],
): { shown: Row[]; pagination: Record<string, unknown> } {
  const url = new URL(c.req.url);
  const request = readListRequest(url.searchParams);
  const start = slipped(request, sandbox.pageSlip);
  return {
    shown: rows.slice(start, start + request.limit),
    pagination: paginationOf(`${url.origin}${url.pathname}`, request, url.searchParams, rows.length),
  };
}

function slipped({ offset }: ListRequest, slip: CongressSandbox["pageSlip"]): number {
  if (offset === 0 || slip === null) return offset;
  return slip === "repeat" ? offset - 1 : offset + 1;
}

/** Returns the requested bill, or the answer that says why there is none. */
async function findBill(c: Context, sandbox: CongressSandbox): Promise<SeedBill | Response> {
  const { congress = "", type = "", number = "" } = c.req.param();
  const identity: BillIdentity = { congress: Number(congress), type: type.toLowerCase(), number };
  const sentinel = sentinels.get(number);
  if (sentinel === "slow") await delay(sandbox.slowMs, c.req.raw.signal);
  else if (sentinel !== undefined && sentinel !== "empty" && sentinel !== "not-found")
    return respondWithFailure(c, sentinel);
  const bill = sandbox.bills.find(identity);
  if (bill !== undefined) return bill;
  if (sentinel === "slow" || sentinel === "empty") return createSeedBill(identity);
  return answer(c, { error: "No Bill matches the given query.", request: requestOf(c) }, 404);
}

async function answerItem(c: Context, sandbox: CongressSandbox): Promise<Response> {
  if (!billTypes.has((c.req.param("type") ?? "").toLowerCase())) return unknownResource(c);
  const bill = await findBill(c, sandbox);
  if (bill instanceof Response) return bill;
  return answer(c, { bill: itemOf(bill, sandbox.bills.context(baseOf(c))), request: requestOf(c) });
}

async function answerSubList(c: Context, sandbox: CongressSandbox): Promise<Response> {
  const { congress = "", type = "", number = "", list: path = "" } = c.req.param();
  const list = subLists[path];
  // Upper case is an unknown address only here (docs/reference/upstreams.md, "Congress calls").
  if (!billTypes.has(type) || (list === undefined && path !== "subjects")) return unknownResource(c);
  const bill = await findBill(c, sandbox);
  if (bill instanceof Response) return bill;
  const context = sandbox.bills.context(baseOf(c));
  const billUrl = `${context.base}/bill/${congress}/${type}/${number}?format=json`;
  const request = requestOf(c, { billUrl });
  if (list === undefined) {
    const { shown, pagination } = pageOf(c, sandbox, bill.subjects);
    const count = bill.subjects.length + (bill.policyArea === null ? 0 : 1);
    const body = count === 0 ? {} : { subjects: subjectsOf(bill, shown) };
    return answer(c, { pagination: { ...pagination, count }, request, ...body });
  }
  const { shown, pagination } = pageOf(c, sandbox, list.rows(bill, context));
  const counts = {
    count: bill.cosponsors.filter(({ withdrawn }) => withdrawn === null).length,
    countIncludingWithdrawnCosponsors: bill.cosponsors.length,
  };
  return answer(c, {
    ...(shown.length === 0 ? {} : { [list.element]: shown }),
    pagination: { ...pagination, ...(path === "cosponsors" ? counts : {}) },
    request,
  });
}

function answerLaw(c: Context, sandbox: CongressSandbox): Response {
  const { congress = "", number = "" } = c.req.param();
  const law = `${congress}-${number}`;
  const isPublic = c.req.param("lawType") === "pub";
  const bill = sandbox.bills.all().find(({ laws }) => isPublic && laws.includes(law));
  // Only these three are repeated here (docs/reference/upstreams.md, "Congress calls").
  const request = { congress, contentType: "application/json", format: c.req.query("format") ?? "xml" };
  if (bill === undefined) return answer(c, { error: "No Law matches the given query.", request }, 404);
  return answer(c, { bill: itemOf(bill, sandbox.bills.context(baseOf(c))), request });
}
