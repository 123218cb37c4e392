import { sql, type Placeholder, type SQL } from "drizzle-orm";
import { check, index, pgTable, primaryKey, unique, uniqueIndex } from "drizzle-orm/pg-core";
import { partialIndex, uniquePartialIndex } from "#server/database/partial-index.ts";
import { itemStates } from "#shared/banks.ts";
import { ownerId } from "./auth-tables.ts";
import { ownKeyTo, policiesOfOwner } from "#server/database/owner-policy.ts";

/** A bank as the person sees it: Plaid's Item, or one that they keep by hand (docs/reference/money.md, "Manual accounts"). */
export const institutionAccessItems = pgTable(
  "institution_access_items",
  (t) => ({
    institutionAccessItemId: t.integer("institution_access_item_id").primaryKey().generatedAlwaysAsIdentity(),
    userId: ownerId(),
    /** Provider of its data; `manual` for a bank without a link. */
    source: t.text({ enum: ["plaid", "simplefin", "manual"] }).notNull(),
    /**
     * Sandbox and live never mix (docs/reference/product.md, "Sandboxes"). Null for a manual bank, which is the person's own in
     * both (`isSeenIn`).
     */
    mode: t.text({ enum: ["sandbox", "live"] }),
    /** The provider's id of the institution, such as Plaid's `ins_…`; the name's key for a manual bank. */
    institutionId: t.text("institution_id").notNull(),
    institutionName: t.text("institution_name").notNull(),
    /** A small PNG as a data URL, and a CSS color; null if the provider has none. */
    institutionLogo: t.text("institution_logo"),
    institutionColor: t.text("institution_color"),
    /** Plaid's Item, or a name of the access to SimpleFIN; null once unlinked, and for a manual bank. */
    itemId: t.text("item_id"),
    /** The access token, sealed with AES-256-GCM for this item id; null once unlinked. */
    sealedAccessToken: t.text("sealed_access_token"),
    /** Id of the key that sealed it. */
    keyId: t.text("key_id"),
    state: t.text({ enum: itemStates }).notNull(),
    /** The bank's error code behind the state; `domain` has its text. */
    stateCode: t.text("state_code"),
    /** The source's own sentence about the state, cleaned (docs/reference/money.md, "SimpleFIN"). */
    stateMessage: t.text("state_message"),
    expiresAt: t.timestamp("expires_at", { withTimezone: true }),
    /** True if the bank has accounts that the person hasn't shared yet. */
    newAccountsAvailable: t.boolean("new_accounts_available").notNull().default(false),
    lastSuccessfulUpdate: t.timestamp("last_successful_update", { withTimezone: true }),
    /** Cursor for the next sync; null before the first. */
    syncCursor: t.text("sync_cursor"),
    /** False while the provider still reads the bank's earlier transactions after a link. */
    historyComplete: t.boolean("history_complete").notNull().default(true),
    /** Webhook address last sent to the provider; null if none was sent. */
    webhookUrl: t.text("webhook_url"),
    /** Times at which the person last asked for a refresh, of which a source allows only so many (`SyncAccessItem`). */
    refreshedAt: t.timestamp("refreshed_at", { withTimezone: true }).array().notNull().default([]),
    /** During an unlink: whether to keep the history. */
    keepHistory: t.boolean("keep_history"),
    /** Time of the current link; linking the institution again sets a new one. */
    createdAt: t.timestamp("created_at", { withTimezone: true }).notNull(),
    unlinkedAt: t.timestamp("unlinked_at", { withTimezone: true }),
  }),
  (table) => [
    unique("institution_access_items_owner").on(table.institutionAccessItemId, table.userId),
    index("institution_access_items_user").on(table.userId, table.mode),
    uniqueIndex("institution_access_items_item").on(table.source, table.itemId),
    // One manual bank of a name per person.
    uniquePartialIndex(
      "institution_access_items_manual",
      [table.userId, table.institutionId],
      "source = 'manual'",
    ),
    check("institution_access_items_mode", sql`${table.mode} in ('sandbox', 'live')`),
    check(
      "institution_access_items_source",
      sql`(${table.source} = 'manual') = (${table.mode} is null) and (${table.source} <> 'manual' or ${table.itemId} is null)`,
    ),
    check(
      "institution_access_items_token",
      sql`(${table.sealedAccessToken} is null) = (${table.itemId} is null) and (${table.sealedAccessToken} is null) = (${table.keyId} is null)`,
    ),
    ...policiesOfOwner("institution_access_items_of_the_user"),
  ],
).enableRLS();

/** Condition for banks that a site in this mode shows: its own, and manual ones. */
export function isSeenIn(mode: "sandbox" | "live" | Placeholder): SQL<boolean> {
  return sql`(${institutionAccessItems.mode} is null or ${institutionAccessItems.mode} = ${mode})`;
}

/** Creates the foreign key of rows that belong to a linked institution. */
export const ofItem = ownKeyTo(institutionAccessItems, "institutionAccessItemId");

/**
 * An account at a bank. Amounts are minor units of its currency, as the bank reports them (a positive card balance is owed). A
 * manual account has no balance of its own: it's the opening balance with its rows (`manualBalance`).
 */
export const accounts = pgTable(
  "accounts",
  (t) => ({
    accountId: t.integer("account_id").primaryKey().generatedAlwaysAsIdentity(),
    userId: ownerId(),
    institutionAccessItemId: t.integer("institution_access_item_id").notNull(),
    /** The name's key for a manual account, so that a bank has one of each name. */
    providerAccountId: t.text("provider_account_id").notNull(),
    /** Id of the same account across links, if the bank has one. */
    persistentAccountId: t.text("persistent_account_id"),
    name: t.text().notNull(),
    officialName: t.text("official_name"),
    mask: t.text(),
    type: t.text().notNull(),
    subtype: t.text(),
    /** The person chose the type, because the source has none; a sync leaves it. */
    isTypeChosen: t.boolean("is_type_chosen").notNull().default(false),
    currentBalance: t.bigint("current_balance", { mode: "number" }),
    availableBalance: t.bigint("available_balance", { mode: "number" }),
    isoCurrencyCode: t.text("iso_currency_code").notNull(),
    /** Balance of a manual account before the first row of that day, owed for a card or a loan; null for a bank's. */
    openingBalance: t.bigint("opening_balance", { mode: "number" }),
    openingDate: t.date("opening_date", { mode: "string" }),
    /** The bank no longer lists it, or the person closed it; its history stays. */
    closedAt: t.timestamp("closed_at", { withTimezone: true }),
    /** Number of the link that brought it; rows of an earlier link wait for the current one to bring them again. */
    linkNumber: t.integer("link_number").notNull().default(1),
  }),
  (table) => [
    unique("accounts_provider").on(table.institutionAccessItemId, table.providerAccountId),
    // Target of the ledger's foreign key, so that one lookup checks account, institution and person together.
    unique("accounts_owner").on(table.accountId, table.institutionAccessItemId, table.userId),
    unique("accounts_of_user").on(table.userId, table.accountId),
    check("accounts_opening", sql`(${table.openingBalance} is null) = (${table.openingDate} is null)`),
    ofItem("accounts_item_owner", table),
    ...policiesOfOwner("accounts_of_the_user"),
  ],
).enableRLS();

/**
 * Balance that an account was known to have at the end of a day (docs/reference/money.md, "Net worth"): of the same day, a bank's word is
 * stronger than a file's, and a file's than the person's, who compared it with the bank.
 */
export const accountBalances = pgTable(
  "account_balances",
  (t) => ({
    userId: t.uuid("user_id").notNull(),
    accountId: t.integer("account_id").notNull(),
    date: t.date({ mode: "string" }).notNull(),
    source: t.text({ enum: ["bank", "file", "check"] }).notNull(),
    /** Minor units of the currency; negative for what is owed. */
    amount: t.bigint({ mode: "number" }).notNull(),
    isoCurrencyCode: t.text("iso_currency_code").notNull(),
    /** The file's import, so that undoing it takes the balance back. */
    importId: t.integer("import_id"),
  }),
  (table) => [
    primaryKey({ name: "account_balances_key", columns: [table.accountId, table.date, table.source] }),
    index("account_balances_user").on(table.userId),
    partialIndex("account_balances_import", [table.importId], "import_id is not null"),
    check("account_balances_file", sql`(${table.source} = 'file') = (${table.importId} is not null)`),
    ownKeyTo(accounts, "accountId")("account_balances_account", table),
    ...policiesOfOwner("account_balances_of_the_user"),
  ],
).enableRLS();

/**
 * A link waiting for the person's "link anyway" (docs/reference/money.md, "Linking"); after 15 minutes its Item is removed at
 * the bank.
 */
export const pendingLinks = pgTable(
  "pending_links",
  (t) => ({
    pendingLinkId: t.uuid("pending_link_id").primaryKey().defaultRandom(),
    userId: ownerId(),
    source: t.text({ enum: ["plaid", "simplefin"] }).notNull(),
    mode: t.text({ enum: ["sandbox", "live"] }).notNull(),
    itemId: t.text("item_id").notNull(),
    sealedAccessToken: t.text("sealed_access_token").notNull(),
    keyId: t.text("key_id").notNull(),
    expiresAt: t.timestamp("expires_at", { withTimezone: true }).notNull(),
  }),
  (table) => [
    index("pending_links_user").on(table.userId),
    index("pending_links_expiry").on(table.expiresAt),
    ...policiesOfOwner("pending_links_of_the_user"),
  ],
).enableRLS();

/** Exchanged public tokens, so that a double click exchanges one only once. */
export const exchangedTokens = pgTable(
  "exchanged_tokens",
  (t) => ({
    /** SHA-256 of the public token. */
    tokenHash: t.text("token_hash").primaryKey(),
    userId: ownerId(),
    institutionAccessItemId: t.integer("institution_access_item_id"),
    pendingLinkId: t.uuid("pending_link_id"),
    exchangedAt: t.timestamp("exchanged_at", { withTimezone: true }).notNull(),
  }),
  (table) => [
    index("exchanged_tokens_time").on(table.exchangedAt),
    ofItem("exchanged_tokens_item_owner", table),
    ...policiesOfOwner("exchanged_tokens_of_the_user"),
  ],
).enableRLS();

/** Verified webhooks: stored first, answered with 200, processed later. They have no owner until the Item is looked up. */
export const webhookInbox = pgTable(
  "webhook_inbox",
  (t) => ({
    webhookId: t.integer("webhook_id").primaryKey().generatedAlwaysAsIdentity(),
    source: t.text({ enum: ["plaid"] }).notNull(),
    /** SHA-256 of the signed token, so that a repeated delivery is stored once. */
    deliveryHash: t.text("delivery_hash").notNull().unique("webhook_inbox_delivery"),
    itemId: t.text("item_id"),
    webhookType: t.text("webhook_type").notNull(),
    webhookCode: t.text("webhook_code").notNull(),
    body: t.jsonb().notNull(),
    receivedAt: t.timestamp("received_at", { withTimezone: true }).notNull(),
    /** Time and outcome of processing: `synced`, `state`, `ignored`, `unknown-item`, `unknown-code` …; null while it waits. */
    handledAt: t.timestamp("handled_at", { withTimezone: true }),
    outcome: t.text(),
  }),
  (table) => [
    index("webhook_inbox_waiting").on(table.handledAt),
    index("webhook_inbox_item").on(table.itemId),
  ],
).enableRLS();
