import { index, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { ownerId, sessions } from "./auth-tables.ts";
import { policyOfPerson } from "#server/database/owner-policy.ts";

/** A GitHub account linked by a person, one for each GitHub the site has been used with. */
export const githubAccounts = pgTable(
  "github_accounts",
  {
    userId: ownerId(),
    /** `sandbox`, or the address of GitHub's API; a token is never sent to a GitHub other than its own. */
    source: text("source").notNull(),
    /** The access token, encrypted for this person (`src/server/settings/seal.ts`). */
    sealedToken: text("sealed_token").notNull(),
    /** The account's login when it was linked; null if GitHub didn't return one. */
    login: text("login"),
    linkedAt: timestamp("linked_at", { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ name: "github_accounts_key", columns: [table.userId, table.source] }),
    policyOfPerson("github_accounts_of_the_user"),
  ],
).enableRLS();

/** Links that have begun and haven't returned from GitHub yet. Each works once, in the session that began it. */
export const githubLinkAttempts = pgTable(
  "github_link_attempts",
  {
    /** SHA-256 of the state parameter that GitHub returns. */
    stateHash: text("state_hash").primaryKey(),
    userId: ownerId(),
    sessionId: uuid("session_id")
      .notNull()
      .references(() => sessions.sessionId, { onDelete: "cascade" }),
    source: text("source").notNull(),
    /** The PKCE code verifier, encrypted for this person. */
    sealedVerifier: text("sealed_verifier").notNull(),
    redirectUri: text("redirect_uri").notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
  },
  (table) => [
    index("github_link_attempts_user").on(table.userId, table.createdAt),
    index("github_link_attempts_session").on(table.sessionId),
    policyOfPerson("github_link_attempts_of_the_user"),
  ],
).enableRLS();
