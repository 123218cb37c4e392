import { sql } from "drizzle-orm";
import type { Database } from "../database/db.ts";
import type { UpstreamMode } from "../settings/settings.ts";
import { upstreamModes } from "../tables/upstream-modes-tables.ts";

/** `from` is null the first time an upstream is seen. */
export type UpstreamModeChange = {
  upstream: string;
  from: UpstreamMode | null;
  to: UpstreamMode;
  since: Date;
};

/**
 * Records each upstream's mode at the start and returns the new and changed ones by name. Sandbox and live never mix
 * (docs/reference/product.md, "Sandboxes"), so owners of an upstream's rows check this before using them. Upstreams not named
 * keep their recorded mode.
 */
export async function recordUpstreamModes(
  db: Pick<Database, "unsafeDb">,
  modes: Readonly<Record<string, UpstreamMode>>,
): Promise<UpstreamModeChange[]> {
  const current = Object.entries(modes).map(([upstream, mode]) => ({ upstream, mode }));
  if (current.length === 0) return [];
  return db.unsafeDb.transaction(async (tx) => {
    const before = new Map(
      (await tx.select().from(upstreamModes).for("update")).map((row) => [row.upstream, row.mode]),
    );
    const changed = await tx
      .insert(upstreamModes)
      .values(current)
      .onConflictDoUpdate({
        target: upstreamModes.upstream,
        set: { mode: sql`excluded.mode`, since: sql`now()` },
        setWhere: sql`${upstreamModes.mode} <> excluded.mode`,
      })
      .returning();
    return changed
      .map(({ upstream, mode, since }) => ({ upstream, from: before.get(upstream) ?? null, to: mode, since }))
      .toSorted((a, b) => a.upstream.localeCompare(b.upstream));
  });
}
