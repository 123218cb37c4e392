import type { z } from "zod";
import type { Kernel } from "../feature.ts";
import { createShortMemory } from "../limits/short-memory.ts";
import { createUpstreamCopyStore, type KeptCopy } from "./upstream-copy-store.ts";

/** What an upstream said, and when. `isStale`: older than the reader asked for. */
export type Copy<Value> = { value: Value; asOf: Date; isStale: boolean };

export type WantedCopy<Value> = {
  /** Unique within the upstream, such as `bill 117/hr/1 actions`. */
  key: string;
  /** Reads what the table holds; a copy of an old shape counts as none. */
  schema: z.ZodType<Value>;
  freshMs: number;
  /** A copy from before this instant is not fresh, whatever its age: the upstream is known to have changed since. */
  changedAt?: Date | null;
  /** `previousEtag` is null without a copy. `"not-modified"` renews the copy's age. */
  fetch: (previousEtag: string | null) => Promise<FetchedCopy<Value>>;
  /** A copy older than this waits for the new one, and is still used where that fails. Unset: nobody ever waits. */
  waitWhenOlderThanMs?: number;
};

export type FetchedCopy<Value> = { value: Value; etag?: string | null } | "not-modified";

export type UpstreamCopies = {
  /**
   * The copy while it is fresh; an older one at once while a new one is fetched (once for all who ask; after a failure
   * the old one stays, and the next try waits a moment); without one, the fetched answer.
   * @throws what `fetch` threw, only where there is no copy
   */
  read: <Value>(wanted: WantedCopy<Value>) => Promise<Copy<Value>>;
  /** What is kept, whatever its age; null without a copy. */
  peek: <Value>(key: string, schema: z.ZodType<Value>) => Promise<{ value: Value; asOf: Date } | null>;
  /** Removes the copies. */
  forget: (keys: readonly string[]) => Promise<void>;
};

type Options = {
  /** The upstream's address. Copies of another address are not seen: sandbox and live never mix (docs/reference/product.md, "Sandboxes"). */
  source: string;
  /** The oldest beyond this many go, now and then. */
  maxCopies: number;
};

const pauseAfterFailureMs = 15_000;
const mostRememberedFailures = 1_000;
/** Servers of one database may differ by so much in what time it is. */
const clockDifferenceMs = 5 * 60_000;

/** Answers of one upstream, kept in the database: shared by all servers, there after a restart, served when it is down. */
export function createUpstreamCopies(
  kernel: Pick<Kernel, "database" | "log" | "now">,
  options: Options,
): UpstreamCopies {
  const store = createUpstreamCopyStore(kernel, options);
  const running = new Map<string, Promise<KeptCopy>>();
  /** Which keys have failed a moment ago. */
  const failures = createShortMemory<true>({
    most: mostRememberedFailures,
    forMs: pauseAfterFailureMs,
    nowMs: () => kernel.now().getTime(),
  });

  function renew<Value>(wanted: WantedCopy<Value>, known: KeptCopy | null): Promise<KeptCopy> {
    const started = running.get(wanted.key);
    if (started !== undefined) return started;
    const made = fetchAndKeep(wanted, known)
      .catch((error: unknown) => {
        failures.set(wanted.key, true);
        throw error;
      })
      .finally(() => running.delete(wanted.key));
    running.set(wanted.key, made);
    return made;
  }

  async function fetchAndKeep<Value>(wanted: WantedCopy<Value>, known: KeptCopy | null): Promise<KeptCopy> {
    const meanwhile = known === null ? await store.load(wanted.key) : null;
    // Somebody else, here or on another server, has asked between our look and now.
    if (meanwhile !== null && isFresh(wanted, meanwhile) && parseKept(meanwhile, wanted.schema) !== undefined)
      return meanwhile;
    const fetched = await wanted.fetch(known?.etag ?? null);
    const asOf = kernel.now();
    if (fetched !== "not-modified")
      return store.save(wanted.key, {
        value: JSON.stringify(fetched.value),
        etag: fetched.etag ?? null,
        asOf,
      });
    if (known === null) throw new Error(`${wanted.key}: "not modified" without a copy to go by`);
    return store.save(wanted.key, { ...known, asOf });
  }

  async function renewOrKeep<Value>(wanted: WantedCopy<Value>, kept: KeptCopy): Promise<KeptCopy> {
    if (failures.has(wanted.key)) return kept;
    return renew(wanted, kept).catch((error: unknown) => {
      kernel.log.warn(
        { error, key: wanted.key, asOf: kept.asOf },
        "upstream failed; its last answer is used",
      );
      return kept;
    });
  }

  async function read<Value>(wanted: WantedCopy<Value>): Promise<Copy<Value>> {
    const kept = await store.load(wanted.key);
    const value = kept === null ? undefined : parseKept(kept, wanted.schema);
    if (kept === null || value === undefined) return copyOf(wanted, await renew(wanted, null));
    if (isFresh(wanted, kept)) return { value, asOf: kept.asOf, isStale: false };
    const renewed = renewOrKeep(wanted, kept);
    if (ageMs(kept) < (wanted.waitWhenOlderThanMs ?? Infinity))
      return { value, asOf: kept.asOf, isStale: true };
    return copyOf(wanted, await renewed);
  }

  function ageMs(kept: KeptCopy): number {
    return kernel.now().getTime() - kept.asOf.getTime();
  }

  function isFresh<Value>({ freshMs, changedAt = null }: WantedCopy<Value>, kept: KeptCopy): boolean {
    const age = ageMs(kept);
    // From a time that has not come yet: a clock was set back since, and how old it is nobody knows.
    return age > -clockDifferenceMs && age < freshMs && (changedAt === null || kept.asOf >= changedAt);
  }

  function copyOf<Value>(wanted: WantedCopy<Value>, kept: KeptCopy): Copy<Value> {
    const value = wanted.schema.parse(JSON.parse(kept.value));
    return { value, asOf: kept.asOf, isStale: !isFresh(wanted, kept) };
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

/** Undefined where the copy is not of today's shape. */
function parseKept<Value>(kept: KeptCopy, schema: z.ZodType<Value>): Value | undefined {
  const parsed = schema.safeParse(JSON.parse(kept.value));
  return parsed.success ? parsed.data : undefined;
}
