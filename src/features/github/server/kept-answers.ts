import type { z } from "zod";
import type { Kernel } from "#server/feature.ts";
import { createUpstreamCopies, type Copy, type UpstreamCopies } from "#server/upstreams/upstream-copies.ts";
import { GitHubError, type GitHubRead, type GitHubReading } from "#upstreams/github/index.ts";
import type { GitHubAccess } from "./github-access.ts";

export type KeptReading = {
  /** Used once the site's own rate limit is used up. */
  visitorToken?: string | null;
  /** Callers wait for a new answer if the copy is older than this; if unset, a copy of any age is returned at once. */
  waitWhenOlderThanMs?: number;
};

type CacheRequest<Value, Raw> = KeptReading & {
  /** Unique for the owner, such as `languages tide`. */
  key: string;
  schema: z.ZodType<Value>;
  ask: (read: GitHubRead) => GitHubReading<Raw>;
  /** Picks what to store from the answer. */
  shape: (raw: Raw) => Value | Promise<Value>;
};

/** Caches GitHub's public answers in the site's own shape for all servers (`upstream-copies.ts`). */
export type KeptAnswers = {
  keep: <Value, Raw>(request: CacheRequest<Value, Raw>) => Promise<Copy<Value>>;
  /** Stores null for something that doesn't exist, so that no old copy of it survives; `ifEmpty` for an empty repository. */
  keepIfThere: <Value, Raw>(
    request: CacheRequest<Value, Raw> & { ifEmpty?: Value },
  ) => Promise<Copy<Value | null>>;
};

const minuteMs = 60_000;
/** With a token the site has 5,000 calls an hour and a 304 is free; without one it has 60 (docs/reference/upstreams.md, "GitHub limits"). */
const freshWithTokenMs = 5 * minuteMs;
const freshWithoutTokenMs = 30 * minuteMs;

export function createKeptAnswers(
  kernel: Kernel,
  access: GitHubAccess,
  options: { maxCopies: number; freshMs?: number; store?: string },
): KeptAnswers {
  let made: { source: string; copies: UpstreamCopies } | null = null;

  /** Created on first use: the sandbox's address is known only once the server listens. */
  function copies(): UpstreamCopies {
    const source = `${access.apiUrl()}${options.store ?? ""}`;
    if (made?.source !== source) {
      made = { source, copies: createUpstreamCopies(kernel, { source, maxCopies: options.maxCopies }) };
    }
    return made.copies;
  }

  function keep<Value, Raw>({
    key,
    schema,
    ask,
    shape,
    visitorToken = null,
    waitWhenOlderThanMs,
  }: CacheRequest<Value, Raw>): Promise<Copy<Value>> {
    const usualMs = access.serverToken() === null ? freshWithoutTokenMs : freshWithTokenMs;
    return copies().read({
      key: `${access.owner.toLowerCase()} ${key}`,
      schema,
      freshMs: options.freshMs ?? usualMs,
      ...(waitWhenOlderThanMs === undefined ? {} : { waitWhenOlderThanMs }),
      fetch: async (etag) => {
        const answer = await access.ask(ask, { etag, visitorToken });
        if (answer === "not-modified") return answer;
        return { value: await shape(answer.value), etag: answer.etag };
      },
    });
  }

  return {
    keep,
    keepIfThere: <Value, Raw>({ ifEmpty, ...request }: CacheRequest<Value, Raw> & { ifEmpty?: Value }) =>
      keep<Value | null, { raw: Raw } | "not-found" | "empty-repository">({
        ...request,
        schema: request.schema.nullable(),
        ask: async (read) => {
          try {
            const answer = await request.ask(read);
            return answer === "not-modified" ? answer : { ...answer, value: { raw: answer.value } };
          } catch (error) {
            if (!isAbsent(error)) throw error;
            return { value: error.kind, etag: null, rate: null };
          }
        },
        shape: (answer) => {
          if (typeof answer === "object") return request.shape(answer.raw);
          return answer === "empty-repository" ? (ifEmpty ?? null) : null;
        },
      }),
  };
}

/** Returns true for a missing or empty repository: both are answers, not failures. */
function isAbsent(error: unknown): error is GitHubError & { kind: "not-found" | "empty-repository" } {
  return error instanceof GitHubError && (error.kind === "not-found" || error.kind === "empty-repository");
}
