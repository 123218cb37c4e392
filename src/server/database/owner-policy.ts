import { sql, type SQL } from "drizzle-orm";
import { foreignKey, pgPolicy, pgRole, type AnyPgColumn } from "drizzle-orm/pg-core";

/**
 * SQL condition that a row's `user_id` is that of the person `database.asUser` acts for. The setting is read in a subquery, so
 * once instead of for each row, and compared as a UUID, which lets the planner estimate how many rows a person has. (Compared
 * as text, reading a ledger of 100,000 rows took twice as long, and joins were planned for a handful of rows.)
 */
const isOwnRow = sql`user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)`;

/**
 * Creates the row-level security policy of a table whose column `user_id` names the owner of each row: inside `database.asUser`
 * no query can read or write another person's rows. `andWritten` is an additional check on written rows, for relations that a
 * foreign key can't verify.
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
 * Creates a foreign key to a row of the same person. It includes `user_id`, so the database itself refuses the id of another
 * person's row; the referenced table's key must include it as well. Deletes cascade.
 */
export function ownForeignKey(name: string, from: IdAndUser, to: IdAndUser) {
  return foreignKey({ name, columns: from, foreignColumns: to }).onDelete("cascade");
}
