/** Field (or error code) to messages, every problem at once (docs/reference/http-api.md, "Envelope"). */
export type FieldErrors = Record<string, string[]>;

/** Codes used as keys of `errors` where no field is to blame (docs/reference/http-api.md, "Envelope"). */
export type ErrorCode =
  | "RATE_LIMIT"
  | "SIGN_IN_REQUIRED"
  | "ACCESS_DENIED"
  | "NOT_FOUND"
  | "CONFLICT"
  | "LINK_REQUIRED"
  | "UPSTREAM"
  | "INTERNAL";

/** The one error that handlers throw on purpose: it carries its whole answer. Anything else is a 500. */
export class AppError extends Error {
  readonly statusCode: number;
  readonly errors: FieldErrors;
  /** Extra response headers, such as `Retry-After`. */
  readonly headers: Record<string, string>;
  /** Data that goes with a refusal, such as what a 409 conflicts with. */
  readonly data: unknown;
  /** The whole body of a failure that is bare (docs/reference/http-api.md, "Envelope"); null for the envelope. */
  readonly bareBody: unknown;

  constructor(
    statusCode: number,
    errors: FieldErrors,
    options: { headers?: Record<string, string>; data?: unknown; bareBody?: unknown; cause?: unknown } = {},
  ) {
    super(errorText(statusCode, errors), { cause: options.cause });
    this.name = "AppError";
    this.statusCode = statusCode;
    this.errors = errors;
    this.headers = options.headers ?? {};
    this.data = options.data ?? null;
    this.bareBody = options.bareBody ?? null;
  }
}

/** A failure without the envelope, as one of the endpoint's `bareFailures` says it. */
export function bareFailure(statusCode: number, bareBody: object): AppError {
  return new AppError(statusCode, {}, { bareBody });
}

/** 400 with a map of field to messages. */
export function invalid(errors: FieldErrors): AppError {
  return new AppError(400, errors);
}

/** 401: the call needs a session. */
export function signInRequired(): AppError {
  return new AppError(401, { SIGN_IN_REQUIRED: ["Sign in to continue."] });
}

/** 401: there is a session, but it lay unused for too long to show money (docs/reference/product.md, "Sessions"). */
export function signInAgainRequired(): AppError {
  return new AppError(401, {
    SIGN_IN_REQUIRED: ["You have been away for a while. Sign in again to continue."],
  });
}

/** 403: there is a session, but it may not do this. */
export function accessDenied(): AppError {
  return new AppError(403, { ACCESS_DENIED: ["Access Denied"] });
}

/** 404: it does not exist, or it belongs to someone else; the two are not told apart. */
export function notFound(): AppError {
  return new AppError(404, { NOT_FOUND: ["Not found"] });
}

/** 409: `field` clashes with something that exists. */
export function conflict(field: string, message: string, data?: unknown): AppError {
  return new AppError(409, { [field]: [message] }, { data });
}

/** 429 with `Retry-After` in whole seconds. */
export function rateLimited(retryAfterSeconds: number): AppError {
  return new AppError(
    429,
    { RATE_LIMIT: ["Rate limit exceeded"] },
    { headers: { "retry-after": String(Math.max(1, Math.ceil(retryAfterSeconds))) } },
  );
}

/** 502 or 503: a service that we depend on failed; `retryAfterSeconds` where it said when. */
export function upstreamFailed(
  message: string,
  options: { statusCode?: 502 | 503; retryAfterSeconds?: number; cause?: unknown } = {},
): AppError {
  const headers: Record<string, string> =
    options.retryAfterSeconds === undefined
      ? {}
      : { "retry-after": String(Math.ceil(options.retryAfterSeconds)) };
  return new AppError(options.statusCode ?? 502, { UPSTREAM: [message] }, { headers, cause: options.cause });
}

/** The messages alone, each once: one text for a person. */
export function errorSentences(errors: FieldErrors): string {
  return [...new Set(Object.values(errors).flat())].join(" ");
}

/** The text for an answer that has no usable `errors` (docs/reference/http-api.md, "Error texts"). */
export function statusText(statusCode: number): string {
  switch (statusCode) {
    case 400:
      return "Invalid request";
    case 403:
      return "Access Denied";
    case 404:
      return "Not found";
    case 429:
      return "Rate limit exceeded";
    default:
      return "An unhandled error occurred";
  }
}

const codesWithFixedText: ReadonlySet<string> = new Set(["ACCESS_DENIED", "NOT_FOUND", "RATE_LIMIT"]);

/**
 * One sentence for a person: each key joined with its messages. ACCESS_DENIED, NOT_FOUND and RATE_LIMIT carry exactly
 * the text of their status, so their key is left out (docs/reference/http-api.md, "Error texts").
 */
export function errorText(statusCode: number, errors: FieldErrors | null | undefined): string {
  const entries = Object.entries(errors ?? {}).filter(([, messages]) => messages.length > 0);
  if (entries.length === 0) return statusText(statusCode);
  return entries
    .map(([key, messages]) =>
      codesWithFixedText.has(key) ? messages.join(" ") : `${key}: ${messages.join(" ")}`,
    )
    .join("; ");
}
