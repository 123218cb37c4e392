import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
  type AnyPgColumn,
} from "drizzle-orm/pg-core";
import { users } from "./auth-tables.ts";
import { accounts } from "./institution-tables.ts";
import { ownForeignKey, policyOfOwner } from "#server/database/owner-policy.ts";
import { financialCategories, isReadableCategory } from "./category-tables.ts";

/**
 * What may be one side of a transfer on the bank's word (`couldBeTransfer` of `domain/bank-categories.ts`), as the index and
 * the queries that use it say it: without a parameter.
 */
export const couldBeTransfer = sql`left(bank_category, 9) = 'TRANSFER_' or left(bank_category_detailed, 9) = 'TRANSFER_' or bank_category_detailed = 'LOAN_PAYMENTS_CREDIT_CARD_PAYMENT' or (bank_category is null and bank_category_detailed is null)`;

/**
 * The ledger: one row for each movement of money, as the person sees it. What the source says of it is copied here at
 * each sync, so that reading needs no other table; what the person did (category, "count it", and by reference exemptions
 * and payments) is never touched by a sync (docs/reference/money.md, "Facts and rows"). Rows of files and of manual
 * accounts will have no row in `provider_transactions`.
 */
export const transactions = pgTable(
  "transactions",
  {
    transactionId: integer("transaction_id").notNull().generatedAlwaysAsIdentity(),
    userId: uuid("user_id").notNull(),
    institutionAccessItemId: integer("institution_access_item_id").notNull(),
    accountId: integer("account_id").notNull(),

    date: date({ mode: "string" }).notNull(),
    authorizedDate: date("authorized_date", { mode: "string" }),
    name: text().notNull(),
    merchantName: text("merchant_name"),
    /** Name or merchant as it is compared: case, digits and punctuation dropped (`payeeKey`). */
    payeeKey: text("payee_key").notNull(),
    /** Minor units; in > 0, out < 0 (docs/reference/money.md, "Money and sign"). */
    amount: bigint({ mode: "number" }).notNull(),
    isoCurrencyCode: text("iso_currency_code").notNull(),
    pending: boolean().notNull(),
    /** The source's own category, such as Plaid's `INCOME` and `INCOME_WAGES`. */
    bankCategory: text("bank_category"),
    bankCategoryDetailed: text("bank_category_detailed"),
    /** The bank has taken it back; the row stays only because the person had marked it, and no longer counts. */
    removedByBankAt: timestamp("removed_by_bank_at", { withTimezone: true }),
    /** The person has dismissed such a row, or moved its marks: it shows nowhere, can come back for a day, then goes. */
    dismissedAt: timestamp("dismissed_at", { withTimezone: true }),
    /** The other side of a transfer between linked accounts. */
    transferPairId: integer("transfer_pair_id"),

    financialCategoryId: integer("financial_category_id").references(
      () => financialCategories.financialCategoryId,
      { onDelete: "set null" },
    ),
    /** The person's "Count it": income that counts as spending's counterpart all the same (docs/reference/money.md, "Spending"). */
    countsAsSpending: boolean("counts_as_spending").notNull().default(false),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
  },
  (table) => [
    // What points at a row points at its person as well. No second index: an id is one of the sequence's.
    primaryKey({ name: "transactions_key", columns: [table.transactionId, table.userId] }),
    // Only the id is emptied (by hand in the migration, `set null (transfer_pair_id)`): the row keeps its person.
    foreignKey({
      name: "transactions_transfer_pair_row",
      columns: [table.transferPairId, table.userId],
      foreignColumns: [table.transactionId, table.userId],
    }).onDelete("set null"),
    // One look-up instead of three for each new row, and the three cannot disagree.
    foreignKey({
      name: "transactions_account",
      columns: [table.accountId, table.institutionAccessItemId, table.userId],
      foreignColumns: [accounts.accountId, accounts.institutionAccessItemId, accounts.userId],
    })
      .onDelete("cascade")
      .onUpdate("cascade"),
    // Of one institution by day: budgets, account screens, paging. Read backwards for the newest first (an index that
    // descends has empty values last, and does not serve `order by … desc`, which has them first).
    index("transactions_item_date").on(
      table.userId,
      table.institutionAccessItemId,
      table.date,
      table.transactionId,
    ),
    index("transactions_payee").on(table.userId, table.payeeKey),
    // Both sides of a transfer, and rows that a new link brings again.
    index("transactions_amount").on(table.userId, table.amount, table.date),
    // The few rows of which something special is true: new rows do not pay for these.
    index("transactions_category")
      .on(table.financialCategoryId)
      .where(sql`financial_category_id is not null`),
    index("transactions_transfer_pair")
      .on(table.transferPairId)
      .where(sql`transfer_pair_id is not null`),
    index("transactions_transfer_like").on(table.userId, table.date).where(couldBeTransfer),
    index("transactions_unsettled")
      .on(table.accountId)
      .where(sql`removed_by_bank_at is not null or pending`),
    index("transactions_dismissed")
      .on(table.dismissedAt)
      .where(sql`dismissed_at is not null`),
    policyOfOwner("transactions_of_the_user", sql`(financial_category_id is null or ${isReadableCategory})`),
  ],
).enableRLS();

/** The foreign key of what belongs to a row of the ledger. */
export function ofTransaction(name: string, table: { transactionId: AnyPgColumn; userId: AnyPgColumn }) {
  const { transactionId, userId } = transactions;
  return ownForeignKey(name, [table.transactionId, table.userId], [transactionId, userId]);
}

/** The bank's facts, as they came: nothing here is a person's. Several rows may stand behind one of the ledger (pending, then posted). */
export const providerTransactions = pgTable(
  "provider_transactions",
  {
    userId: uuid("user_id").notNull(),
    source: text({ enum: ["plaid"] }).notNull(),
    /** The account of the row of the ledger, which both ids belong to. */
    accountId: integer("account_id").notNull(),
    /** The bank's string. */
    providerTransactionId: text("provider_transaction_id").notNull(),
    transactionId: integer("transaction_id").notNull(),
    /** The link of the account that brought it (`accounts.link_number`). */
    linkNumber: integer("link_number").notNull().default(1),
    pending: boolean().notNull(),
    pendingTransactionId: text("pending_transaction_id"),
    date: date({ mode: "string" }).notNull(),
    name: text().notNull(),
    /** Digit for digit as the source sent it, in the source's sign. */
    rawAmount: numeric("raw_amount").notNull(),
    isoCurrencyCode: text("iso_currency_code").notNull(),
    receivedAt: timestamp("received_at", { withTimezone: true }).notNull(),
    /** Since when it does not stand for the row of the ledger: the bank took it back, or another took its place. */
    removedAt: timestamp("removed_at", { withTimezone: true }),
  },
  (table) => [
    // By the bank's string first: a sync looks rows up by it alone.
    unique("provider_transactions_key").on(table.providerTransactionId, table.accountId),
    index("provider_transactions_ledger").on(table.transactionId),
    // The row that stands for the ledger's now: at most one is neither removed nor taken over.
    uniqueIndex("provider_transactions_current")
      .on(table.transactionId)
      .where(sql`removed_at is null`),
    ofTransaction("provider_transactions_row", table),
    policyOfOwner("provider_transactions_of_the_user"),
  ],
).enableRLS();

/** What a row had before the marks of a removed one were moved to it: how that is undone. */
export const movedMarks = pgTable(
  "moved_marks",
  {
    fromTransactionId: integer("from_transaction_id").primaryKey(),
    toTransactionId: integer("to_transaction_id").notNull(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.userId, { onDelete: "cascade" }),
    financialCategoryId: integer("financial_category_id"),
    countsAsSpending: boolean("counts_as_spending").notNull(),
    /** Of the budgets in which the removed row was decided about: null where the other row was not. */
    exemptions: jsonb().$type<{ budgetId: number; isExempt: boolean | null }[]>().notNull(),
    /** The income payment that went along; null for none. */
    incomePaymentId: integer("income_payment_id"),
  },
  (table) => [
    index("moved_marks_to").on(table.toTransactionId),
    ofTransaction("moved_marks_from_row", { transactionId: table.fromTransactionId, userId: table.userId }),
    ofTransaction("moved_marks_to_row", { transactionId: table.toTransactionId, userId: table.userId }),
    policyOfOwner("moved_marks_of_the_user"),
  ],
).enableRLS();
