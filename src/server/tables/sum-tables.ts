import { date, foreignKey, integer, numeric, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { policiesOfOwner } from "#server/database/owner-policy.ts";
import { accounts } from "./institution-tables.ts";

/* Sums of the ledger that triggers on `transactions` keep. They aren't copied: restored rows make them again. */

/**
 * The number and sums by month of an account's rows that count: not removed by the bank, not dismissed. Triggers on `transactions`
 * keep them (`sum_ledger`, `sum_changes`), so that neither the first page of a long ledger nor net worth need add it all up.
 */
export const ledgerSums = pgTable(
  "ledger_sums",
  (t) => ({
    userId: t.uuid("user_id").notNull(),
    institutionAccessItemId: t.integer("institution_access_item_id").notNull(),
    accountId: t.integer("account_id").notNull(),
    isoCurrencyCode: t.text("iso_currency_code").notNull(),
    /** The month's first day. */
    month: t.date({ mode: "string" }).notNull(),
    rowCount: t.integer("row_count").notNull(),
    /** Sum of money in, in minor units. */
    moneyIn: t.numeric("money_in").notNull(),
    /** Sum of money out, in minor units, negative. */
    moneyOut: t.numeric("money_out").notNull(),
    /** Sum of the rows that aren't pending. */
    posted: t.numeric().notNull(),
  }),
  (table) => [
    primaryKey({ name: "ledger_sums_key", columns: [table.accountId, table.isoCurrencyCode, table.month] }),
    foreignKey({
      name: "ledger_sums_account",
      columns: [table.accountId, table.institutionAccessItemId, table.userId],
      foreignColumns: [accounts.accountId, accounts.institutionAccessItemId, accounts.userId],
    })
      .onDelete("cascade")
      .onUpdate("cascade"),
    ...policiesOfOwner("ledger_sums_of_the_user"),
  ],
).enableRLS();

/**
 * Columns of the sums by month. Triggers keep them in both tables (`sum_months`, `sum_changes`), and drop those of a deleted bank
 * (`drop_sums_of_months`): foreign keys would look up the bank for each payee of an import.
 */
const ofMonth = {
  userId: uuid("user_id").notNull(),
  institutionAccessItemId: integer("institution_access_item_id").notNull(),
  /** The month's first day. */
  month: date({ mode: "string" }).notNull(),
  isoCurrencyCode: text("iso_currency_code").notNull(),
  rowCount: integer("row_count").notNull(),
  /** Minor units; money out is negative. */
  amount: numeric().notNull(),
};

/**
 * Sums of the rows by bank, month, currency, kind, and category that count as spending or income if nothing else is known about
 * them: at the bank, and not dismissed. What other tables say of a few rows (parts, payments, decisions of a budget) is left to the
 * reader, so that neither a long series nor a report need add up the whole ledger.
 */
export const categorySums = pgTable(
  "category_sums",
  (t) => ({
    ...ofMonth,
    kind: t.text({ enum: ["spending", "income"] }).notNull(),
    /** 0 for rows without a category. No foreign key: a deleted category's rows change, and their sums with them. */
    financialCategoryId: t.integer("financial_category_id").notNull(),
  }),
  (table) => [
    primaryKey({
      name: "category_sums_key",
      columns: [
        table.institutionAccessItemId,
        table.month,
        table.isoCurrencyCode,
        table.kind,
        table.financialCategoryId,
      ],
    }),
    ...policiesOfOwner("category_sums_of_the_user"),
  ],
).enableRLS();

/** Sums of the same rows of the kind spending by payee, as shown. */
export const payeeSums = pgTable(
  "payee_sums",
  (t) => ({ ...ofMonth, payee: t.text().notNull() }),
  (table) => [
    primaryKey({
      name: "payee_sums_key",
      columns: [table.institutionAccessItemId, table.month, table.isoCurrencyCode, table.payee],
    }),
    ...policiesOfOwner("payee_sums_of_the_user"),
  ],
).enableRLS();
