import type { CallBucket, CallWindow, RaisedCount } from "./own-call-counts.ts";
import type { Database } from "../database/db.ts";

/** Kept a little longer than needed, because a server whose clock is behind may still be in that window. */
const keptAfterEndMs = 120_000;

type Taken = { taken: boolean; ends_ms: number | null };

/**
 * All SQL of the counts. Each call is one statement in its own transaction, so servers that count the same caller at the same
 * time wait for each other and no count is lost. Times are milliseconds since 1970 by the servers' clocks.
 */
export class CallCountStore {
  readonly #database: Pick<Database, "pool">;

  constructor(database: Pick<Database, "pool">) {
    this.#database = database;
  }

  /** Returns the ms to wait, or 0 if the call was counted. */
  async take(
    key: string,
    { most, windowMs, longestMs = 2 * windowMs }: CallWindow,
    nowMs: number,
  ): Promise<number> {
    const { taken, ends_ms: endsMs } = await this.#ask("folio take", takeSql, [
      key,
      ...[nowMs, nowMs + windowMs, nowMs + longestMs].map(instant),
      most,
    ]);
    // Another server has just opened the window, which this statement's snapshot can't see.
    return taken ? 0 : Math.max(1, (endsMs ?? nowMs + windowMs) - nowMs);
  }

  async takeFromBucket(key: string, { burst, perMinute }: CallBucket, nowMs: number): Promise<number> {
    const msPerCall = 60_000 / perMinute;
    const latestMs = nowMs + burst * msPerCall;
    const { taken, ends_ms: fullMs } = await this.#ask("folio take from bucket", takeFromBucketSql, [
      key,
      ...[nowMs, latestMs].map(instant),
      msPerCall,
    ]);
    if (taken) return 0;
    return Math.max(1, Math.ceil(Math.min(fullMs ?? latestMs, latestMs) + msPerCall - latestMs));
  }

  async giveBack(key: string, nowMs: number): Promise<void> {
    await this.#database.pool.query({
      name: "folio give back",
      text: "update call_counts set used = used - 1 where key = $1 and used > 0 and ends_at > $2",
      values: [key, instant(nowMs)],
    });
  }

  async raise(key: string, { used, forMs }: RaisedCount, nowMs: number): Promise<void> {
    await this.#database.pool.query({
      name: "folio raise",
      text: raiseSql,
      values: [key, instant(nowMs), instant(nowMs + forMs), used],
    });
  }

  /** Drops expired rows. */
  async sweep(nowMs: number): Promise<void> {
    await this.#database.pool.query("delete from call_counts where ends_at < $1", [
      instant(nowMs - keptAfterEndMs),
    ]);
  }

  async #ask(name: string, text: string, values: unknown[]): Promise<Taken> {
    const { rows } = await this.#database.pool.query<Taken>({ name, text, values });
    return rows[0] ?? { taken: true, ends_ms: null };
  }
}

function instant(ms: number): string {
  return new Date(ms).toISOString();
}

/** Final SELECT after a CTE `taken`, which has a row if the call was counted. */
const answerSql = `
  select exists (select from taken) as taken,
    (select (extract(epoch from ends_at) * 1000)::float8 from call_counts where key = $1) as ends_ms`;

/** $1 key, $2 now, $3 end of a window opened now, $4 latest possible end of a window, $5 maximum */
const takeSql = `
  with taken as (
    insert into call_counts as c (key, used, ends_at) values ($1, 1, $3::timestamptz)
    on conflict (key) do update set
      used = case when c.ends_at <= $2::timestamptz or c.ends_at > $4::timestamptz then 1 else c.used + 1 end,
      ends_at = case when c.ends_at <= $2::timestamptz or c.ends_at > $4::timestamptz then $3::timestamptz else c.ends_at end
    where c.ends_at <= $2::timestamptz or c.ends_at > $4::timestamptz or c.used < $5::int
    returning 1
  )${answerSql}`;

/** $1 key, $2 now, $3 time at which an empty bucket would be full again, $4 ms per call */
const takeFromBucketSql = `
  with taken as (
    insert into call_counts as c (key, used, ends_at)
    values ($1, 0, $2::timestamptz + $4::float8 * interval '1 millisecond')
    on conflict (key) do update set
      ends_at = least(greatest(c.ends_at, $2::timestamptz), $3::timestamptz) + $4::float8 * interval '1 millisecond'
    where least(greatest(c.ends_at, $2::timestamptz), $3::timestamptz) + $4::float8 * interval '1 millisecond'
      <= $3::timestamptz
    returning 1
  )${answerSql}`;

/** $1 key, $2 now, $3 until, $4 used */
const raiseSql = `
  insert into call_counts as c (key, used, ends_at) values ($1, $4::int, $3::timestamptz)
  on conflict (key) do update set
    used = $4::int, ends_at = $3::timestamptz
  where c.ends_at <= $2::timestamptz or c.used < $4::int or (c.used = $4::int and c.ends_at < $3::timestamptz)`;
