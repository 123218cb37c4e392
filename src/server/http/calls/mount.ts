import { createHash } from "node:crypto";
import { brotliCompressSync, constants } from "node:zlib";
import { z } from "zod";
import { fileSchema, hasErrorMessage, type Endpoint, type EndpointAuth } from "#shared/endpoint.ts";
import { failureEnvelope, successEnvelope } from "#shared/envelope.ts";
import { attachmentHeader } from "#shared/text/csv.ts";
import {
  AppError,
  accessDenied,
  errorSentences,
  invalid,
  signInAgainRequired,
  signInRequired,
  upstreamFailed,
  verificationRequired,
} from "#shared/errors.ts";
import { actFor, type Acting } from "../../database/acting.ts";
import { isDatabaseAway } from "../../database/db.ts";
import { tabOf, tellChanges } from "../../events/changes.ts";
import type { App, AppContext, HandlerContext, Kernel, ServerFeature } from "../../feature.ts";
import { actingWithJournal } from "../../household/change-journal.ts";
import { moneyOfCall, type ShownMoney } from "../../household/shown-money.ts";
import { inputMessage } from "./input-messages.ts";
import { callerOf, addressBlock, type RateLimiter } from "../../limits/rate-limit.ts";
import { jsonStream } from "./json-stream.ts";
import { isInProcess } from "../request-context.ts";
import { readFormBody, readJsonBody } from "../request-body.ts";
import type { Session } from "../session.ts";
import { streamOf } from "../stream-of.ts";
import { createWorkSlots } from "../../limits/work-slots.ts";
import { preferredEncoding } from "../../pages/page-cache.ts";

const retryAfterOutageSeconds = 5;

/** Shorter answers are sent as they are (`app.ts`). */
export const leastCompressedBytes = 1024;
const mostCompressedAtOnceBytes = 64 * 1024;

/**
 * Forms with files are held in memory while they are processed, so only this many run at once, and this many more wait unread.
 */
const formSlots = {
  running: 4,
  waiting: 32,
  ofOne: { running: 2, waiting: 6 },
  busy: "Too many files are being processed. Try again in a moment.",
  retryAfterSeconds: 5,
};

/**
 * Mounts a feature's calls. Each call passes the same checks in the same order: the rate limit, for a POST the tenant header
 * and the forged-request check, the session that `auth` requires, and the input schema. The output is parsed with its schema,
 * too.
 */
export function mountFeature(app: App, feature: ServerFeature, kernel: Kernel, limiter: RateLimiter): void {
  const forms = createWorkSlots(formSlots);
  for (const [name, endpoint] of Object.entries(feature.contract)) {
    const handler = feature.handlers[name];
    if (handler === undefined) throw new Error(`${feature.name} has no handler for ${name}`);

    app.on(endpoint.method, endpoint.path, async (c) => {
      try {
        await takeCall(c, endpoint, limiter);
        checkTenant(c, kernel.site.tenant, endpoint.method === "POST");
        if (endpoint.method === "POST") refuseForgedRequest(c);
        checkSession(c, endpoint);
        const money =
          endpoint.auth === "finance"
            ? await moneyOfCall(c, requireSession(c, "finance"), kernel.database, endpoint)
            : null;
        const handle = () => handleCall(c, { endpoint, handler, money, kernel });
        return await (endpoint.body === "multipart"
          ? forms.run(handle, { by: whoseWork(c), signal: c.req.raw.signal })
          : handle());
      } catch (error) {
        throw withErrorMessage(endpoint, error);
      }
    });
  }
}

/** Returns the owner of work in a slot. */
function whoseWork(c: AppContext): string {
  return c.get("session")?.userId ?? addressBlock(c.get("clientAddress"));
}

/** Adds every message of a refusal to `errorMessage` as well, for calls whose answers have one. */
function withErrorMessage(endpoint: Endpoint, error: unknown): unknown {
  if (!(error instanceof AppError) || error.bareBody !== null || !hasErrorMessage(endpoint)) return error;
  const { statusCode, errors, headers, data } = error;
  const bareBody = { ...failureEnvelope(statusCode, errors, data), errorMessage: errorSentences(errors) };
  return new AppError(statusCode, errors, { headers, data, bareBody, cause: error });
}

type MountedCall = {
  endpoint: Endpoint;
  handler: NonNullable<ServerFeature["handlers"][string]>;
  /** Another person's money that the call is about. */
  money: ShownMoney | null;
  kernel: Kernel;
};

async function handleCall(
  c: AppContext,
  { endpoint, handler, money, kernel }: MountedCall,
): Promise<Response> {
  const input = parseInput(endpoint.input, await readInput(c.req.raw, endpoint));
  try {
    const context = handlerContext(c, money);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- defineFeature has tied the handler's types to this very endpoint
    const handle = () => handler(input as never, context as never);
    const acting = actingOf(c, { endpoint, money, input, now: kernel.now });
    const result = await (acting === null ? handle() : actFor(acting, handle));
    const userId = context.session?.userId;
    if (userId !== undefined) tellChanges(kernel.bus, { userId, changes: endpoint.changes, by: tabOf(c) });
    return answer(c, endpoint, parseOutput(endpoint, result === undefined ? {} : result));
  } catch (error) {
    throw allowedFailure(endpoint, error);
  }
}

/** Returns on whose behalf a call works: of anyone who changes money, and of a member who reads another person's. */
function actingOf(
  c: AppContext,
  {
    endpoint,
    money,
    input,
    now,
  }: Pick<MountedCall, "endpoint" | "money"> & { input: unknown; now: () => Date },
): Acting | null {
  const session = c.get("session");
  if (session === null || endpoint.auth !== "finance" || endpoint.sharing === "apart") return null;
  if (endpoint.method === "POST")
    return actingWithJournal(session, money, { call: endpoint.path, input, now });
  if (money === null) return null;
  return { userId: money.ownerId, memberId: session.userId, ownerName: money.ownerName, beforeCommit: null };
}

/** Answers other methods of known calls and sign-in addresses with 405 and `Allow`, in the envelope. */
export function mountApiFallbacks(app: App): void {
  const methodsByPath = new Map<string, Set<string>>();
  for (const { path, method } of app.routes) {
    // "ALL" is middleware, which doesn't answer.
    if (!/^\/(?:api|\.auth)\/[^*]+$/.test(path) || method === "ALL") continue;
    methodsByPath.set(path, (methodsByPath.get(path) ?? new Set()).add(method));
  }
  for (const [path, methods] of methodsByPath) {
    const allow = [...methods, ...(methods.has("GET") ? ["HEAD"] : [])].join(", ");
    app.all(path, () => {
      throw new AppError(405, { method: [`Use ${[...methods].join(" or ")}.`] }, { headers: { allow } });
    });
  }
}

/** Counts the call against the caller's rate limit, except for the server's own calls during rendering. */
async function takeCall(c: AppContext, endpoint: Endpoint, limiter: RateLimiter): Promise<void> {
  if (isInProcess(c)) return;
  await limiter.take(endpoint.limit, callerOf(c));
}

/**
 * Checks the tenant header: required on every POST, optional on GET; a wrong one is a 400 (docs/reference/http-api.md, "Tenant
 * header").
 */
function checkTenant(c: AppContext, tenant: string, required: boolean): void {
  const given = c.req.header("x-tenant");
  if (given === undefined && !required) return;
  if (given !== tenant) throw invalid({ tenant: ["The x-tenant header is missing or wrong."] });
}

/**
 * Refuses forged requests: a page elsewhere can't set x-tenant without a preflight, which we never grant. Browsers also name
 * the origin of a call.
 */
function refuseForgedRequest(c: AppContext): void {
  const origin = c.req.header("origin");
  if (origin !== undefined && origin !== c.get("origin")) throw accessDenied();
  if (c.req.header("sec-fetch-site") === "cross-site") throw accessDenied();
}

function checkSession(c: AppContext, endpoint: Endpoint): void {
  if (endpoint.auth === "public") return;
  const { isVerified } = requireSession(c, endpoint.auth);
  if (endpoint.needsVerification && !isVerified) throw verificationRequired();
}

/**
 * Returns the session of a request, for calls and for routes outside the contract (the stream of changes).
 * @throws AppError 401, 403 or 503 if there is no session, or one without the right to do this
 */
export function requireSession(c: AppContext, auth: Exclude<EndpointAuth, "public">): Session {
  const session = c.get("session");
  if (session === null && c.get("isSessionUnknown")) {
    throw upstreamFailed("We can’t check your sign-in right now. Try again shortly.", {
      statusCode: 503,
      retryAfterSeconds: retryAfterOutageSeconds,
    });
  }
  if (session === null) throw signInRequired();
  if ((auth === "member" || auth === "finance") && !session.isMember) throw accessDenied();
  if (auth === "owner" && !session.isOwner) throw accessDenied();
  if ((auth === "own" || auth === "finance" || auth === "owner") && session.isIdle)
    throw signInAgainRequired();
  return session;
}

async function readInput(request: Request, endpoint: Endpoint): Promise<unknown> {
  if (endpoint.method === "GET") return readQuery(request.url);
  if (endpoint.body === "multipart") return readFormBody(request);
  const body = await readJsonBody(request);
  if (endpoint.queryFields.length === 0 || !isPlainObject(body)) return body;
  const query = Object.entries(readQuery(request.url));
  return { ...body, ...Object.fromEntries(query.filter(([name]) => endpoint.queryFields.includes(name))) };
}

function isPlainObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function readQuery(url: string): Record<string, string> {
  const query = new Map<string, string>();
  const repeated = new Map<string, string[]>();
  for (const [name, value] of new URL(url).searchParams) {
    // An error needs a field name, even if the repeated parameter has none ("?=1&=2").
    if (query.has(name)) repeated.set(name === "" ? "query" : name, ["Use this only once."]);
    query.set(name, value);
  }
  if (repeated.size > 0) throw invalid(Object.fromEntries(repeated));
  return Object.fromEntries(query);
}

/**
 * Parses the query of a route outside the contract like that of a GET.
 * @throws AppError 400 with every problem
 */
export function parseQuery<Schema extends z.ZodType>(c: AppContext, schema: Schema): z.output<Schema> {
  return parseInput(schema, readQuery(c.req.url));
}

/** Parses input and reports every problem at once, each under its field, or under `body` for the whole body. */
function parseInput<Schema extends z.ZodType>(schema: Schema, raw: unknown): z.output<Schema> {
  const parsed = schema.safeParse(raw, { error: inputMessage });
  if (parsed.success) return parsed.data;
  // A map, because a caller may name a field "constructor".
  const errors = new Map<string, string[]>();
  for (const issue of parsed.error.issues) {
    const field = issue.path.length === 0 ? "body" : issue.path.map(String).join(".");
    errors.set(field, [...(errors.get(field) ?? []), issue.message]);
  }
  throw invalid(Object.fromEntries(errors));
}

function parseOutput(endpoint: Endpoint, result: unknown): unknown {
  const parsed = endpoint.output.safeParse(result);
  if (parsed.success) return parsed.data;
  throw new Error(
    `${endpoint.path} would have sent a response that violates its contract: ${z.prettifyError(parsed.error)}`,
  );
}

/** Parses a bare failure like a success, because its shape is part of the contract. */
function allowedFailure(endpoint: Endpoint, error: unknown): unknown {
  if (!(error instanceof AppError) || error.bareBody === null) return error;
  if (endpoint.bareFailures[error.statusCode]?.safeParse(error.bareBody).success === true) return error;
  return new Error(`${endpoint.path} would have sent a failure that violates its contract`, { cause: error });
}

function handlerContext(c: AppContext, money: ShownMoney | null): HandlerContext {
  const session = c.get("session");
  return {
    // What is about money works with its owner's id, whoever calls.
    session: session === null || money === null ? session : { ...session, userId: money.ownerId },
    callerId: session?.userId ?? null,
    requestId: c.get("requestId"),
    log: c.get("log"),
    origin: c.get("origin"),
    clientAddress: c.get("clientAddress"),
    signal: c.req.raw.signal,
    setHeader: (name, value) => c.header(name, value, { append: name === "set-cookie" }),
    request: c.req.raw,
  };
}

function answer(c: AppContext, endpoint: Endpoint, data: unknown): Response {
  const content = endpoint.bare ? data : successEnvelope(data);
  // A handler may set its own: an incomplete answer isn't cached as long as a complete one.
  c.header("cache-control", c.res.headers.get("cache-control") ?? endpoint.cacheControl);
  if (endpoint.fileTypes.length > 0) return sendFile(c, data);
  c.header("content-type", "application/json; charset=utf-8");
  if (endpoint.isLong) return c.body(jsonStream(content));
  const body = JSON.stringify(content);
  if (endpoint.etag) {
    const etag = `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
    c.header("etag", etag);
    if (matchesEtag(c.req.header("if-none-match"), etag)) return c.body(null, 304);
  }
  return sendText(c, body);
}

function sendFile(c: AppContext, data: unknown): Response {
  const { body, name, ending, type } = fileSchema.parse(data);
  c.header("content-type", type);
  c.header("content-disposition", attachmentHeader(name, ending));
  return c.body(typeof body === "string" ? body : streamOf(body));
}

/** Sends an answer. Most are compressed in less time than it takes to hand them to a stream, which compresses the others. */
function sendText(c: AppContext, body: string): Response {
  const length = Buffer.byteLength(body);
  const isMedium = length >= leastCompressedBytes && length <= mostCompressedAtOnceBytes;
  if (!isMedium || preferredEncoding(c.req.header("accept-encoding") ?? "") !== "br") {
    c.header("content-length", String(length));
    return c.body(body);
  }
  c.header("content-encoding", "br");
  c.header("vary", "Accept-Encoding", { append: true });
  const params = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: length };
  return c.body(brotliCompressSync(body, { params }));
}

/** Compares weakly (RFC 9110, section 13.1.2). */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, "");
  return ifNoneMatch.trim() === "*" || ifNoneMatch.split(",").some((tag) => opaque(tag) === opaque(etag));
}

/** Answers any error in the envelope: an AppError as it says, everything else as a 500 with the request id. */
export function failureAnswer(c: AppContext, error: unknown): Response {
  const failure = error instanceof AppError ? error : (outage(error) ?? unexpectedFailure(c, error));
  if (failure.statusCode === 502 || failure.statusCode === 503)
    c.get("log").warn({ error }, "upstream failure");
  const body = failure.bareBody ?? failureEnvelope(failure.statusCode, failure.errors, failure.data);
  return new Response(JSON.stringify(body), {
    status: failure.statusCode,
    headers: {
      ...failure.headers,
      "x-request-id": c.get("requestId"),
      "cache-control": "no-store",
      "content-type": "application/json; charset=utf-8",
    },
  });
}

/** Returns a 503 with Retry-After if the database is unreachable. */
function outage(error: unknown): AppError | null {
  if (!isDatabaseAway(error)) return null;
  return upstreamFailed("The database isn’t responding. Nothing is lost; try again shortly.", {
    statusCode: 503,
    retryAfterSeconds: retryAfterOutageSeconds,
  });
}

function unexpectedFailure(c: AppContext, error: unknown): AppError {
  c.get("log").error({ error }, "A request failed unexpectedly.");
  return new AppError(500, { INTERNAL: [`An unhandled error occurred. Request ${c.get("requestId")}.`] });
}
