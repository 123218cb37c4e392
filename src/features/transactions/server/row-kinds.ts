import { sql, type SQL } from "drizzle-orm";
import { budgetExemptions } from "#server/tables/budget-tables.ts";
import { incomePayments } from "#server/tables/income-tables.ts";
import { transactions } from "#server/tables/transaction-tables.ts";

/*
 * What a row of the ledger is, as conditions over `transactions` for the queries of budgets, income and lists. None of
 * them is ever null. Their twins over values are in `domain/bank-categories.ts`.
 */

const { bankCategory, bankCategoryDetailed } = transactions;

/** The person has done something to the row: categorised it, decided about it in a budget, counted it, linked it to income. */
export const isMarked: SQL<boolean> = sql`(${transactions.financialCategoryId} is not null or ${transactions.countsAsSpending}
  or exists (select from ${budgetExemptions} where ${budgetExemptions.transactionId} = ${transactions.transactionId})
  or exists (select from ${incomePayments} where ${incomePayments.transactionId} = ${transactions.transactionId}))`;

/** May be marked: not dismissed. Among them are rows whose last mark has just gone, so that undo finds them. */
export const isMarkable: SQL<boolean> = sql`(${transactions.dismissedAt} is null)`;

/**
 * Shown in lists at all: not dismissed by the person, and at the bank or kept for its marks (docs/reference/money.md,
 * "Removed rows"). Every query that shows rows needs it.
 */
export const isListed: SQL<boolean> = sql`(${isMarkable} and (${transactions.removedByBankAt} is null or ${isMarked}))`;

/** The bank still has it. Rows that it took back are listed with a flag and count nowhere (docs/reference/money.md, "Removed rows"). */
export const isAtBank: SQL<boolean> = sql`(${transactions.removedByBankAt} is null)`;

/** Money that came in, of a row that the bank still has (docs/reference/money.md, "Money and sign"). */
export const isInflowRow: SQL<boolean> = sql`(${transactions.amount} > 0 and ${isAtBank})`;

/** Income by the bank's own category. */
export const isIncomeByBank: SQL<boolean> = sql`(coalesce(${bankCategory}, '') = 'INCOME' or left(coalesce(${bankCategoryDetailed}, ''), 7) = 'INCOME_')`;

/** Pays an income source. */
export const isIncomePayment: SQL<boolean> = sql`(${transactions.transactionId} in (select ${incomePayments.transactionId} from ${incomePayments} where ${incomePayments.transactionId} is not null))`;

/** Income by the bank's category or as a linked payment (docs/reference/money.md, "Spending"), whether the person counts it or not. */
export const isIncomeRow: SQL<boolean> = sql`(${isIncomeByBank} or ${isIncomePayment})`;

/** What budgets count, exemptions apart: at the bank, and no income unless the person said "Count it". */
export const countsInBudgets: SQL<boolean> = sql`(${isAtBank} and (${transactions.countsAsSpending} or not ${isIncomeRow}))`;

/** The other side is on a linked account: exempt from budgets until the person restores it (docs/reference/money.md, "Transfers"). */
export const isPairedTransfer: SQL<boolean> = sql`(${transactions.transferPairId} is not null)`;

/** Looks like a transfer by the bank's category (`looksLikeTransfer`). */
const looksLikeTransfer: SQL<boolean> = sql`(left(coalesce(${bankCategory}, ''), 9) = 'TRANSFER_' or left(coalesce(${bankCategoryDetailed}, ''), 9) = 'TRANSFER_' or coalesce(${bankCategoryDetailed}, '') = 'LOAN_PAYMENTS_CREDIT_CARD_PAYMENT')`;

/** What only looks like a transfer: counts until the person exempts it (docs/reference/money.md, "Transfers"). */
export const isLikelyTransfer: SQL<boolean> = sql`(${transactions.transferPairId} is null and ${looksLikeTransfer})`;
