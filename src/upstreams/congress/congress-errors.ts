import { HttpFailure } from "#shared/http/http-failure.ts";
import { ServiceError } from "#shared/http/service-error.ts";
import { errorBodySchema } from "./congress-schemas.ts";

/**
 * Reasons for a failed call.
 * - `no-key`, `bad-key`: the service rejects our key; only the site's owner can fix it
 * - `limit`: too many requests this hour; see `retryAfterSeconds`
 * - `not-found`: no such bill, law or address
 * - `unavailable`: down, slow, unreachable, or not answering like its API
 */
export type CongressProblem = "no-key" | "bad-key" | "limit" | "not-found" | "unavailable";

/**
 * A failed call to api.congress.gov. The message has the path and never the key. `retryAfterSeconds` is usually null
 * (docs/reference/upstreams.md, "Congress limits").
 */
export class CongressError extends ServiceError<CongressProblem> {
  override readonly name = "CongressError";
}

const badKeyCodes: ReadonlySet<string> = new Set([
  "API_KEY_INVALID",
  "API_KEY_DISABLED",
  "API_KEY_UNAUTHORIZED",
  "API_KEY_UNVERIFIED",
]);

/**
 * Interprets a failed call for `path`. The body is an object with a code (the gateway's), a string (the API's), or not JSON at
 * all (Cloudflare's): docs/reference/upstreams.md, "Congress errors". Anything but an HttpFailure is returned unchanged.
 */
export function explainFailure(path: string, error: unknown): unknown {
  if (!(error instanceof HttpFailure)) return error;
  const { statusCode, retryAfterSeconds, body } = error;
  const { code, sentence } = readErrorBody(body);
  if (code === "API_KEY_MISSING") {
    return new CongressError("no-key", "api.congress.gov was called without a key.", { cause: error });
  }
  if (code !== null && badKeyCodes.has(code)) {
    return new CongressError("bad-key", `api.congress.gov rejected the key (${code}).`, {
      cause: error,
    });
  }
  if (statusCode === 429) {
    return new CongressError("limit", `api.congress.gov's hourly limit is used up (${path}).`, {
      cause: error,
      retryAfterSeconds,
    });
  }
  // A 404 without the API's own sentence comes from a gateway and says nothing about the bill.
  if (statusCode === 404 && sentence !== null) {
    return new CongressError("not-found", `api.congress.gov: ${sentence}`, { cause: error });
  }
  return new CongressError("unavailable", `Can't read api.congress.gov (${path}): ${error.message}.`, {
    cause: error,
    retryAfterSeconds,
  });
}

function readErrorBody(body: string): { code: string | null; sentence: string | null } {
  // The gateway's errors are XML if it assumes a request for XML.
  const inXml = /<code>\s*([A-Z_]+)\s*<\/code>/.exec(body)?.[1];
  if (inXml !== undefined) return { code: inXml, sentence: null };
  try {
    const { error } = errorBodySchema.parse(JSON.parse(body));
    return typeof error === "string" ? { code: null, sentence: error } : { code: error.code, sentence: null };
  } catch {
    return { code: null, sentence: null };
  }
}
