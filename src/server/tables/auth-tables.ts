import { sql } from "drizzle-orm";
import { check, index, pgTable, primaryKey, uuid } from "drizzle-orm/pg-core";
import { uniquePartialIndex } from "#server/database/partial-index.ts";

/*
 * Kernel tables: only sign-in reads and writes them, through `unsafeDb`. Row-level security without a policy denies them to
 * `app_user`, so no feature's query can reach another person's session.
 */

/** Column for the person whose row it is; the row goes with them. */
export function ownerId() {
  return uuid("user_id")
    .notNull()
    .references(() => users.userId, { onDelete: "cascade" });
}

/** A person who has signed in. Sandbox and real people are kept apart (docs/reference/product.md, "Sandboxes"). */
export const users = pgTable(
  "users",
  (t) => ({
    userId: t.uuid("user_id").primaryKey().defaultRandom(),
    mode: t.text("mode", { enum: ["sandbox", "live"] }).notNull(),
    /** 32 random bytes in hexadecimal by which a passkey names the person (WebAuthn Level 3, "user handle"). */
    handle: t.text("handle").notNull().unique("users_handle"),
    userDetails: t.text("user_details").notNull(),
    /** Way of the latest sign-in: `aad` for a provider, `passkey`. */
    identityProvider: t.text("identity_provider").notNull(),
    /** Granted by an invitation; `visitor` for everyone else, who may still be on ALLOWED_USERS. */
    role: t
      .text("role", { enum: ["owner", "member", "visitor"] })
      .notNull()
      .default("visitor"),
    firstSignIn: t.timestamp("first_sign_in", { withTimezone: true }).notNull(),
    lastSignIn: t.timestamp("last_sign_in", { withTimezone: true }).notNull(),
    /**
     * Set when the person has deleted their data. From then on the row identifies nobody, `handle` is the deletion's reference,
     * and it only stays until their bank links have ended (`departure.ts`). The same identity signing in again is a new person.
     */
    leavingSince: t.timestamp("leaving_since", { withTimezone: true }),
  }),
  (table) => [
    index("users_last_sign_in").on(table.mode, table.lastSignIn),
    uniquePartialIndex("users_owner", [table.mode], "role = 'owner'"),
    check("users_mode", sql`${table.mode} in ('sandbox', 'live')`),
    check("users_role", sql`${table.role} in ('owner', 'member', 'visitor')`),
  ],
).enableRLS();

/** An account at a provider with which a person signs in; a person may have several. */
export const identities = pgTable(
  "identities",
  (t) => ({
    mode: t.text("mode", { enum: ["sandbox", "live"] }).notNull(),
    /** `tenant|object` for Microsoft, `issuer|subject` for any other provider; never a name, which can change hands. */
    identityKey: t.text("identity_key").notNull(),
    userId: ownerId(),
    /** Provider and tenant of the latest sign-in; the identity counts only while the site uses them. */
    realm: t.text("realm").notNull(),
    issuer: t.text("issuer").notNull(),
    tenantId: t.text("tenant_id"),
    /** Address compared with ALLOWED_USERS; null if the provider doesn't vouch for one. */
    address: t.text("address"),
    userDetails: t.text("user_details").notNull(),
    linkedAt: t.timestamp("linked_at", { withTimezone: true }).notNull(),
  }),
  (table) => [
    primaryKey({ name: "identities_key", columns: [table.mode, table.identityKey] }),
    index("identities_user").on(table.userId),
  ],
).enableRLS();

/** A passkey: the public half of a key pair whose private half never leaves the person's device or keychain. */
export const passkeys = pgTable(
  "passkeys",
  (t) => ({
    passkeyId: t.uuid("passkey_id").primaryKey().defaultRandom(),
    userId: ownerId(),
    /** ID that the authenticator gave it, in base64url. */
    credentialId: t.text("credential_id").notNull().unique("passkeys_credential"),
    /** COSE key in base64url. */
    publicKey: t.text("public_key").notNull(),
    /** Host it was made for; it works nowhere else. */
    host: t.text("host").notNull(),
    /** Number of uses according to the authenticator; 0 forever if it doesn't count, as synced ones. */
    counter: t.bigint("counter", { mode: "number" }).notNull(),
    /** Ways to reach the authenticator, separated by commas, as the browser reported them. */
    transports: t.text("transports").notNull(),
    isSynced: t.boolean("is_synced").notNull(),
    name: t.text("name").notNull(),
    createdAt: t.timestamp("created_at", { withTimezone: true }).notNull(),
    lastUsedAt: t.timestamp("last_used_at", { withTimezone: true }).notNull(),
    /** Latest refused use with a counter that went back, which means that someone may have copied it. */
    refusedAt: t.timestamp("refused_at", { withTimezone: true }),
  }),
  (table) => [index("passkeys_user").on(table.userId)],
).enableRLS();

/** A signed-in browser. The token is in its cookie; this row has only its SHA-256. */
export const sessions = pgTable(
  "sessions",
  (t) => ({
    sessionId: t.uuid("session_id").primaryKey().defaultRandom(),
    tokenHash: t.text("token_hash").notNull().unique("sessions_token_hash"),
    userId: ownerId(),
    /** Provider and tenant of the sign-in, or the host of its passkey; the session is invalid under other settings. */
    realm: t.text("realm").notNull(),
    createdAt: t.timestamp("created_at", { withTimezone: true }).notNull(),
    lastSeenAt: t.timestamp("last_seen_at", { withTimezone: true }).notNull(),
    expiresAt: t.timestamp("expires_at", { withTimezone: true }).notNull(),
    /** Time at which the person last proved who they are: at the sign-in, or with a passkey since. */
    verifiedAt: t.timestamp("verified_at", { withTimezone: true }).notNull(),
    /** Passkey that opened it; null for a provider, or after the passkey's removal. */
    passkeyId: t.uuid("passkey_id").references(() => passkeys.passkeyId, { onDelete: "set null" }),
    /** `User-Agent` and address of the latest use; empty for sessions older than these columns. */
    userAgent: t.text("user_agent").notNull().default(""),
    address: t.text("address").notNull().default(""),
  }),
  (table) => [
    index("sessions_user").on(table.userId),
    index("sessions_expiry").on(table.expiresAt),
    index("sessions_passkey").on(table.passkeyId),
  ],
).enableRLS();

/** Completed sign-in attempts, each of which works only once. Kept for the lifetime of an attempt. */
export const usedSignIns = pgTable("used_sign_ins", (t) => ({
  stateHash: t.text("state_hash").primaryKey(),
  usedAt: t.timestamp("used_at", { withTimezone: true }).notNull(),
})).enableRLS();

/** An open invitation to make a passkey. The link has the token; this row has only its SHA-256, and goes with its use. */
export const invitations = pgTable(
  "invitations",
  (t) => ({
    invitationId: t.uuid("invitation_id").primaryKey().defaultRandom(),
    tokenHash: t.text("token_hash").notNull().unique("invitations_token_hash"),
    /** Role that it grants; an `owner` link is printed on the machine and also gives the owner a further passkey. */
    role: t.text("role", { enum: ["owner", "member", "visitor"] }).notNull(),
    /** Name of the invited person; null for the owner, who chooses one. */
    name: t.text("name"),
    /** The owner who sent it; null for an owner's link. */
    userId: t.uuid("user_id").references(() => users.userId, { onDelete: "cascade" }),
    createdAt: t.timestamp("created_at", { withTimezone: true }).notNull(),
    expiresAt: t.timestamp("expires_at", { withTimezone: true }).notNull(),
  }),
  (table) => [index("invitations_user").on(table.userId)],
).enableRLS();
