import { sql } from "drizzle-orm";
import { pgPolicy, pgRole } from "drizzle-orm/pg-core";

/**
 * Row-level security of a table whose rows are one person's own, in its column `user_id`: inside `database.asUser`
 * nobody reads or writes another person's row, whatever a query forgets to say.
 */
export function policyOfOwner(name: string) {
  const isOwn = sql`user_id::text = current_setting('app.user_id', true)`;
  return pgPolicy(name, {
    for: "all",
    to: pgRole("app_user").existing(),
    using: isOwn,
    withCheck: isOwn,
  });
}
