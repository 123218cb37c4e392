import { HttpFailure } from "#shared/http-failure.ts";
import { errorBodySchema } from "./congress-schemas.ts";

/**
 * - `no-key`, `bad-key`: the service refuses our key; only the owner of the site can help
 * - `limit`: too many requests within the hour; see `retryAfterSeconds`
 * - `not-found`: there is no such bill or law, or no such address
 * - `unavailable`: down, slow, unreachable, or it answered something that is not its API
 */
export type CongressProblem = "no-key" | "bad-key" | "limit" | "not-found" | "unavailable";

/** api.congress.gov gave no usable answer. The message names the path and never the key. */
export class CongressError extends Error {
  readonly kind: CongressProblem;
  /** How long the service asks us to wait; null where it did not say (docs/reference/upstreams.md, "Congress limits": it mostly does not). */
  readonly retryAfterSeconds: number | null;

  constructor(
    kind: CongressProblem,
    message: string,
    options: { cause?: unknown; retryAfterSeconds?: number | null } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = "CongressError";
    this.kind = kind;
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
  }
}

const badKeyCodes: ReadonlySet<string> = new Set([
  "API_KEY_INVALID",
  "API_KEY_DISABLED",
  "API_KEY_UNAUTHORIZED",
  "API_KEY_UNVERIFIED",
]);

/**
 * Says what a failed call for `path` means. The body is an object with a code (the gateway's), a string (the API's), or
 * not JSON at all (Cloudflare's): docs/reference/upstreams.md, "Congress errors". Anything but an HttpFailure comes back as it is.
 */
export function explainFailure(path: string, error: unknown): unknown {
  if (!(error instanceof HttpFailure)) return error;
  const { statusCode, retryAfterSeconds, body } = error;
  const { code, sentence } = readErrorBody(body);
  if (code === "API_KEY_MISSING") {
    return new CongressError("no-key", "api.congress.gov was asked without a key.", { cause: error });
  }
  if (code !== null && badKeyCodes.has(code)) {
    return new CongressError("bad-key", `api.congress.gov does not accept the key (${code}).`, {
      cause: error,
    });
  }
  if (statusCode === 429) {
    return new CongressError("limit", `api.congress.gov's hourly limit is used up (${path}).`, {
      cause: error,
      retryAfterSeconds,
    });
  }
  // Without the API's own sentence a 404 is some gateway's, and says nothing about the bill.
  if (statusCode === 404 && sentence !== null) {
    return new CongressError("not-found", `api.congress.gov: ${sentence}`, { cause: error });
  }
  return new CongressError("unavailable", `api.congress.gov could not be read (${path}): ${error.message}.`, {
    cause: error,
    retryAfterSeconds,
  });
}

function readErrorBody(body: string): { code: string | null; sentence: string | null } {
  // Errors of the gateway are XML where it takes the request for one of XML.
  const inXml = /<code>\s*([A-Z_]+)\s*<\/code>/.exec(body)?.[1];
  if (inXml !== undefined) return { code: inXml, sentence: null };
  try {
    const { error } = errorBodySchema.parse(JSON.parse(body));
    return typeof error === "string" ? { code: null, sentence: error } : { code: error.code, sentence: null };
  } catch {
    return { code: null, sentence: null };
  }
}
