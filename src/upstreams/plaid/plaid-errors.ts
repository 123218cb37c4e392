import { HttpFailure } from "#shared/http/http-failure.ts";
import { ServiceError, type ServiceErrorOptions } from "#shared/http/service-error.ts";
import { errorSchema } from "./plaid-schemas.ts";

/**
 * Reaction that a failed call requires (docs/reference/money.md, "Bank failures").
 * - `user-action`: the person must repair the link, choose accounts or consent again
 * - `retry-later`: Plaid or the bank is down, slow, busy or not ready; see `retryAfterSeconds`
 * - `restart`: the list changed while it was read; discard the collected pages and start at the first cursor
 * - `gone`: Plaid no longer knows the Item
 * - `our-fault`: wrong settings, an invalid request, or a response that doesn't match Plaid's API
 */
export type PlaidErrorKind = "user-action" | "retry-later" | "restart" | "gone" | "our-fault";

/** A failed call to Plaid. The message is for the log and contains no token, secret or body. */
export class PlaidError extends ServiceError<PlaidErrorKind> {
  override readonly name = "PlaidError";
  readonly errorType: string | null;
  readonly errorCode: string | null;
  /** Plaid's id of the call, to log and show; null if there was no response. */
  readonly requestId: string | null;

  constructor(
    kind: PlaidErrorKind,
    message: string,
    options: ServiceErrorOptions & {
      errorType?: string | null;
      errorCode?: string | null;
      requestId?: string | null;
    } = {},
  ) {
    super(kind, message, options);
    this.errorType = options.errorType ?? null;
    this.errorCode = options.errorCode ?? null;
    this.requestId = options.requestId ?? null;
  }
}

/** Codes that say more than their type (plaid.com/docs/errors). */
const codes: Readonly<Record<PlaidErrorKind, ReadonlySet<string>>> = {
  "user-action": new Set([
    "ADDITIONAL_CONSENT_REQUIRED",
    "INSTITUTION_NO_LONGER_SUPPORTED",
    "INVALID_PUBLIC_TOKEN",
    "USER_PERMISSION_REVOKED",
  ]),
  "retry-later": new Set(["PRODUCT_NOT_READY"]),
  restart: new Set(["TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION"]),
  gone: new Set(["INVALID_ACCESS_TOKEN", "ITEM_CONCURRENTLY_DELETED", "ITEM_NOT_FOUND"]),
  "our-fault": new Set([
    "CREDITS_EXHAUSTED",
    "INSTITUTION_NOT_ENABLED_IN_ENVIRONMENT",
    "INSTITUTION_REGISTRATION_REQUIRED",
    "PRODUCTS_NOT_SUPPORTED",
    "PRODUCT_NOT_ENABLED",
    "TRIAL_CONNECTION_LIMIT",
    "UNAUTHORIZED_INSTITUTION",
  ]),
};

/** Longest wait we accept, because banks must be read every day. */
const longestWaitSeconds = 3_600;

const kinds = ["user-action", "retry-later", "restart", "gone", "our-fault"] as const;

/** Reactions by error type, for all its codes, known or not; any other type is our fault. */
const kindOfType: Readonly<Record<string, PlaidErrorKind>> = {
  API_ERROR: "retry-later",
  INSTITUTION_ERROR: "retry-later",
  RATE_LIMIT_EXCEEDED: "retry-later",
  TRANSACTIONS_ERROR: "retry-later",
  ITEM_ERROR: "user-action",
  OAUTH_ERROR: "user-action",
};

/** Returns the reaction to a Plaid error by its type and code only, never its message or the HTTP status. */
export function kindOfError(errorType: string, errorCode: string): PlaidErrorKind {
  const special = kinds.find((kind) => codes[kind].has(errorCode));
  return special ?? (Object.hasOwn(kindOfType, errorType) ? kindOfType[errorType] : undefined) ?? "our-fault";
}

/** Interprets a failed call to `path`. Anything but an HttpFailure is our fault. */
export function explainFailure(path: string, error: unknown): PlaidError {
  if (error instanceof PlaidError) return error;
  if (!(error instanceof HttpFailure)) {
    return new PlaidError("our-fault", `The call to Plaid failed (${path}).`, { cause: error });
  }
  const { kind, statusCode } = error;
  const retryAfterSeconds =
    error.retryAfterSeconds === null ? null : Math.min(error.retryAfterSeconds, longestWaitSeconds);
  const said = readError(error.body);
  if (kind === "status" && said !== null) {
    const { error_type: errorType, error_code: errorCode, request_id: requestId } = said;
    const words = cleanMessage(said.error_message ?? "");
    return new PlaidError(kindOfError(errorType, errorCode), `Plaid (${path}): ${errorCode}, ${words}`, {
      errorType,
      errorCode,
      requestId: requestId ?? null,
      retryAfterSeconds,
    });
  }
  // No Plaid code: the network, a proxy or Plaid's own gateway. The body isn't kept, because it may echo what we sent.
  const isOurs =
    kind === "too-large" ||
    (statusCode !== null && statusCode < 500 && statusCode !== 429 && statusCode !== 408);
  const reason = `Plaid's API didn't respond (${path}): ${error.message}.`;
  return new PlaidError(isOurs ? "our-fault" : "retry-later", reason, {
    retryAfterSeconds,
    ...(kind === "network" ? { cause: error.cause } : {}),
  });
}

/** Parses Plaid's error. The HTTP client truncates long bodies, so the leading fields may be all that is left. */
function readError(body: string) {
  try {
    return errorSchema.parse(JSON.parse(body));
  } catch {
    const field = (name: string) => new RegExp(`"${name}"\\s*:\\s*"([\\w-]{1,100})"`).exec(body)?.[1];
    const [error_type, error_code] = [field("error_type"), field("error_code")];
    if (!body.trimStart().startsWith("{") || error_type === undefined || error_code === undefined)
      return null;
    return { error_type, error_code, error_message: null, request_id: field("request_id") ?? null };
  }
}

/** Returns Plaid's message for the log: short, on one line, without anything that looks like a token. */
export function cleanMessage(message: string): string {
  return (
    message
      .replaceAll(/\b(access|public|link|processor|asset|user)-\w+-[\w-]+/gi, "$1-…")
      // oxlint-disable-next-line no-control-regex -- a log line stays one line
      .replaceAll(/[\u0000-\u001f\u007f]+/g, " ")
      .slice(0, 300)
  );
}
