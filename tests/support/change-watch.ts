import { sql } from "drizzle-orm";
import type { Database } from "#server/database/db.ts";

/** Lists the rows changed since the last call, such as ["budgets INSERT"]. */
export type ChangeWatch = { changes: () => Promise<string[]> };

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
      'begin insert into watch.changes values (tg_table_name, tg_op); return null; end';
    do $do$
    declare watched record;
    begin
      for watched in select tablename from pg_tables where schemaname = 'public' loop
        execute format('create trigger watch_changes after insert or update or delete on public.%I
          for each row execute function watch.note()', watched.tablename);
      end loop;
    end $do$`),
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
  };
}
