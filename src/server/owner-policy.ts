import { sql } from "drizzle-orm";
import { pgPolicy, pgRole } from "drizzle-orm/pg-core";

/**
 * Whether a row's `user_id` is that of the person whom `database.asUser` acts for. The setting is read in a query of
 * its own, so once and not for each row, and compared as an id: the planner then knows how many rows a person has.
 * (Compared as text, reading a ledger of 100,000 rows took twice as long, and joins were planned for a handful.)
 */
const isOwnRow = sql`user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)`;

/**
 * Row-level security of a table whose rows are one person's own, in its column `user_id`: inside `database.asUser`
 * nobody reads or writes another person's row, whatever a query forgets to say.
 */
export function policyOfOwner(name: string) {
  return pgPolicy(name, {
    for: "all",
    to: pgRole("app_user").existing(),
    using: isOwnRow,
    withCheck: isOwnRow,
  });
}
