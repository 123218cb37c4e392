import { and, eq, sql } from "drizzle-orm";
import type { Database, Transaction } from "../database/db.ts";
import { jobs } from "../tables/job-tables.ts";

/** A job that this process works on; `holder` is of this run alone. */
export type ClaimedJob = {
  kind: string;
  key: string;
  payload: unknown;
  failures: number;
  /** As counted at the claim: more of them at the end mean that it was asked for meanwhile. */
  requests: number;
  holder: string;
};

export type JobRequest = { kind: string; key: string; payload?: Record<string, unknown>; dueAt: Date };

/** Where a job stands; it is `gone` once it is done and nobody has asked again. */
export type JobStanding = { is: "gone" } | { is: "running" } | { is: "waiting"; dueAt: Date };

/** A kind that a server works on; nothing of it is put off for longer than `longestDelayMs`. */
export type ClaimableKind = { kind: string; longestDelayMs: number };

/** All SQL of the queue. What is due goes by the servers' clock, who holds it by the database's alone. */
export class JobStore {
  readonly #database: Pick<Database, "unsafeDb">;

  constructor(database: Pick<Database, "unsafeDb">) {
    this.#database = database;
  }

  /**
   * Asks for a job inside a transaction, also one of a person (`asUser`), whose role has no right to the table and need have
   * none: `request_job` of the database is all that it may do there.
   */
  async request(tx: Transaction, { kind, key, payload = {}, dueAt }: JobRequest): Promise<void> {
    const written = JSON.stringify(payload);
    await tx.execute(
      sql`select request_job(${kind}, ${key}, ${written}::jsonb, ${dueAt.toISOString()}::timestamptz)`,
    );
  }

  /** Asks for a job unless it is there already; with `isNow` one that waits for a later time has this one. */
  async ensure({ kind, key, payload = {}, dueAt, isNow }: JobRequest & { isNow: boolean }): Promise<void> {
    const asking = this.#database.unsafeDb.insert(jobs).values({ kind, key, payload, dueAt });
    const target = [jobs.kind, jobs.key];
    await (isNow
      ? asking.onConflictDoUpdate({ target, set: { dueAt: sql`least(${jobs.dueAt}, excluded.due_at)` } })
      : asking.onConflictDoNothing());
  }

  /**
   * Takes the job of these kinds that has been due longest, or one whose holder has died; null where there is none. One
   * that is put off for longer than any job is was so by a clock that was wrong: it is due.
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

  /** Goes on holding it; false where somebody else does by now. */
  async renew(job: ClaimedJob, ttlMs: number): Promise<boolean> {
    const heldUntil = sql`now() + ${ttlMs} * interval '1 millisecond'`;
    const rows = await this.#database.unsafeDb
      .update(jobs)
      .set({ heldUntil })
      .where(isHeldBy(job))
      .returning({ key: jobs.key });
    return rows.length > 0;
  }

  /** It is done: gone, unless it was asked for meanwhile, or is to run again at `againAt`. */
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

  /** It has failed and is tried again at `dueAt`, asked for or not meanwhile: the reason to wait stands. */
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

  /** It was broken off through no fault of its own (the server stops): whoever comes next takes it at once. */
  async release(job: ClaimedJob): Promise<void> {
    await this.#database.unsafeDb.update(jobs).set({ holder: null, heldUntil: null }).where(isHeldBy(job));
  }

  async standing(kind: string, key: string): Promise<JobStanding> {
    const [row] = await this.#database.unsafeDb
      .select({ dueAt: jobs.dueAt, holder: jobs.holder })
      .from(jobs)
      .where(and(eq(jobs.kind, kind), eq(jobs.key, key)));
    if (row === undefined) return { is: "gone" };
    return row.holder === null ? { is: "waiting", dueAt: row.dueAt } : { is: "running" };
  }

  /** By kind: how many wait or run, and how many of them have failed last time. */
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
