import { sql } from "drizzle-orm";
import { check, index, pgTable, text, timestamp, unique, uuid } from "drizzle-orm/pg-core";

/*
 * Kernel tables: only sign-in reads and writes them, through `unsafeDb`. Row-level security without a policy denies them to
 * `app_user`, so no feature's query can reach another person's session.
 */

/** A person who has signed in. Sandbox and real people are kept apart (docs/reference/product.md, "Sandboxes"). */
export const users = pgTable(
  "users",
  {
    userId: uuid("user_id").primaryKey().defaultRandom(),
    mode: text("mode", { enum: ["sandbox", "live"] }).notNull(),
    /** `tenant|object` for Microsoft, `issuer|subject` for any other provider; never a name, which can change hands. */
    identityKey: text("identity_key").notNull(),
    issuer: text("issuer").notNull(),
    tenantId: text("tenant_id"),
    /** Address compared with ALLOWED_USERS; null if the provider doesn't vouch for one. */
    address: text("address"),
    userDetails: text("user_details").notNull(),
    identityProvider: text("identity_provider").notNull(),
    firstSignIn: timestamp("first_sign_in", { withTimezone: true }).notNull(),
    lastSignIn: timestamp("last_sign_in", { withTimezone: true }).notNull(),
    /**
     * Set when the person has deleted their data. From then on the row identifies nobody and only stays until their bank links
     * have ended (`departure.ts`). The same identity signing in again is a new person.
     */
    leavingSince: timestamp("leaving_since", { withTimezone: true }),
  },
  (table) => [
    unique("users_identity").on(table.mode, table.identityKey),
    index("users_last_sign_in").on(table.mode, table.lastSignIn),
    check("users_mode", sql`${table.mode} in ('sandbox', 'live')`),
  ],
).enableRLS();

/** A signed-in browser. The token is in its cookie; this row has only its SHA-256. */
export const sessions = pgTable(
  "sessions",
  {
    sessionId: uuid("session_id").primaryKey().defaultRandom(),
    tokenHash: text("token_hash").notNull().unique("sessions_token_hash"),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.userId, { onDelete: "cascade" }),
    /** Provider and tenant of the sign-in; the session is invalid under other settings. */
    realm: text("realm").notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
    lastSeenAt: timestamp("last_seen_at", { withTimezone: true }).notNull(),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
  },
  (table) => [index("sessions_user").on(table.userId), index("sessions_expiry").on(table.expiresAt)],
).enableRLS();

/** Completed sign-in attempts, each of which works only once. Kept for the lifetime of an attempt. */
export const usedSignIns = pgTable("used_sign_ins", {
  stateHash: text("state_hash").primaryKey(),
  usedAt: timestamp("used_at", { withTimezone: true }).notNull(),
}).enableRLS();
