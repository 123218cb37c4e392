import { spanOf } from "#shared/time/plain-dates.ts";
import type { StatementAccount, StatementAccountHint, StatementRow } from "../statement.ts";
import { maskOf } from "../values/clean-text.ts";

/** Returns an account's hint with what a reader knows; the mask comes from the number. */
export function accountHint(known: Partial<Omit<StatementAccountHint, "mask">>): StatementAccountHint {
  const { bankId = null, accountId = null, name = null, type = null, isoCurrencyCode = null } = known;
  return { bankId, accountId, name, mask: maskOf(accountId), type, isoCurrencyCode };
}

/** Returns a row with what every format has; the rest is unknown until a reader sets it. */
export function statementRow(
  known: Pick<StatementRow, "line" | "date" | "amount" | "payee"> & Partial<StatementRow>,
): StatementRow {
  return {
    externalId: null,
    correction: null,
    isoCurrencyCode: null,
    memo: null,
    checkNumber: null,
    typeCode: null,
    categoryHint: null,
    counterparty: null,
    original: null,
    pending: false,
    runningBalance: null,
    mcc: null,
    ...known,
    authorizedDate: known.authorizedDate === known.date ? null : (known.authorizedDate ?? null),
  };
}

/** Returns the days that rows cover, whatever their order. */
export function periodOf(rows: readonly StatementRow[]): StatementAccount["period"] {
  return spanOf(rows.map(({ date }) => date)) ?? { from: null, to: null };
}
