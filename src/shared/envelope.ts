import { errorText, type FieldErrors } from "./errors.ts";

/** Format of every wrapped response (docs/reference/http-api.md, "Envelope"). */
export type Envelope<T> = {
  success: boolean;
  statusCode: number;
  data: T | null;
  errors: FieldErrors | null;
};

/** A response as the client sees it: the envelope and one `error` sentence (docs/reference/http-api.md, "Error texts"). */
export type ApiResult<T> =
  | { success: true; statusCode: number; data: T; errors: null; error: null; requestId: string | null }
  | {
      success: false;
      statusCode: number;
      data: unknown;
      errors: FieldErrors | null;
      error: string;
      requestId: string | null;
      retryAfterSeconds: number | null;
    };

/** A failed call as an exception, for Query and error boundaries. */
export class ApiError extends Error {
  readonly statusCode: number;
  readonly errors: FieldErrors | null;
  readonly data: unknown;
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;

  constructor(result: ApiResult<unknown> & { success: false }) {
    super(result.error);
    this.name = "ApiError";
    this.statusCode = result.statusCode;
    this.errors = result.errors;
    this.data = result.data;
    this.requestId = result.requestId;
    this.retryAfterSeconds = result.retryAfterSeconds;
  }
}

/** Returns the body of a success. */
export function successEnvelope<T>(data: T): Envelope<T> {
  return { success: true, statusCode: 200, data, errors: null };
}

/** Returns the body of a failure. */
export function failureEnvelope(
  statusCode: number,
  errors: FieldErrors,
  data: unknown = null,
): Envelope<unknown> {
  return { success: false, statusCode, data, errors };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function readErrors(body: unknown): FieldErrors | null {
  if (!isRecord(body) || !isRecord(body["errors"])) return null;
  const entries = Object.entries(body["errors"]).flatMap(([key, messages]) =>
    Array.isArray(messages)
      ? [[key, messages.filter((m): m is string => typeof m === "string")] as const]
      : [],
  );
  return entries.length === 0 ? null : Object.fromEntries(entries);
}

/** Recognizes an envelope by its four keys; a bare response never has them all. */
function isEnvelope(body: unknown): body is Envelope<unknown> {
  return isRecord(body) && ["success", "statusCode", "data", "errors"].every((key) => key in body);
}

/**
 * Returns the message of a bare failure (docs/reference/http-api.md, "Envelope": `success`, `errorMessage`), or null if it
 * isn't one.
 */
function bareMessage(body: unknown): string | null {
  if (!isRecord(body) || body["success"] !== false || isEnvelope(body)) return null;
  const message = body["errorMessage"];
  return typeof message === "string" && message !== "" ? message : null;
}

/** Reads a response of our own server, wrapped or bare; `body` is null if it wasn't JSON. */
export function readAnswer<T>(
  response: { status: number; ok: boolean; headers: { get(name: string): string | null } },
  body: unknown,
): ApiResult<T> {
  const requestId = response.headers.get("x-request-id");
  if (response.ok && body !== null) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our server parsed it with the endpoint's output schema before it left
    const data = (isEnvelope(body) ? body.data : body) as T;
    return { success: true, statusCode: response.status, data, errors: null, error: null, requestId };
  }
  const errors = readErrors(body);
  const retryAfter = Number(response.headers.get("retry-after") ?? Number.NaN);
  return {
    success: false,
    // An unreadable success is a failure of the server.
    statusCode: response.ok ? 500 : response.status,
    data: isRecord(body) ? body["data"] : null,
    errors,
    error: bareMessage(body) ?? errorText(response.status, errors),
    requestId,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : null,
  };
}

/**
 * Returns the result of a call without a usable answer: status 500 by default, with the error's message
 * (docs/reference/http-api.md, "Error texts").
 */
export function networkFailure(error: unknown, statusCode = 500): ApiResult<never> & { success: false } {
  return {
    success: false,
    statusCode,
    data: null,
    errors: null,
    error: error instanceof Error && error.message !== "" ? error.message : "An unknown error occurred",
    requestId: null,
    retryAfterSeconds: null,
  };
}
