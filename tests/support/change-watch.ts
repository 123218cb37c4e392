import { sql } from "drizzle-orm";
import type { Database } from "#server/database/db.ts";

/** Tells which rows have changed since it was last asked, such as ["budgets INSERT"]. */
export type ChangeWatch = { changes: () => Promise<string[]> };

/**
 * Puts a trigger on every table that notes each changed row, in the change's own transaction: what is rolled back leaves
 * no note. `except` names tables whose changes are nobody's doing (copies of what others said).
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
