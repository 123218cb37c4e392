import { pgTable, primaryKey } from "drizzle-orm/pg-core";
import { ownerId } from "./auth-tables.ts";
import { policyOfPerson } from "#server/database/owner-policy.ts";

/** A GitHub account linked by a person, one for each GitHub the site has been used with. */
export const githubAccounts = pgTable(
  "github_accounts",
  (t) => ({
    userId: ownerId(),
    /** `sandbox`, or the address of GitHub's API; a token is never sent to a GitHub other than its own. */
    source: t.text("source").notNull(),
    /** The access token, encrypted for this person (`src/server/settings/seal.ts`). */
    sealedToken: t.text("sealed_token").notNull(),
    /** The account's login when it was linked; null if GitHub didn't return one. */
    login: t.text("login"),
    linkedAt: t.timestamp("linked_at", { withTimezone: true }).notNull(),
  }),
  (table) => [
    primaryKey({ name: "github_accounts_key", columns: [table.userId, table.source] }),
    policyOfPerson("github_accounts_of_the_user"),
  ],
).enableRLS();
