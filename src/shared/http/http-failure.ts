import type { HttpHeaders } from "./http-client.ts";

/**
 * Reasons why a call to another service failed.
 * - `timeout`: no complete response in time
 * - `network`: no connection, or it broke
 * - `aborted`: our own caller aborted it
 * - `too-large`: the body is larger than allowed
 * - `status`: a response outside 2xx (and 304)
 * - `redirect`: a redirect to another origin, in a circle, or of a write
 * - `not-json`: something other than the requested JSON
 */
export type HttpFailureKind =
  | "timeout"
  | "network"
  | "aborted"
  | "too-large"
  | "status"
  | "redirect"
  | "not-json";

/** A failed call to another service: thrown by the server's HTTP client, interpreted by the upstreams. */
export class HttpFailure extends Error {
  readonly kind: HttpFailureKind;
  /** Status of the response, if there was one. */
  readonly statusCode: number | null;
  /** Seconds the service asked us to wait, if it did. */
  readonly retryAfterSeconds: number | null;
  /** Start of the response's body; empty if there was none. */
  readonly body: string;
  /** Headers of the response, if there was one. */
  readonly headers: HttpHeaders | null;

  constructor(
    kind: HttpFailureKind,
    message: string,
    options: {
      statusCode?: number;
      retryAfterSeconds?: number | null;
      body?: string;
      headers?: HttpHeaders;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = "HttpFailure";
    this.kind = kind;
    this.statusCode = options.statusCode ?? null;
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
    this.body = options.body ?? "";
    this.headers = options.headers ?? null;
  }
}
