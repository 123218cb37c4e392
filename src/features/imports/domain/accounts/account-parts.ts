import { spanOf } from "#shared/time/plain-dates.ts";
import type { StatementAccount, StatementAccountHint, StatementRow } from "../statement.ts";
import { maskOf } from "../values/clean-text.ts";

/** Returns an account's hint with what a reader knows; the mask comes from the number. */
export function accountHint(known: Partial<Omit<StatementAccountHint, "mask">>): StatementAccountHint {
  const { bankId = null, accountId = null, name = null, type = null, isoCurrencyCode = null } = known;
  return { bankId, accountId, name, mask: maskOf(accountId), type, isoCurrencyCode };
}

/** Returns a row with what every format has; the rest is unknown until a reader sets it. Spreading would take several times as long. */
export function statementRow({
  line,
  date,
  amount,
  payee,
  externalId = null,
  correction = null,
  authorizedDate = null,
  isoCurrencyCode = null,
  memo = null,
  checkNumber = null,
  typeCode = null,
  categoryHint = null,
  counterparty = null,
  original = null,
  pending = false,
  runningBalance = null,
  mcc = null,
}: Pick<StatementRow, "line" | "date" | "amount" | "payee"> & Partial<StatementRow>): StatementRow {
  return {
    line,
    externalId,
    correction,
    date,
    authorizedDate: authorizedDate === date ? null : authorizedDate,
    amount,
    isoCurrencyCode,
    payee,
    memo,
    checkNumber,
    typeCode,
    categoryHint,
    counterparty,
    original,
    pending,
    runningBalance,
    mcc,
  };
}

/** Returns the days that rows cover, whatever their order. */
export function periodOf(rows: readonly StatementRow[]): StatementAccount["period"] {
  return spanOf(rows.map(({ date }) => date)) ?? { from: null, to: null };
}
