import { z } from "zod";
import { GitHubError, type GitHubRate } from "./github-errors.ts";
import { callApi, locationOf, parseAnswer, type ApiAnswer, type GitHubConnection } from "./github-http.ts";
import { linkOf } from "./github-transform.ts";

export type GitHubAnswer<Value> = {
  value: Value;
  /** For the next `etag`, valid only with the same token. Null if a 304 couldn't confirm the whole value. */
  etag: string | null;
  /** Null if the response doesn't report it. */
  rate: GitHubRate | null;
};

export type GitHubRead = {
  /** Without one, the call counts against this server's 60 an hour. */
  token?: string | null | undefined;
  /**
   * ETag of a cached response for the same token; the result may then be "not-modified". A 304 is free only with a token
   * (docs/reference/upstreams.md, "GitHub limits").
   */
  etag?: string | null | undefined;
  signal?: AbortSignal | undefined;
};

/** A response, or "not-modified" for the ETag that was sent. Rejects with a GitHubError. */
export type GitHubReading<Value> = Promise<GitHubAnswer<Value> | "not-modified">;

/** Returns the answer to a call without an ETag. @throws GitHubError for a 304, which nobody asked for */
export function expectAnswer<Value>(answer: GitHubAnswer<Value> | "not-modified"): GitHubAnswer<Value> {
  if (answer !== "not-modified") return answer;
  throw new GitHubError("unavailable", "GitHub sent an unsolicited 304.");
}

/** One page of a list. `nextUrl` is GitHub's own, numeric address of the next one; follow it, never build it. */
export type GitHubPage<Item> = { items: Item[]; nextUrl: string | null };

export type ReadOptions = GitHubRead & { accept?: string; retries?: number };

const mostPages = 50;

/**
 * Reads one address.
 * @throws GitHubError
 */
export async function readOne<Value>(
  connection: GitHubConnection,
  address: string,
  { token, etag, signal, accept, retries }: ReadOptions,
  read: (answer: ApiAnswer) => Value,
): GitHubReading<Value> {
  const answer = await callApi(connection, { address, token, etag, signal, accept, retries });
  if (answer.status !== 304) {
    return { value: read(answer), etag: answer.headers.get("etag"), rate: answer.rate };
  }
  if (typeof etag === "string") return "not-modified";
  throw new GitHubError("unavailable", "GitHub answered 304 although no ETag was sent.", { statusCode: 304 });
}

/**
 * Reads one page of a list.
 * @throws GitHubError, also if the next page would be outside the API
 */
export function readPage<Item>(
  connection: GitHubConnection,
  list: { address: string; schema: z.ZodType<Item>; what: string },
  read: GitHubRead,
): GitHubReading<GitHubPage<Item>> {
  return readOne(connection, list.address, read, (answer) => {
    const next = linkOf(answer.headers.get("link"), "next");
    return {
      items: parseAnswer(answer, z.array(list.schema), list.what),
      nextUrl: next === null ? null : locationOf(connection, next),
    };
  });
}

/**
 * Reads a whole list. It has an ETag only if it is one page, because a 304 to the first page says nothing about others.
 * @throws GitHubError
 */
export async function readAllPages<Item extends { id: number }>(
  connection: GitHubConnection,
  list: { address: string; schema: z.ZodType<Item>; what: string },
  read: GitHubRead,
): GitHubReading<Item[]> {
  const first = await readPage(connection, list, read);
  if (first === "not-modified") return first;
  // An entry that moves to the front while we read shifts later pages by one, so it appears twice.
  const found = new Map(first.value.items.map((item) => [item.id, item]));
  let { rate } = first;
  let { nextUrl } = first.value;
  for (let pages = 1; nextUrl !== null; pages += 1) {
    if (pages === mostPages) {
      throw new GitHubError("too-large", `GitHub has more than ${mostPages} pages of ${list.what}.`);
    }
    const next = await readRest(connection, { ...list, address: nextUrl }, read);
    for (const item of next.value.items) if (!found.has(item.id)) found.set(item.id, item);
    rate = next.rate ?? rate;
    nextUrl = next.value.nextUrl;
  }
  return { value: [...found.values()], etag: first.value.nextUrl === null ? first.etag : null, rate };
}

async function readRest<Item>(
  connection: GitHubConnection,
  list: { address: string; schema: z.ZodType<Item>; what: string },
  { token, signal }: GitHubRead,
): Promise<GitHubAnswer<GitHubPage<Item>>> {
  return answered(await readPage(connection, list, { token, signal }));
}

/** Unwraps a reading without an ETag, which is never "not-modified". */
export function answered<Value>(reading: GitHubAnswer<Value> | "not-modified"): GitHubAnswer<Value> {
  if (reading === "not-modified") throw new GitHubError("unavailable", "GitHub answered 304 unexpectedly.");
  return reading;
}
