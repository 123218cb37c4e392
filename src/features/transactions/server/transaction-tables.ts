import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  numeric,
  pgTable,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
  type AnyPgColumn,
} from "drizzle-orm/pg-core";
import { users } from "#features/auth/server/auth-tables.ts";
import { accounts, institutionAccessItems } from "#features/institutions/server/institution-tables.ts";
import { policyOfOwner } from "#server/owner-policy.ts";
import { financialCategories } from "./category-tables.ts";

/**
 * The ledger: one row for each movement of money, as the person sees it. What the source says of it is copied here at
 * each sync, so that reading needs no other table; what the person did (category, "count it", and by reference exemptions
 * and payments) is never touched by a sync (FINANCE section 2). Rows of files and of manual accounts will have no row
 * in `provider_transactions`.
 */
export const transactions = pgTable(
  "transactions",
  {
    transactionId: integer("transaction_id").primaryKey().generatedAlwaysAsIdentity(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.userId, { onDelete: "cascade" }),
    institutionAccessItemId: integer("institution_access_item_id")
      .notNull()
      .references(() => institutionAccessItems.institutionAccessItemId, { onDelete: "cascade" }),
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.accountId, { onDelete: "cascade" }),

    date: date({ mode: "string" }).notNull(),
    authorizedDate: date("authorized_date", { mode: "string" }),
    name: text().notNull(),
    merchantName: text("merchant_name"),
    /** Name or merchant as it is compared: case, digits and punctuation dropped (`payeeKey`). */
    payeeKey: text("payee_key").notNull(),
    /** Minor units; in > 0, out < 0 (FINANCE section 1). */
    amount: bigint({ mode: "number" }).notNull(),
    isoCurrencyCode: text("iso_currency_code").notNull(),
    pending: boolean().notNull(),
    /** The source's own category, such as Plaid's `INCOME` and `INCOME_WAGES`. */
    bankCategory: text("bank_category"),
    bankCategoryDetailed: text("bank_category_detailed"),
    /** The bank has taken it back; the row stays only because the person had marked it, and no longer counts. */
    removedByBankAt: timestamp("removed_by_bank_at", { withTimezone: true }),
    /** The other side of a transfer between linked accounts. */
    transferPairId: integer("transfer_pair_id").references((): AnyPgColumn => transactions.transactionId, {
      onDelete: "set null",
    }),

    financialCategoryId: integer("financial_category_id").references(
      () => financialCategories.financialCategoryId,
      { onDelete: "set null" },
    ),
    /** The person's "Count it": income that counts as spending's counterpart all the same (FINANCE section 3). */
    countsAsSpending: boolean("counts_as_spending").notNull().default(false),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
  },
  (table) => [
    // Of one institution, newest first: budgets, account screens, paging.
    index("transactions_item_date").on(
      table.userId,
      table.institutionAccessItemId,
      table.date.desc(),
      table.transactionId.desc(),
    ),
    index("transactions_category").on(table.financialCategoryId),
    index("transactions_payee").on(table.userId, table.payeeKey),
    // Matching both sides of a transfer, and posted rows with their pending ones.
    index("transactions_account_amount").on(table.accountId, table.amount, table.date),
    index("transactions_transfer_pair")
      .on(table.transferPairId)
      .where(sql`transfer_pair_id is not null`),
    policyOfOwner("transactions_of_the_user"),
  ],
).enableRLS();

/** The bank's facts, as they came: nothing here is a person's. Several rows may stand behind one of the ledger (pending, then posted). */
export const providerTransactions = pgTable(
  "provider_transactions",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.userId, { onDelete: "cascade" }),
    source: text({ enum: ["plaid"] }).notNull(),
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.accountId, { onDelete: "cascade" }),
    /** The bank's string. */
    providerTransactionId: text("provider_transaction_id").notNull(),
    transactionId: integer("transaction_id")
      .notNull()
      .references(() => transactions.transactionId, { onDelete: "cascade" }),
    pending: boolean().notNull(),
    pendingTransactionId: text("pending_transaction_id"),
    date: date({ mode: "string" }).notNull(),
    name: text().notNull(),
    /** Digit for digit as the source sent it, in the source's sign. */
    rawAmount: numeric("raw_amount").notNull(),
    isoCurrencyCode: text("iso_currency_code").notNull(),
    receivedAt: timestamp("received_at", { withTimezone: true }).notNull(),
    removedAt: timestamp("removed_at", { withTimezone: true }),
  },
  (table) => [
    unique("provider_transactions_key").on(table.accountId, table.providerTransactionId),
    index("provider_transactions_ledger").on(table.transactionId),
    // The row that stands for the ledger's now: at most one is neither removed nor taken over.
    uniqueIndex("provider_transactions_current")
      .on(table.transactionId)
      .where(sql`removed_at is null`),
    policyOfOwner("provider_transactions_of_the_user"),
  ],
).enableRLS();
