import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
  type AnyPgColumn,
} from "drizzle-orm/pg-core";
import { users } from "./auth-tables.ts";
import { ownForeignKey, policyOfOwner } from "#server/database/owner-policy.ts";

/** A bank that a person has linked: Plaid's item, and what the person sees of it (docs/reference/http-api.md, "Banks"). */
export const institutionAccessItems = pgTable(
  "institution_access_items",
  {
    institutionAccessItemId: integer("institution_access_item_id").primaryKey().generatedAlwaysAsIdentity(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.userId, { onDelete: "cascade" }),
    /** Where its rows come from: Plaid is one door. */
    source: text({ enum: ["plaid"] }).notNull(),
    /** Sandbox and live never mix (docs/reference/product.md, "Sandboxes"). */
    mode: text({ enum: ["sandbox", "live"] }).notNull(),
    /** The source's id of the institution, such as Plaid's `ins_…`. */
    institutionId: text("institution_id").notNull(),
    institutionName: text("institution_name").notNull(),
    /** A small PNG as a data URL, and a CSS colour; null where the source has none. */
    institutionLogo: text("institution_logo"),
    institutionColor: text("institution_color"),
    /** Plaid's item; null once unlinked. */
    itemId: text("item_id"),
    /** The access token, AES-256-GCM, bound to the item id; null once unlinked. */
    sealedAccessToken: text("sealed_access_token"),
    /** Which key sealed it. */
    keyId: text("key_id"),
    state: text({
      enum: ["importing", "healthy", "expiring", "repair", "down", "revoked", "removing", "unlinked"],
    }).notNull(),
    /** The bank's error code behind the state; its words are `domain`'s. */
    stateCode: text("state_code"),
    expiresAt: timestamp("expires_at", { withTimezone: true }),
    /** The bank has accounts that the person has not shared yet. */
    newAccountsAvailable: boolean("new_accounts_available").notNull().default(false),
    lastSuccessfulUpdate: timestamp("last_successful_update", { withTimezone: true }),
    /** Where the next sync goes on; null before the first. */
    syncCursor: text("sync_cursor"),
    /** Where its webhooks go, as the bank was told last; null where it was told nothing. */
    webhookUrl: text("webhook_url"),
    /** When the person last asked for what is new, at most twice a minute (`SyncAccessItem`). */
    refreshedAt: timestamp("refreshed_at", { withTimezone: true }).array().notNull().default([]),
    /** While an unlink runs: what it shall leave. */
    keepHistory: boolean("keep_history"),
    /** Of the present link; an institution taken up again has it anew. */
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
    unlinkedAt: timestamp("unlinked_at", { withTimezone: true }),
  },
  (table) => [
    unique("institution_access_items_owner").on(table.institutionAccessItemId, table.userId),
    index("institution_access_items_user").on(table.userId, table.mode),
    uniqueIndex("institution_access_items_item").on(table.source, table.itemId),
    check("institution_access_items_mode", sql`${table.mode} in ('sandbox', 'live')`),
    check(
      "institution_access_items_token",
      sql`(${table.sealedAccessToken} is null) = (${table.itemId} is null) and (${table.sealedAccessToken} is null) = (${table.keyId} is null)`,
    ),
    policyOfOwner("institution_access_items_of_the_user"),
  ],
).enableRLS();

/** The foreign key of what belongs to a linked institution. */
export function ofItem(name: string, table: { institutionAccessItemId: AnyPgColumn; userId: AnyPgColumn }) {
  const { institutionAccessItemId, userId } = institutionAccessItems;
  return ownForeignKey(
    name,
    [table.institutionAccessItemId, table.userId],
    [institutionAccessItemId, userId],
  );
}

/** An account at a linked bank. Amounts are minor units of its currency, as the bank reports them (a card's balance > 0 is owed). */
export const accounts = pgTable(
  "accounts",
  {
    accountId: integer("account_id").primaryKey().generatedAlwaysAsIdentity(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.userId, { onDelete: "cascade" }),
    institutionAccessItemId: integer("institution_access_item_id").notNull(),
    providerAccountId: text("provider_account_id").notNull(),
    /** The same for one account over several links, where the bank has it. */
    persistentAccountId: text("persistent_account_id"),
    name: text().notNull(),
    officialName: text("official_name"),
    mask: text(),
    type: text().notNull(),
    subtype: text(),
    currentBalance: bigint("current_balance", { mode: "number" }),
    availableBalance: bigint("available_balance", { mode: "number" }),
    isoCurrencyCode: text("iso_currency_code").notNull(),
    /** The bank does not list it any more; its history stays. */
    closedAt: timestamp("closed_at", { withTimezone: true }),
    /** Counts the links that it came by: rows of an earlier one wait for the present one to bring them again. */
    linkNumber: integer("link_number").notNull().default(1),
  },
  (table) => [
    unique("accounts_provider").on(table.institutionAccessItemId, table.providerAccountId),
    // What rows of the ledger point at: one look-up holds account, institution and person together.
    unique("accounts_owner").on(table.accountId, table.institutionAccessItemId, table.userId),
    index("accounts_user").on(table.userId),
    ofItem("accounts_item_owner", table),
    policyOfOwner("accounts_of_the_user"),
  ],
).enableRLS();

/** A link that waits for the person's "link anyway" (docs/reference/money.md, "Linking"): 15 minutes, then its item is removed at the bank. */
export const pendingLinks = pgTable(
  "pending_links",
  {
    pendingLinkId: uuid("pending_link_id").primaryKey().defaultRandom(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.userId, { onDelete: "cascade" }),
    source: text({ enum: ["plaid"] }).notNull(),
    mode: text({ enum: ["sandbox", "live"] }).notNull(),
    itemId: text("item_id").notNull(),
    sealedAccessToken: text("sealed_access_token").notNull(),
    keyId: text("key_id").notNull(),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
  },
  (table) => [
    index("pending_links_user").on(table.userId),
    index("pending_links_expiry").on(table.expiresAt),
    policyOfOwner("pending_links_of_the_user"),
  ],
).enableRLS();

/** Public tokens that were traded: a double click trades one only once. */
export const exchangedTokens = pgTable(
  "exchanged_tokens",
  {
    /** SHA-256 of the public token. */
    tokenHash: text("token_hash").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.userId, { onDelete: "cascade" }),
    institutionAccessItemId: integer("institution_access_item_id"),
    pendingLinkId: uuid("pending_link_id"),
    exchangedAt: timestamp("exchanged_at", { withTimezone: true }).notNull(),
  },
  (table) => [
    index("exchanged_tokens_time").on(table.exchangedAt),
    ofItem("exchanged_tokens_item_owner", table),
    policyOfOwner("exchanged_tokens_of_the_user"),
  ],
).enableRLS();

/** Webhooks that were verified: stored first, answered with 200, worked on later. Of nobody until the item is looked up. */
export const webhookInbox = pgTable(
  "webhook_inbox",
  {
    webhookId: integer("webhook_id").primaryKey().generatedAlwaysAsIdentity(),
    source: text({ enum: ["plaid"] }).notNull(),
    /** SHA-256 of the signed token: the same delivery twice is stored once. */
    deliveryHash: text("delivery_hash").notNull().unique("webhook_inbox_delivery"),
    itemId: text("item_id"),
    webhookType: text("webhook_type").notNull(),
    webhookCode: text("webhook_code").notNull(),
    body: jsonb().notNull(),
    receivedAt: timestamp("received_at", { withTimezone: true }).notNull(),
    /** When it was dealt with and how: `synced`, `state`, `ignored`, `unknown-item`, `unknown-code` …; null while it waits. */
    handledAt: timestamp("handled_at", { withTimezone: true }),
    outcome: text(),
  },
  (table) => [
    index("webhook_inbox_waiting").on(table.handledAt),
    index("webhook_inbox_item").on(table.itemId),
  ],
).enableRLS();
