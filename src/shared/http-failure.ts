/**
 * Why a call to another service gave no usable answer.
 * - `timeout`: no complete answer within the time allowed
 * - `network`: no connection, or it broke
 * - `aborted`: our own caller gave up
 * - `too-large`: the body is longer than allowed
 * - `status`: an answer outside 2xx (and 304)
 * - `redirect`: an answer leads to another origin, round in circles, or something that changes things elsewhere
 * - `not-json`: JSON was asked for and something else came
 */
export type HttpFailureKind =
  | "timeout"
  | "network"
  | "aborted"
  | "too-large"
  | "status"
  | "redirect"
  | "not-json";

/** A failed call to another service: thrown by the server's HTTP client, read by the upstreams. */
export class HttpFailure extends Error {
  readonly kind: HttpFailureKind;
  /** The status of the answer, where there was one. */
  readonly statusCode: number | null;
  /** How long the service asks us to wait, where it said. */
  readonly retryAfterSeconds: number | null;
  /** The answer's body, cut short; empty where there was none. */
  readonly body: string;
  /** The answer's headers, where there was one. */
  readonly headers: { get(name: string): string | null } | null;

  constructor(
    kind: HttpFailureKind,
    message: string,
    options: {
      statusCode?: number;
      retryAfterSeconds?: number | null;
      body?: string;
      headers?: { get(name: string): string | null };
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
