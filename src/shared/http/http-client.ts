export type HttpHeaders = { get(name: string): string | null };

/** A call to make. `Signal` is the server's `AbortSignal`, which code for both sides can't name. */
export type HttpRequest<Signal> = {
  url: string;
  method?: "GET" | "HEAD" | "POST" | "PUT" | "DELETE";
  headers?: Record<string, string>;
  body?: string | undefined;
  /** Limit for one attempt, including its body. */
  timeoutMs: number;
  /** Limit for the decoded body. */
  maxBytes: number;
  /** Further attempts after the first. For a POST, allow them only if repeating it is harmless. */
  retries: number;
  /** Statuses that are retried; 429, 502, 503 and 504 by default. */
  retriedStatuses?: ReadonlySet<number>;
  /**
   * With `manual`, a redirect is a failure of kind `status` with its headers. By default a GET or HEAD follows a few redirects
   * within its origin; any other redirect is a failure of kind `redirect`.
   */
  redirect?: "manual";
  signal?: Signal | undefined;
};

export type HttpAnswer = { status: number; headers: HttpHeaders; text: string };
export type JsonAnswer = { headers: HttpHeaders; json: unknown };
export type HttpStream = { headers: HttpHeaders; body: AsyncIterable<Uint8Array> };

/** Client for calls to other services, which the server makes (`src/server/upstreams/http-client.ts`). */
export type HttpClient<Signal> = {
  /**
   * Resolves with a 2xx or 304.
   * @throws HttpFailure for anything else
   */
  request: (request: HttpRequest<Signal>) => Promise<HttpAnswer>;
  /**
   * Like `request`, with the body parsed as JSON.
   * @throws HttpFailure of kind `not-json` if it isn't JSON
   */
  requestJson: (request: HttpRequest<Signal>) => Promise<JsonAnswer>;
  /**
   * Makes one attempt and resolves with a 2xx as soon as its headers are there. `timeoutMs` and `maxBytes` apply to the whole
   * body, which rejects with an HttpFailure. Leaving its iteration closes the connection.
   * @throws HttpFailure for anything else, a redirect with its headers included
   */
  stream: (request: Omit<HttpRequest<Signal>, "retries" | "redirect">) => Promise<HttpStream>;
};

/** Statuses of a service that is away for a moment. Not 429: a retry while it wants fewer calls makes the wait longer. */
export const briefOutages: ReadonlySet<number> = new Set([502, 503, 504]);
