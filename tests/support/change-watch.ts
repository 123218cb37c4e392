import { sql } from "drizzle-orm";
import type { Database } from "#server/database/db.ts";

/** Lists the rows changed since the last call, such as ["budgets INSERT"]. */
export type ChangeWatch = {
  changes: () => Promise<string[]>;
  /** Leaves the database as it was, for the next file of the worker. */
  end: () => Promise<void>;
};

/**
 * Puts a trigger on every table that records each changed row in the change's own transaction, so that a rollback removes the
 * record. `except` names tables that don't hold people's changes (copies of upstream data).
 */
export async function watchChanges(database: Database, except: readonly string[]): Promise<ChangeWatch> {
  const { unsafeDb } = database;
  await unsafeDb.execute(
    sql.raw(`
    create schema watch;
    create table watch.changes (table_name text not null, operation text not null);
    create function watch.note() returns trigger language plpgsql security definer set search_path = watch as
      'begin insert into watch.changes values (tg_table_name, tg_op); return null; end'`),
  );
  const { rows: tables } = await unsafeDb.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public'`,
  );
  // Each on its own: a transaction that locks one table after another can deadlock with what an earlier file left running.
  for (const { name } of tables)
    await unsafeDb.execute(
      sql`create trigger watch_changes after insert or update or delete on ${sql.identifier(name)}
        for each row execute function watch.note()`,
    );
  return {
    changes: async () => {
      const { rows } = await unsafeDb.execute<{ change: string }>(
        sql`with noted as (delete from watch.changes returning *)
          select distinct table_name || ' ' || operation as change from noted order by 1`,
      );
      return rows
        .map(({ change }) => change)
        .filter((change) => !except.includes(change.split(" ")[0] ?? ""));
    },
    end: async () => {
      await unsafeDb.execute(sql`drop schema watch cascade`);
    },
  };
}
