import { sql, type SQL } from "drizzle-orm";
import { foreignKey, pgPolicy, pgRole, type AnyPgColumn } from "drizzle-orm/pg-core";

/**
 * Whether a row's `user_id` is that of the person whom `database.asUser` acts for. The setting is read in a query of
 * its own, so once and not for each row, and compared as an id: the planner then knows how many rows a person has.
 * (Compared as text, reading a ledger of 100,000 rows took twice as long, and joins were planned for a handful.)
 */
const isOwnRow = sql`user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)`;

/**
 * Row-level security of a table whose rows are one person's own, in its column `user_id`: inside `database.asUser`
 * nobody reads or writes another person's row, whatever a query forgets to say. `andWritten` is asked of what is written
 * besides, where a foreign key cannot tell whose the other row is.
 */
export function policyOfOwner(name: string, andWritten?: SQL) {
  return pgPolicy(name, {
    for: "all",
    to: pgRole("app_user").existing(),
    using: isOwnRow,
    withCheck: andWritten ? sql`${isOwnRow} and ${andWritten}` : isOwnRow,
  });
}

type IdAndUser = [id: AnyPgColumn, userId: AnyPgColumn];

/**
 * A foreign key to a row of the same person: it carries `user_id`, so that an id of another person's row is refused by the
 * database itself. The other table's key has to carry it as well. Rows go with the row that they point at.
 */
export function ownForeignKey(name: string, from: IdAndUser, to: IdAndUser) {
  return foreignKey({ name, columns: from, foreignColumns: to }).onDelete("cascade");
}
