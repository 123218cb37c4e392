import type { z } from "zod";
import type { Kernel } from "../feature.ts";
import { createShortMemory } from "../limits/short-memory.ts";
import { createUpstreamCopyStore, type KeptCopy } from "./upstream-copy-store.ts";

/** A response with its time. `isStale` means older than the reader asked for. */
export type Copy<Value> = { value: Value; asOf: Date; isStale: boolean };

export type CopyQuery<Value> = {
  /** Unique within the upstream, such as `bill 117/hr/1 actions`. */
  key: string;
  /** Parses the stored value; a copy of an older schema is ignored. */
  schema: z.ZodType<Value>;
  freshMs: number;
  /** A copy from before this time is stale whatever its age, because the upstream is known to have changed since. */
  changedAt?: Date | null;
  /** `previousEtag` is null without a copy. `"not-modified"` renews the copy's age. */
  fetch: (previousEtag: string | null) => Promise<FetchedCopy<Value>>;
  /** A copy older than this waits for a new one, but is still used if that fails. By default nobody waits. */
  waitWhenOlderThanMs?: number;
};

export type FetchedCopy<Value> = { value: Value; etag?: string | null } | "not-modified";

export type UpstreamCopies = {
  /**
   * Returns the copy while fresh. An older one is returned at once while a new one is fetched (once for concurrent readers);
   * after a failure it stays, and the next attempt waits a moment. Without a copy, returns the fetched response.
   * @throws what `fetch` threw, only if there is no copy
   */
  read: <Value>(query: CopyQuery<Value>) => Promise<Copy<Value>>;
  /** Returns the copy, whatever its age; null if there is none. */
  peek: <Value>(key: string, schema: z.ZodType<Value>) => Promise<{ value: Value; asOf: Date } | null>;
  /** Removes the copies. */
  forget: (keys: readonly string[]) => Promise<void>;
};

type Options = {
  /**
   * The upstream's address. Copies of another address are ignored, so sandbox and live never mix (docs/reference/product.md,
   * "Sandboxes").
   */
  source: string;
  /** Maximum number of copies; occasionally the oldest are pruned. */
  maxCopies: number;
};

const pauseAfterFailureMs = 15_000;
const mostRememberedFailures = 1_000;
/** Maximum clock difference between servers of one database. */
const clockDifferenceMs = 5 * 60_000;

/**
 * Caches one upstream's responses in the database: shared by all servers, kept over restarts, and served while the upstream is
 * down.
 */
export function createUpstreamCopies(
  kernel: Pick<Kernel, "database" | "log" | "now">,
  options: Options,
): UpstreamCopies {
  const store = createUpstreamCopyStore(kernel, options);
  const running = new Map<string, Promise<KeptCopy>>();
  /** Keys that failed a moment ago. */
  const failures = createShortMemory<true>({
    most: mostRememberedFailures,
    forMs: pauseAfterFailureMs,
    nowMs: () => kernel.now().getTime(),
  });

  function renew<Value>(query: CopyQuery<Value>, known: KeptCopy | null): Promise<KeptCopy> {
    const started = running.get(query.key);
    if (started !== undefined) return started;
    const made = fetchAndKeep(query, known)
      .catch((error: unknown) => {
        failures.set(query.key, true);
        throw error;
      })
      .finally(() => running.delete(query.key));
    running.set(query.key, made);
    return made;
  }

  async function fetchAndKeep<Value>(query: CopyQuery<Value>, known: KeptCopy | null): Promise<KeptCopy> {
    const meanwhile = known === null ? await store.load(query.key) : null;
    // Another reader, here or on another server, has fetched it in the meantime.
    if (meanwhile !== null && isFresh(query, meanwhile) && parseKept(meanwhile, query.schema) !== undefined)
      return meanwhile;
    const fetched = await query.fetch(known?.etag ?? null);
    const asOf = kernel.now();
    if (fetched !== "not-modified")
      return store.save(query.key, {
        value: JSON.stringify(fetched.value),
        etag: fetched.etag ?? null,
        asOf,
      });
    if (known === null) throw new Error(`${query.key}: "not modified" without a copy to go by`);
    return store.save(query.key, { ...known, asOf });
  }

  async function renewOrKeep<Value>(query: CopyQuery<Value>, kept: KeptCopy): Promise<KeptCopy> {
    if (failures.has(query.key)) return kept;
    return renew(query, kept).catch((error: unknown) => {
      kernel.log.warn(
        { error, key: query.key, asOf: kept.asOf },
        "Upstream failed; using its last response.",
      );
      return kept;
    });
  }

  async function read<Value>(query: CopyQuery<Value>): Promise<Copy<Value>> {
    const kept = await store.load(query.key);
    const value = kept === null ? undefined : parseKept(kept, query.schema);
    if (kept === null || value === undefined) return copyOf(query, await renew(query, null));
    if (isFresh(query, kept)) return { value, asOf: kept.asOf, isStale: false };
    const renewed = renewOrKeep(query, kept);
    if (ageMs(kept) < (query.waitWhenOlderThanMs ?? Infinity))
      return { value, asOf: kept.asOf, isStale: true };
    return copyOf(query, await renewed);
  }

  function ageMs(kept: KeptCopy): number {
    return kernel.now().getTime() - kept.asOf.getTime();
  }

  function isFresh<Value>({ freshMs, changedAt = null }: CopyQuery<Value>, kept: KeptCopy): boolean {
    const age = ageMs(kept);
    // A time in the future comes from a clock that has since been set back, so the true age is unknown.
    return age > -clockDifferenceMs && age < freshMs && (changedAt === null || kept.asOf >= changedAt);
  }

  function copyOf<Value>(query: CopyQuery<Value>, kept: KeptCopy): Copy<Value> {
    const value = query.schema.parse(JSON.parse(kept.value));
    return { value, asOf: kept.asOf, isStale: !isFresh(query, kept) };
  }

  return {
    read,
    async peek(key, schema) {
      const kept = await store.load(key);
      const value = kept === null ? undefined : parseKept(kept, schema);
      return kept === null || value === undefined ? null : { value, asOf: kept.asOf };
    },
    forget: (keys) => store.forget(keys),
  };
}

/** Returns the value, or undefined if it doesn't match today's schema. */
function parseKept<Value>(kept: KeptCopy, schema: z.ZodType<Value>): Value | undefined {
  const parsed = schema.safeParse(JSON.parse(kept.value));
  return parsed.success ? parsed.data : undefined;
}
