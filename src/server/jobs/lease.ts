import { randomUUID } from "node:crypto";
import { and, eq, lt, or, sql } from "drizzle-orm";
import type { Kernel } from "../feature.ts";
import { leases } from "../tables/lease-tables.ts";

type LeaseKernel = Pick<Kernel, "database" | "log">;
type Lease = { name: string; holder: string; ttlMs: number };

const renewalsPerTtl = 3;

/**
 * Runs `work` where nobody else, here or on another server of this database, holds the lease `name`; false where
 * somebody does. The lease is renewed while the work runs and given back after it. A process that dies leaves it to
 * the others after `ttlMs`, by the database's clock; one that can no longer renew it has its `signal` aborted first.
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
  const lost = new AbortController();
  const stopRenewing = keepRenewing(kernel, lease, lost);
  try {
    await work(lost.signal);
  } finally {
    await stopRenewing();
    await giveBack(kernel, lease);
  }
  return true;
}

/** True when the lease was free, had run out, or is ours already. */
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

/** What it answers stops it, and waits for a renewal under way: behind the giving back, it would take the lease anew. */
function keepRenewing(kernel: LeaseKernel, lease: Lease, lost: AbortController): () => Promise<void> {
  let expiry = abortLater(lost, lease);
  let renewal: Promise<void> | null = null;

  async function renew(): Promise<void> {
    const renewed = abortLater(lost, lease);
    try {
      if (!(await take(kernel, lease))) throw new Error(`another server has taken the lease ${lease.name}`);
      clearTimeout(expiry);
      expiry = renewed;
    } catch (error) {
      clearTimeout(renewed);
      kernel.log.warn({ error, lease: lease.name }, "a lease could not be renewed");
    }
  }

  const timer = setInterval(() => {
    // A slow database is not asked again before it has answered.
    renewal ??= renew().finally(() => (renewal = null));
  }, lease.ttlMs / renewalsPerTtl);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await renewal;
    clearTimeout(expiry);
  };
}

/** Counted from before the renewal is asked for, so that the work ends before the lease does. */
function abortLater(lost: AbortController, { name, ttlMs }: Lease): NodeJS.Timeout {
  const timer = setTimeout(() => lost.abort(new Error(`the lease ${name} could not be renewed`)), ttlMs);
  timer.unref();
  return timer;
}

async function giveBack({ database, log }: LeaseKernel, { name, holder }: Lease): Promise<void> {
  try {
    await database.unsafeDb.delete(leases).where(and(eq(leases.name, name), eq(leases.holder, holder)));
  } catch (error) {
    log.warn({ error, lease: name }, "a lease could not be given back; it ends by itself");
  }
}
