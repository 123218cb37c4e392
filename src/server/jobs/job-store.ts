import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database, Transaction } from "../database/db.ts";
import { jobs } from "../tables/job-tables.ts";

/** A job claimed by this process; `holder` is unique to this run. */
export type ClaimedJob = {
  kind: string;
  key: string;
  payload: unknown;
  failures: number;
  /** Number of requests at the claim; a higher number at the end means that it was requested again in the meantime. */
  requests: number;
  holder: string;
};

export type JobRequest = { kind: string; key: string; payload?: Record<string, unknown>; dueAt: Date };

/** Status of a job: `gone` once it is done and not requested again. */
export type JobStatus = { is: "gone" } | { is: "running" } | { is: "waiting"; dueAt: Date };

/** A kind that a server works on; its jobs are never delayed for longer than `longestDelayMs`. */
export type ClaimableKind = { kind: string; longestDelayMs: number };

/** All SQL of the queue. Due times follow the servers' clocks; holds follow the database's clock only. */
export class JobStore {
  readonly #database: Pick<Database, "unsafeDb">;

  constructor(database: Pick<Database, "unsafeDb">) {
    this.#database = database;
  }

  /**
   * Requests a job inside a transaction, including one of a person (`asUser`). That role has no rights to the table; the
   * database function `request_job` is all it can use.
   */
  async request(tx: Transaction, { kind, key, payload = {}, dueAt }: JobRequest): Promise<void> {
    const written = JSON.stringify(payload);
    await tx.execute(
      sql`select request_job(${kind}, ${key}, ${written}::jsonb, ${dueAt.toISOString()}::timestamptz)`,
    );
  }

  /** Creates a job of each kind unless it exists; for kinds that are due now, moves a later due time up to `dueAt`. */
  async ensure(
    kinds: readonly { kind: string; isNow: boolean }[],
    { key, dueAt }: Pick<JobRequest, "key" | "dueAt">,
  ): Promise<void> {
    if (kinds.length === 0) return;
    await this.#database.unsafeDb
      .insert(jobs)
      .values(kinds.map(({ kind }) => ({ kind, key, payload: {}, dueAt })))
      .onConflictDoUpdate({
        target: [jobs.kind, jobs.key],
        set: { dueAt: sql`least(${jobs.dueAt}, excluded.due_at)` },
        setWhere: inArray(
          jobs.kind,
          kinds.flatMap(({ kind, isNow }) => (isNow ? [kind] : [])),
        ),
      });
  }

  /**
   * Claims the job of these kinds that has been due longest, or one whose holder has died; null if there is none. A delay
   * longer than the maximum comes from a wrong clock, so such a job is due.
   */
  async claim(
    kinds: readonly ClaimableKind[],
    options: { now: Date; holder: string; ttlMs: number },
  ): Promise<ClaimedJob | null> {
    const now = options.now.toISOString();
    const names = sql.param(kinds.map(({ kind }) => kind));
    const tooLate = sql.param(
      kinds.map(({ longestDelayMs }) => new Date(options.now.getTime() + longestDelayMs).toISOString()),
    );
    const { rows } = await this.#database.unsafeDb.execute<Omit<ClaimedJob, "holder">>(sql`
      with due as materialized (
        select kind, key from ${jobs}
        join unnest(${names}::text[], ${tooLate}::timestamptz[]) as known (kind, too_late) using (kind)
        where held_until < now() or (held_until is null and (due_at <= ${now} or due_at > too_late))
        order by due_at, kind, key
        limit 1
        for update of ${jobs} skip locked
      )
      update ${jobs} as job
      set holder = ${options.holder}, held_until = now() + ${options.ttlMs} * interval '1 millisecond',
        failures = job.failures + case when job.held_until is null then 0 else 1 end
      from due
      where job.kind = due.kind and job.key = due.key
      returning job.kind, job.key, job.payload, job.failures, job.requests`);
    const [job] = rows;
    return job === undefined ? null : { ...job, holder: options.holder };
  }

  /** Extends the hold; false if another holder has taken it. */
  async renew(job: ClaimedJob, ttlMs: number): Promise<boolean> {
    const heldUntil = sql`now() + ${ttlMs} * interval '1 millisecond'`;
    const rows = await this.#database.unsafeDb
      .update(jobs)
      .set({ heldUntil })
      .where(isHeldBy(job))
      .returning({ key: jobs.key });
    return rows.length > 0;
  }

  /** Completes a job: removes it unless it was requested in the meantime or is to run again at `againAt`. */
  async finish(job: ClaimedJob, options: { now: Date; againAt: Date | null }): Promise<void> {
    const { unsafeDb } = this.#database;
    if (options.againAt === null) {
      const gone = await unsafeDb
        .delete(jobs)
        .where(and(isHeldBy(job), eq(jobs.requests, job.requests)))
        .returning({ key: jobs.key });
      if (gone.length > 0) return;
    }
    const now = sql`${options.now.toISOString()}::timestamptz`;
    const againAt = sql`${(options.againAt ?? options.now).toISOString()}::timestamptz`;
    await unsafeDb
      .update(jobs)
      .set({
        holder: null,
        heldUntil: null,
        failures: 0,
        lastError: null,
        dueAt: sql`case when ${jobs.requests} = ${job.requests} then ${againAt} else ${now} end`,
      })
      .where(isHeldBy(job));
  }

  /** Records a failure. The job is retried at `dueAt`, even if requested earlier, because the reason to wait still applies. */
  async fail(job: ClaimedJob, options: { dueAt: Date; lastError: string }): Promise<void> {
    await this.#database.unsafeDb
      .update(jobs)
      .set({
        holder: null,
        heldUntil: null,
        failures: job.failures + 1,
        dueAt: options.dueAt,
        lastError: options.lastError,
      })
      .where(isHeldBy(job));
  }

  /** Releases a job interrupted through no fault of its own (the server is stopping); the next server claims it at once. */
  async release(job: ClaimedJob): Promise<void> {
    await this.#database.unsafeDb.update(jobs).set({ holder: null, heldUntil: null }).where(isHeldBy(job));
  }

  async status(kind: string, key: string): Promise<JobStatus> {
    const [row] = await this.#database.unsafeDb
      .select({ dueAt: jobs.dueAt, holder: jobs.holder })
      .from(jobs)
      .where(and(eq(jobs.kind, kind), eq(jobs.key, key)));
    if (row === undefined) return { is: "gone" };
    return row.holder === null ? { is: "waiting", dueAt: row.dueAt } : { is: "running" };
  }

  /** Returns by kind how many jobs wait or run, and how many of them failed last time. */
  async counts(): Promise<{ kind: string; waiting: number; failing: number }[]> {
    return this.#database.unsafeDb
      .select({
        kind: jobs.kind,
        waiting: sql<number>`count(*)::int`,
        failing: sql<number>`(count(*) filter (where ${jobs.failures} > 0))::int`,
      })
      .from(jobs)
      .groupBy(jobs.kind);
  }
}

function isHeldBy({ kind, key, holder }: ClaimedJob) {
  return and(eq(jobs.kind, kind), eq(jobs.key, key), eq(jobs.holder, holder));
}
