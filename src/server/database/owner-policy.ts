import { sql, type SQL } from "drizzle-orm";
import { foreignKey, pgPolicy, pgRole, type AnyPgColumn } from "drizzle-orm/pg-core";

export const appUser = pgRole("app_user").existing();

/**
 * SQL condition that a row's `user_id` is that of the person `database.asUser` acts for. The setting is read in a subquery, so
 * once instead of for each row, and compared as a UUID, which lets the planner estimate how many rows a person has. (Compared
 * as text, reading a ledger of 100,000 rows took twice as long, and joins were planned for a handful of rows.)
 */
const isOwnRow = sql`user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)`;

/**
 * SQL condition that a person acts for themselves. `app.access` is empty then; for a member of their household it is `read` or
 * `write`, as the database found it in `household_members` (docs/decisions/0034).
 */
export const isPerson = sql`(select coalesce(current_setting('app.access', true), '') = '')`;

const mayWrite = sql`(select coalesce(current_setting('app.access', true), '') <> 'read')`;

/**
 * Creates the row-level security policies of a table whose column `user_id` names the owner of each row: inside
 * `database.asUser` no query can read or write another person's rows, and a member of the owner's household who may only read
 * can't write them. Deletions need a policy of their own, because Postgres has no check of what is written for them.
 * `andWritten` is an additional check on written rows, for relations that a foreign key can't verify.
 */
export function policiesOfOwner(name: string, andWritten?: SQL) {
  return [
    pgPolicy(name, {
      for: "all",
      to: appUser,
      using: isOwnRow,
      withCheck: andWritten
        ? sql`${isOwnRow} and ${mayWrite} and ${andWritten}`
        : sql`${isOwnRow} and ${mayWrite}`,
    }),
    pgPolicy(`${name}_kept_from_readers`, { as: "restrictive", for: "delete", to: appUser, using: mayWrite }),
  ];
}

/**
 * Creates the row-level security policy of a table whose rows are for the person named by `user_id` alone, and never for
 * members of their household.
 */
export function policyOfPerson(name: string) {
  return pgPolicy(name, { for: "all", to: appUser, using: sql`${isOwnRow} and ${isPerson}` });
}

type Owned<Id extends string> = Record<Id | "userId", AnyPgColumn>;

/**
 * Returns a function that creates the foreign key to a row of the same person from columns of the same names. It includes
 * `user_id`, so the database itself refuses the id of another person's row; the referenced table's key must include it as well.
 * Deletes cascade.
 */
export function ownKeyTo<Id extends string>(to: Owned<Id>, id: Id) {
  return (name: string, from: Owned<Id>) =>
    foreignKey({ name, columns: [from[id], from.userId], foreignColumns: [to[id], to.userId] }).onDelete(
      "cascade",
    );
}
