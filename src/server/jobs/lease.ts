import { randomUUID } from "node:crypto";
import { and, eq, lt, or, sql } from "drizzle-orm";
import type { Kernel } from "../feature.ts";
import { keepHold } from "./hold.ts";
import { leases } from "../tables/lease-tables.ts";

type LeaseKernel = Pick<Kernel, "database" | "log">;
type Lease = { name: string; holder: string; ttlMs: number };

/**
 * Runs `work` unless someone else, on any server of this database, holds the lease `name`; in that case returns false.
 *
 * For work whose result answers the current request: no job can do it, and it must not restart after an interruption.
 * Everything else is a job (docs/decisions/0013). The lease is renewed while the work runs and released after it. If the
 * process dies, others can take it after `ttlMs` by the database's clock; if it can't renew the lease, its `signal` is aborted
 * first.
 * @throws what `work` throws
 */
export async function withLease(
  kernel: LeaseKernel,
  name: string,
  ttlMs: number,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<boolean> {
  const lease = { name, holder: randomUUID(), ttlMs };
  if (!(await take(kernel, lease))) return false;
  const hold = keepHold(kernel, { about: { lease: name }, ttlMs, renew: () => take(kernel, lease) });
  try {
    await work(hold.lost);
  } finally {
    await hold.end();
    await giveBack(kernel, lease);
  }
  return true;
}

/** Returns true if the lease was free, expired or already ours. */
async function take({ database }: LeaseKernel, { name, holder, ttlMs }: Lease): Promise<boolean> {
  const expiresAt = sql`now() + ${ttlMs} * interval '1 millisecond'`;
  const rows = await database.unsafeDb
    .insert(leases)
    .values({ name, holder, expiresAt })
    .onConflictDoUpdate({
      target: leases.name,
      set: { holder, expiresAt },
      setWhere: or(eq(leases.holder, holder), lt(leases.expiresAt, sql`now()`)),
    })
    .returning({ name: leases.name });
  return rows.length > 0;
}

async function giveBack({ database, log }: LeaseKernel, { name, holder }: Lease): Promise<void> {
  try {
    await database.unsafeDb.delete(leases).where(and(eq(leases.name, name), eq(leases.holder, holder)));
  } catch (error) {
    log.warn({ error, lease: name }, "Can't release a lease; it will expire.");
  }
}
