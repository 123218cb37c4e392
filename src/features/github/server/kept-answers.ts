import type { z } from "zod";
import type { Kernel } from "#server/feature.ts";
import { createUpstreamCopies, type Copy, type UpstreamCopies } from "#server/upstreams/upstream-copies.ts";
import { GitHubError, type GitHubRead, type GitHubReading } from "#upstreams/github/index.ts";
import type { GitHubAccess } from "./github-access.ts";

export type KeptReading = {
  /** Used where the site's own calls are used up. */
  visitorToken?: string | null;
  /** A copy older than this waits for a new one; unset, nobody waits while there is a copy. */
  waitWhenOlderThanMs?: number;
};

type Wanted<Value, Raw> = KeptReading & {
  /** Unique for the owner, such as `languages tide`. */
  key: string;
  schema: z.ZodType<Value>;
  ask: (read: GitHubRead) => GitHubReading<Raw>;
  /** What is kept of the answer. */
  shape: (raw: Raw) => Value | Promise<Value>;
};

/** GitHub's answers in the shape that the site needs, kept for all servers (`upstream-copies.ts`). Public ones only. */
export type KeptAnswers = {
  keep: <Value, Raw>(wanted: Wanted<Value, Raw>) => Promise<Copy<Value>>;
  /** What is not there is kept as null, so that an old copy of it does not live on; `ifEmpty` for an empty repository. */
  keepIfThere: <Value, Raw>(wanted: Wanted<Value, Raw> & { ifEmpty?: Value }) => Promise<Copy<Value | null>>;
};

const minuteMs = 60_000;
/** With a token 5,000 calls an hour are ours, and a "not modified" is free; without one 60 (docs/reference/upstreams.md, "GitHub limits"). */
const freshWithTokenMs = 5 * minuteMs;
const freshWithoutTokenMs = 30 * minuteMs;

export function createKeptAnswers(
  kernel: Kernel,
  access: GitHubAccess,
  options: { maxCopies: number; freshMs?: number; store?: string },
): KeptAnswers {
  let made: { source: string; copies: UpstreamCopies } | null = null;

  /** Made when first needed: the sandbox's address is known once the server listens. */
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
  }: Wanted<Value, Raw>): Promise<Copy<Value>> {
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
    keepIfThere: <Value, Raw>({ ifEmpty, ...wanted }: Wanted<Value, Raw> & { ifEmpty?: Value }) =>
      keep<Value | null, { raw: Raw } | "not-found" | "empty-repository">({
        ...wanted,
        schema: wanted.schema.nullable(),
        ask: async (read) => {
          try {
            const answer = await wanted.ask(read);
            return answer === "not-modified" ? answer : { ...answer, value: { raw: answer.value } };
          } catch (error) {
            if (!isAbsent(error)) throw error;
            return { value: error.kind, etag: null, rate: null };
          }
        },
        shape: (answer) => {
          if (typeof answer === "object") return wanted.shape(answer.raw);
          return answer === "empty-repository" ? (ifEmpty ?? null) : null;
        },
      }),
  };
}

/** Not there, or nothing in it: both are answers, not failures. */
function isAbsent(error: unknown): error is GitHubError & { kind: "not-found" | "empty-repository" } {
  return error instanceof GitHubError && (error.kind === "not-found" || error.kind === "empty-repository");
}
