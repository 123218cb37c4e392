import type { z } from "zod";
import type { HttpClient, HttpHeaders } from "#shared/http/http-client.ts";
import { mismatchOf } from "#shared/http/service-error.ts";
import { CongressError, explainFailure } from "./congress-errors.ts";
import type { ListPage } from "./congress-paging.ts";
import { envelopeSchema } from "./congress-schemas.ts";
import { readNext } from "./congress-transform.ts";

export type CongressClientOptions = {
  http: Pick<HttpClient<AbortSignal>, "requestJson">;
  /** Such as `https://api.congress.gov/v3`, without a trailing slash; read at each call. */
  baseUrl: () => string;
  /** Sent in the header `X-Api-Key` and nowhere else. With null, the service will refuse. */
  apiKey: string | null;
  /** Time limit of one call; 10 s by default. */
  timeoutMs?: number;
};

/** The key's hourly limit and remaining calls, according to the last response. */
export type CongressLimit = { limit: number; remaining: number };

/** Connection to the service. Addresses are paths with their query, relative to the base URL. */
export type CongressConnection = {
  /**
   * Reads one item.
   * @throws CongressError
   */
  readItem: <Value>(address: string, schema: z.ZodType<Value>, signal?: AbortSignal) => Promise<Value>;
  /**
   * Reads one page of a list.
   * @throws CongressError
   */
  readPage: (address: string, element: string, signal?: AbortSignal) => Promise<ListPage>;
  rateLimit: () => CongressLimit | null;
};

const maxBytes = 20_000_000;
const defaultTimeoutMs = 10_000;
// One retry covers a hiccup; more would delay the visitor and use up the hourly limit.
const retries = 1;

/** Creates GET access to one service with one key. */
export function connectCongress(options: CongressClientOptions): CongressConnection {
  const { http, baseUrl, apiKey, timeoutMs = defaultTimeoutMs } = options;
  let lastLimit: CongressLimit | null = null;

  async function ask(address: string, signal: AbortSignal | undefined): Promise<unknown> {
    try {
      const { json, headers } = await http.requestJson({
        url: `${baseUrl()}/${address}`,
        headers: apiKey === null ? {} : { "x-api-key": apiKey },
        timeoutMs,
        maxBytes,
        retries,
        signal,
      });
      lastLimit = readLimit(headers);
      return json;
    } catch (error) {
      throw explainFailure(pathOf(address), error);
    }
  }

  async function readPage(address: string, element: string, signal?: AbortSignal): Promise<ListPage> {
    const path = pathOf(address);
    const { pagination, ...answer } = parseAnswer(envelopeSchema, await ask(address, signal), path);
    // An empty list is omitted from the response, but its count of 0 isn't (docs/reference/upstreams.md, "Congress envelope").
    if (answer[element] === undefined && pagination === null) {
      throw unexpectedAnswer(path, `neither ${element} nor pagination`);
    }
    try {
      return {
        content: answer[element] ?? null,
        count: pagination?.count ?? null,
        countIncludingWithdrawn: pagination?.countIncludingWithdrawnCosponsors ?? null,
        next: readNext(pagination?.next ?? null, path),
      };
    } catch (cause) {
      throw unexpectedAnswer(path, cause instanceof Error ? cause.message : String(cause), cause);
    }
  }

  return {
    readItem: async (address, schema, signal) =>
      parseAnswer(schema, await ask(address, signal), pathOf(address)),
    readPage,
    rateLimit: () => lastLimit,
  };
}

/**
 * Parses the response for `address`.
 * @throws CongressError if it doesn't match the schema
 */
export function parseAnswer<Value>(schema: z.ZodType<Value>, value: unknown, address: string): Value {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw unexpectedAnswer(address, mismatchOf(parsed.error).trimStart());
}

/** Creates the error for JSON that doesn't match the API's documentation. */
export function unexpectedAnswer(address: string, detail: string, cause?: unknown): CongressError {
  const message = `api.congress.gov's response doesn't match its API (${pathOf(address)}): ${detail}.`;
  return new CongressError("unavailable", message, { cause });
}

function pathOf(address: string): string {
  return address.replace(/\?.*/, "");
}

function readLimit(headers: HttpHeaders): CongressLimit | null {
  const limit = readCount(headers.get("x-ratelimit-limit"));
  const remaining = readCount(headers.get("x-ratelimit-remaining"));
  return limit === null || remaining === null ? null : { limit, remaining };
}

function readCount(value: string | null): number | null {
  return value !== null && /^\d{1,9}$/.test(value) ? Number(value) : null;
}
