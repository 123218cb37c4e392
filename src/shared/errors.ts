/** Messages by field (or error code), with every problem at once (docs/reference/http-api.md, "Envelope"). */
export type FieldErrors = Record<string, string[]>;

/** Keys of `errors` for failures that aren't about a field (docs/reference/http-api.md, "Envelope"). */
export type ErrorCode =
  | "RATE_LIMIT"
  | "SIGN_IN_REQUIRED"
  | "VERIFICATION_REQUIRED"
  | "ACCESS_DENIED"
  | "NOT_FOUND"
  | "CONFLICT"
  | "LINK_REQUIRED"
  | "UPSTREAM"
  | "INTERNAL";

/** The only error that handlers throw on purpose; it carries its whole response. Anything else is a 500. */
export class AppError extends Error {
  readonly statusCode: number;
  readonly errors: FieldErrors;
  /** Extra response headers, such as `Retry-After`. */
  readonly headers: Record<string, string>;
  /** Data that accompanies a refusal, such as the conflicts of a 409. */
  readonly data: unknown;
  /** Whole body of a bare failure (docs/reference/http-api.md, "Envelope"); null for the envelope. */
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

/** Creates a failure without envelope, as declared in the endpoint's `bareFailures`. */
export function bareFailure(statusCode: number, bareBody: object): AppError {
  return new AppError(statusCode, {}, { bareBody });
}

/** Creates a 400 with messages by field. */
export function invalid(errors: FieldErrors): AppError {
  return new AppError(400, errors);
}

/** Creates a 401: the call requires a session. */
export function signInRequired(): AppError {
  return new AppError(401, { SIGN_IN_REQUIRED: ["Sign in to continue."] });
}

/** Creates a 401 for a session that was unused for too long to show money (docs/reference/product.md, "Sessions"). */
export function signInAgainRequired(): AppError {
  return new AppError(401, {
    SIGN_IN_REQUIRED: ["You’ve been away for a while. Sign in again to continue."],
  });
}

/** Creates a 403: the session is valid, but its person must prove again who they are (docs/reference/product.md, "Passkeys"). */
export function verificationRequired(): AppError {
  return new AppError(403, { VERIFICATION_REQUIRED: ["Confirm that it’s you, then try again."] });
}

/** Creates a 403: the session isn't allowed to do this. */
export function accessDenied(): AppError {
  return new AppError(403, { ACCESS_DENIED: ["Access Denied"] });
}

/** Creates a 404 for something that doesn't exist or belongs to someone else, without distinguishing the two. */
export function notFound(): AppError {
  return new AppError(404, { NOT_FOUND: ["Not found"] });
}

/** Creates a 409: `field` conflicts with existing data. */
export function conflict(field: string, message: string, data?: unknown): AppError {
  return new AppError(409, { [field]: [message] }, { data });
}

/** Creates a 429 with `Retry-After` in whole seconds. */
export function rateLimited(retryAfterSeconds: number): AppError {
  return new AppError(
    429,
    { RATE_LIMIT: ["Rate limit exceeded"] },
    { headers: { "retry-after": String(Math.max(1, Math.ceil(retryAfterSeconds))) } },
  );
}

/** Creates a 502 or 503 for a failed service; `retryAfterSeconds` is set if the service gave it. */
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

/** Joins the messages alone, without duplicates, for a person. */
export function errorSentences(errors: FieldErrors): string {
  return [...new Set(Object.values(errors).flat())].join(" ");
}

/** Returns the text for a response without usable `errors` (docs/reference/http-api.md, "Error texts"). */
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
 * Returns one sentence for a person, joining each key with its messages. ACCESS_DENIED, NOT_FOUND and RATE_LIMIT have exactly
 * the text of their status, so their keys are left out (docs/reference/http-api.md, "Error texts").
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
