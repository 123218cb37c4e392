import { createHash } from "node:crypto";
import { and, asc, desc, eq, inArray } from "drizzle-orm";
import type { Kernel } from "../feature.ts";
import { upstreamCopies } from "../tables/upstream-copies-tables.ts";

/** A stored copy; `value` is JSON. */
export type KeptCopy = { value: string; etag: string | null; asOf: Date };

const savesBetweenPrunings = 100;
const longestKey = 500;

/** Returns a key the table can hold. Keys contain names from elsewhere, and Postgres accepts no NUL and can't index long text. */
function storedKey(key: string): string {
  if (key.length <= longestKey && !key.includes("\u0000")) return key;
  return `sha256 ${createHash("sha256").update(key).digest("hex")}`;
}

/** Creates the store of one source's copies. The responses are public and have no owner, so row-level security is bypassed. */
export function createUpstreamCopyStore(
  { database, log }: Pick<Kernel, "database" | "log">,
  { source, maxCopies }: { source: string; maxCopies: number },
) {
  const { unsafeDb } = database;
  const ofSource = eq(upstreamCopies.source, source);
  let savesSincePruning = 0;

  async function prune(): Promise<void> {
    const tooMany = unsafeDb
      .select({ key: upstreamCopies.key })
      .from(upstreamCopies)
      .where(ofSource)
      .orderBy(desc(upstreamCopies.asOf), asc(upstreamCopies.key))
      .offset(maxCopies);
    await unsafeDb.delete(upstreamCopies).where(and(ofSource, inArray(upstreamCopies.key, tooMany)));
  }

  return {
    async load(key: string): Promise<KeptCopy | null> {
      const [row] = await unsafeDb
        .select()
        .from(upstreamCopies)
        .where(and(ofSource, eq(upstreamCopies.key, storedKey(key))));
      return row ?? null;
    },
    async save(key: string, kept: KeptCopy): Promise<KeptCopy> {
      await unsafeDb
        .insert(upstreamCopies)
        .values({ source, key: storedKey(key), ...kept })
        .onConflictDoUpdate({ target: [upstreamCopies.source, upstreamCopies.key], set: kept });
      savesSincePruning += 1;
      if (savesSincePruning >= savesBetweenPrunings) {
        savesSincePruning = 0;
        prune().catch((error: unknown) => log.warn({ error }, "Can't prune old upstream copies."));
      }
      return kept;
    },
    async forget(keys: readonly string[]): Promise<void> {
      if (keys.length === 0) return;
      await unsafeDb
        .delete(upstreamCopies)
        .where(and(ofSource, inArray(upstreamCopies.key, keys.map(storedKey))));
    },
  };
}
