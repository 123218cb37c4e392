import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";

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
  {
    userId: uuid("user_id").primaryKey().defaultRandom(),
    mode: text("mode", { enum: ["sandbox", "live"] }).notNull(),
    /** 32 random bytes in hexadecimal by which a passkey names the person (WebAuthn Level 3, "user handle"). */
    handle: text("handle").notNull().unique("users_handle"),
    userDetails: text("user_details").notNull(),
    /** Way of the latest sign-in: `aad` for a provider, `passkey`. */
    identityProvider: text("identity_provider").notNull(),
    /** Granted by an invitation; `visitor` for everyone else, who may still be on ALLOWED_USERS. */
    role: text("role", { enum: ["owner", "member", "visitor"] })
      .notNull()
      .default("visitor"),
    firstSignIn: timestamp("first_sign_in", { withTimezone: true }).notNull(),
    lastSignIn: timestamp("last_sign_in", { withTimezone: true }).notNull(),
    /**
     * Set when the person has deleted their data. From then on the row identifies nobody, `handle` is the deletion's reference,
     * and it only stays until their bank links have ended (`departure.ts`). The same identity signing in again is a new person.
     */
    leavingSince: timestamp("leaving_since", { withTimezone: true }),
  },
  (table) => [
    index("users_last_sign_in").on(table.mode, table.lastSignIn),
    uniqueIndex("users_owner")
      .on(table.mode)
      .where(sql`role = 'owner'`),
    check("users_mode", sql`${table.mode} in ('sandbox', 'live')`),
    check("users_role", sql`${table.role} in ('owner', 'member', 'visitor')`),
  ],
).enableRLS();

/** An account at a provider with which a person signs in; a person may have several. */
export const identities = pgTable(
  "identities",
  {
    mode: text("mode", { enum: ["sandbox", "live"] }).notNull(),
    /** `tenant|object` for Microsoft, `issuer|subject` for any other provider; never a name, which can change hands. */
    identityKey: text("identity_key").notNull(),
    userId: ownerId(),
    /** Provider and tenant of the latest sign-in; the identity counts only while the site uses them. */
    realm: text("realm").notNull(),
    issuer: text("issuer").notNull(),
    tenantId: text("tenant_id"),
    /** Address compared with ALLOWED_USERS; null if the provider doesn't vouch for one. */
    address: text("address"),
    userDetails: text("user_details").notNull(),
    linkedAt: timestamp("linked_at", { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ name: "identities_key", columns: [table.mode, table.identityKey] }),
    index("identities_user").on(table.userId),
  ],
).enableRLS();

/** A passkey: the public half of a key pair whose private half never leaves the person's device or keychain. */
export const passkeys = pgTable(
  "passkeys",
  {
    passkeyId: uuid("passkey_id").primaryKey().defaultRandom(),
    userId: ownerId(),
    /** ID that the authenticator gave it, in base64url. */
    credentialId: text("credential_id").notNull().unique("passkeys_credential"),
    /** COSE key in base64url. */
    publicKey: text("public_key").notNull(),
    /** Host it was made for; it works nowhere else. */
    host: text("host").notNull(),
    /** Number of uses according to the authenticator; 0 forever if it doesn't count, as synced ones. */
    counter: bigint("counter", { mode: "number" }).notNull(),
    /** Ways to reach the authenticator, separated by commas, as the browser reported them. */
    transports: text("transports").notNull(),
    isSynced: boolean("is_synced").notNull(),
    name: text("name").notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
    lastUsedAt: timestamp("last_used_at", { withTimezone: true }).notNull(),
    /** Latest refused use with a counter that went back, which means that someone may have copied it. */
    refusedAt: timestamp("refused_at", { withTimezone: true }),
  },
  (table) => [index("passkeys_user").on(table.userId)],
).enableRLS();

/** A signed-in browser. The token is in its cookie; this row has only its SHA-256. */
export const sessions = pgTable(
  "sessions",
  {
    sessionId: uuid("session_id").primaryKey().defaultRandom(),
    tokenHash: text("token_hash").notNull().unique("sessions_token_hash"),
    userId: ownerId(),
    /** Provider and tenant of the sign-in, or the host of its passkey; the session is invalid under other settings. */
    realm: text("realm").notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
    lastSeenAt: timestamp("last_seen_at", { withTimezone: true }).notNull(),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
    /** Time at which the person last proved who they are: at the sign-in, or with a passkey since. */
    verifiedAt: timestamp("verified_at", { withTimezone: true }).notNull(),
    /** Passkey that opened it; null for a provider, or after the passkey's removal. */
    passkeyId: uuid("passkey_id").references(() => passkeys.passkeyId, { onDelete: "set null" }),
    /** `User-Agent` and address of the latest use; empty for sessions older than these columns. */
    userAgent: text("user_agent").notNull().default(""),
    address: text("address").notNull().default(""),
  },
  (table) => [
    index("sessions_user").on(table.userId),
    index("sessions_expiry").on(table.expiresAt),
    index("sessions_passkey").on(table.passkeyId),
  ],
).enableRLS();

/** Completed sign-in attempts, each of which works only once. Kept for the lifetime of an attempt. */
export const usedSignIns = pgTable("used_sign_ins", {
  stateHash: text("state_hash").primaryKey(),
  usedAt: timestamp("used_at", { withTimezone: true }).notNull(),
}).enableRLS();

/** An open invitation to make a passkey. The link has the token; this row has only its SHA-256, and goes with its use. */
export const invitations = pgTable(
  "invitations",
  {
    invitationId: uuid("invitation_id").primaryKey().defaultRandom(),
    tokenHash: text("token_hash").notNull().unique("invitations_token_hash"),
    /** Role that it grants; an `owner` link is printed on the machine and also gives the owner a further passkey. */
    role: text("role", { enum: ["owner", "member", "visitor"] }).notNull(),
    /** Name of the invited person; null for the owner, who chooses one. */
    name: text("name"),
    /** The owner who sent it; null for an owner's link. */
    userId: uuid("user_id").references(() => users.userId, { onDelete: "cascade" }),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
  },
  (table) => [index("invitations_user").on(table.userId)],
).enableRLS();
