import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { partialIndex } from "#server/database/partial-index.ts";
import { ownerId } from "./auth-tables.ts";
import { ofItem } from "./institution-tables.ts";
import { ofTransaction } from "./transaction-tables.ts";
import { ownKeyTo, policiesOfOwner, policyOfPerson } from "#server/database/owner-policy.ts";

/** Income and bills expected at one institution (docs/reference/money.md, "Income sources", "Bills"). */
export const incomeSources = pgTable(
  "income_sources",
  (t) => ({
    incomeSourceId: t.integer("income_source_id").primaryKey().generatedAlwaysAsIdentity(),
    userId: ownerId(),
    institutionAccessItemId: t.integer("institution_access_item_id").notNull(),
    direction: t
      .text({ enum: ["in", "out"] })
      .notNull()
      .default("in"),
    name: t.text().notNull(),
    description: t.text().notNull(),
    incomeSourceType: t.text("income_source_type", { enum: ["Rent", "Loan", "Other"] }).notNull(),
    isoCurrencyCode: t.text("iso_currency_code").notNull(),
    startDate: t.date("start_date", { mode: "string" }).notNull(),
    endDate: t.date("end_date", { mode: "string" }),
    rhythm: t
      .text({
        enum: ["weekly", "everyTwoWeeks", "twiceAMonth", "monthly", "quarterly", "yearly", "irregular"],
      })
      .notNull()
      .default("monthly"),
    /** The later day of two a month; null for other rhythms. */
    secondDay: t.integer("second_day"),
    /** Due dates of an irregular rhythm. */
    dueDates: t
      .date("due_dates", { mode: "string" })
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** The amount varies. */
    isAbout: t.boolean("is_about").notNull().default(false),
    /** Days after a due date before it's late. */
    graceDays: t.integer("grace_days").notNull().default(0),
    /** Texts expected in payments. */
    expectedPaymentMemos: t
      .text("expected_payment_memos")
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Idempotency key (`src/server/http/calls/creation-key.ts`), so that a repeated request creates one source. */
    creationKey: t.text("creation_key").notNull().default(""),
    createdAt: t.timestamp("created_at", { withTimezone: true }).notNull(),
    /** Time of deletion, after which it can be restored with its payments for a day; null for an existing source. */
    deletedAt: t.timestamp("deleted_at", { withTimezone: true }),
  }),
  (table) => [
    index("income_sources_item").on(table.userId, table.institutionAccessItemId),
    partialIndex("income_sources_deleted", [table.deletedAt], "deleted_at is not null"),
    check("income_sources_type", sql`${table.incomeSourceType} in ('Rent', 'Loan', 'Other')`),
    check("income_sources_direction", sql`${table.direction} in ('in', 'out')`),
    check(
      "income_sources_rhythm",
      sql`${table.rhythm} in ('weekly', 'everyTwoWeeks', 'twiceAMonth', 'monthly', 'quarterly', 'yearly', 'irregular')`,
    ),
    check(
      "income_sources_second_day",
      sql`(${table.rhythm} = 'twiceAMonth') = (${table.secondDay} is not null) and coalesce(${table.secondDay}, 1) between 1 and 31`,
    ),
    check("income_sources_grace", sql`${table.graceDays} between 0 and 60`),
    check("income_sources_range", sql`${table.endDate} is null or ${table.startDate} <= ${table.endDate}`),
    unique("income_sources_owner").on(table.incomeSourceId, table.userId),
    ofItem("income_sources_item_owner", table),
    ...policiesOfOwner("income_sources_of_the_user"),
  ],
).enableRLS();

const ofSource = ownKeyTo(incomeSources, "incomeSourceId");

/** Amount and day due, from a month on; the first term also applies to earlier months. */
export const incomeTerms = pgTable(
  "income_terms",
  (t) => ({
    incomeSourceId: t.integer("income_source_id").notNull(),
    /** `YYYY-MM`. */
    effectiveFrom: t.text("effective_from").notNull(),
    userId: ownerId(),
    /** Minor units of the source's currency, never negative. */
    amountDue: t.bigint("amount_due", { mode: "number" }).notNull(),
    /** 1 to 31; in a month without that day, its last day. */
    dayOfMonthDue: t.integer("day_of_month_due").notNull(),
  }),
  (table) => [
    primaryKey({ name: "income_terms_key", columns: [table.incomeSourceId, table.effectiveFrom] }),
    check("income_terms_day", sql`${table.dayOfMonthDue} between 1 and 31`),
    check("income_terms_amount", sql`${table.amountDue} >= 0`),
    ofSource("income_terms_owner", table),
    ...policiesOfOwner("income_terms_of_the_user"),
  ],
).enableRLS();

/** Columns of a payment, linked or not. */
function paymentColumns() {
  return {
    userId: ownerId(),
    incomeSourceId: integer("income_source_id").notNull(),
    /** Null for a manual adjustment. */
    transactionId: integer("transaction_id"),
    paymentDate: date("payment_date", { mode: "string" }).notNull(),
    /** `YYYY-MM`: the month it pays for, by default that of the payment date. */
    creditedMonth: text("credited_month").notNull(),
    /** A day near the due date it pays, where the person chose one; null for that of the payment date. Unused if monthly. */
    forDate: date("for_date", { mode: "string" }),
    /** For manual adjustments, minor units of the source's currency; a linked payment always has its transaction's amount. */
    manualAmount: bigint("manual_amount", { mode: "number" }),
    paymentMemo: text("payment_memo").notNull(),
    isManualAdjustment: boolean("is_manual_adjustment").notNull(),
    /** Idempotency key (`src/server/http/calls/creation-key.ts`), if the request had one. */
    creationKey: text("creation_key"),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
  };
}

/** A payment of a source: a transaction, or cash entered by the person. */
export const incomePayments = pgTable(
  "income_payments",
  (t) => ({
    incomePaymentId: t.integer("income_payment_id").primaryKey().generatedAlwaysAsIdentity(),
    ...paymentColumns(),
  }),
  (table) => [
    // A transaction can pay at most one source, once.
    uniqueIndex("income_payments_transaction").on(table.transactionId),
    index("income_payments_source").on(table.incomeSourceId, table.creditedMonth),
    check(
      "income_payments_kind",
      sql`${table.isManualAdjustment} = (${table.transactionId} is null) and (${table.transactionId} is null) = (${table.manualAmount} is not null)`,
    ),
    ofSource("income_payments_owner", table),
    ofTransaction("income_payments_row", table),
    ...policiesOfOwner("income_payments_of_the_user"),
  ],
).enableRLS();

/**
 * Payments that were unlinked, alone or with their source, kept for a day. A separate table frees the transaction for anything
 * that reads `income_payments`. They keep their id, so that links to them work again once they are restored.
 */
export const unlinkedIncomePayments = pgTable(
  "unlinked_income_payments",
  (t) => ({
    incomePaymentId: t.integer("income_payment_id").primaryKey(),
    ...paymentColumns(),
    unlinkedAt: t.timestamp("unlinked_at", { withTimezone: true }).notNull(),
    /** Removed with its source, and restored with it. */
    withSource: t.boolean("with_source").notNull(),
  }),
  (table) => [
    index("unlinked_income_payments_source").on(table.incomeSourceId),
    index("unlinked_income_payments_transaction").on(table.transactionId),
    index("unlinked_income_payments_time").on(table.unlinkedAt),
    ofSource("unlinked_income_payments_owner", table),
    ofTransaction("unlinked_income_payments_row", table),
    ...policiesOfOwner("unlinked_income_payments_of_the_user"),
  ],
).enableRLS();

/** Suggested payments that the person has dismissed. */
export const incomeDismissals = pgTable(
  "income_dismissals",
  (t) => ({
    incomeSourceId: t.integer("income_source_id").notNull(),
    transactionId: t.integer("transaction_id").notNull(),
    userId: ownerId(),
    dismissedAt: t.timestamp("dismissed_at", { withTimezone: true }).notNull(),
  }),
  (table) => [
    primaryKey({ name: "income_dismissals_key", columns: [table.incomeSourceId, table.transactionId] }),
    index("income_dismissals_transaction").on(table.transactionId),
    ofSource("income_dismissals_owner", table),
    ofTransaction("income_dismissals_row", table),
    ...policiesOfOwner("income_dismissals_of_the_user"),
  ],
).enableRLS();

/** Regular deposits and payments, by payee, that the person doesn't want as an income source or a bill. */
export const incomeRefusals = pgTable(
  "income_refusals",
  (t) => ({
    institutionAccessItemId: t.integer("institution_access_item_id").notNull(),
    /** The ledger's `payee_key`. */
    payeeKey: t.text("payee_key").notNull(),
    isoCurrencyCode: t.text("iso_currency_code").notNull(),
    direction: t
      .text({ enum: ["in", "out"] })
      .notNull()
      .default("in"),
    userId: ownerId(),
    refusedAt: t.timestamp("refused_at", { withTimezone: true }).notNull(),
  }),
  (table) => [
    primaryKey({
      name: "income_refusals_key",
      columns: [table.institutionAccessItemId, table.payeeKey, table.isoCurrencyCode, table.direction],
    }),
    ofItem("income_refusals_item_owner", table),
    ...policiesOfOwner("income_refusals_of_the_user"),
  ],
).enableRLS();

/** A person's calendar feed. Anyone with its address can read it until it is revoked. */
export const calendarFeeds = pgTable(
  "calendar_feeds",
  (t) => ({
    userId: ownerId().primaryKey(),
    /** SHA-256 of the secret in the address. */
    tokenHash: t.text("token_hash").notNull().unique("calendar_feeds_token"),
    createdAt: t.timestamp("created_at", { withTimezone: true }).notNull(),
  }),
  () => [policyOfPerson("calendar_feeds_of_the_user")],
).enableRLS();
