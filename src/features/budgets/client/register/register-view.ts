import { filtersOf, oneOf, readDay, readListView, readSearch } from "#client/lists/list-view.ts";
import { withQuery } from "#client/routing/paths.ts";
import { tableInput } from "#client/table-view.ts";
import { rowKinds } from "#shared/row-kinds.ts";
import { mostPayeeLetters } from "#shared/text/payee-list.ts";
import type { LedgerInput } from "../budget-queries.ts";
import { readCategory, rowColumns } from "../rows/filters/rows-view.ts";

const readers = {
  q: readSearch,
  bank: readId,
  account: readId,
  kind: oneOf(rowKinds),
  /** `maybe`: only those that may be another one. */
  show: oneOf(["maybe"]),
  category: readCategory,
  tag: readId,
  /** ID of a rule, for what it gave something. */
  rule: readId,
  currency: (text: string) => (/^[A-Z]{3}$/.test(text) ? text : undefined),
  /** Names of payees, each on a line of its own: only these, or all others. */
  payee: readPayees,
  exceptPayee: readPayees,
  /** Range of days, both included. */
  from: readDay,
  to: readDay,
  /** Range of amounts without their sign, both included, in currency units. */
  min: readAmount,
  max: readAmount,
};

/** View of the transactions of all banks (`LedgerView` in the URL). */
export type RegisterView = ReturnType<typeof readRegisterView>;

/** Reads a view from a URL query, ignoring anything invalid. A range that ends before it starts is turned around. */
export function readRegisterView(query: URLSearchParams) {
  const view = readListView(query, rowColumns, readers);
  [view.from, view.to] = inOrder(view.from, view.to);
  [view.min, view.max] = inOrder(view.min, view.max);
  return view;
}

function inOrder<Value extends string | number>(start: Value | undefined, end: Value | undefined) {
  return start !== undefined && end !== undefined && start > end ? [end, start] : [start, end];
}

function readId(text: string): number | undefined {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

function readPayees(text: string): string | undefined {
  return text === "" || text.length > mostPayeeLetters ? undefined : text;
}

function readAmount(text: string): number | undefined {
  return /^\d{1,9}(?:\.\d{1,4})?$/.test(text) ? Number(text) : undefined;
}

/** Returns the input of GetLedger for a view. */
export function registerInput(view: RegisterView): LedgerInput {
  return { ...registerFilter(view), ...tableInput(view, rowColumns) };
}

/** Returns only the filter of a view, as the query of the list and the export. */
export function registerFilter(view: RegisterView) {
  const { bank, account, show, category, rule, currency, min, max, ...same } = filtersOf(view);
  return {
    ...same,
    institutionAccessItemId: bank,
    accountId: account,
    maybe: show && ("true" as const),
    financialCategoryId: category,
    ruleId: rule,
    isoCurrencyCode: currency,
    minAmount: min,
    maxAmount: max,
  };
}

/** Returns the URL of the export of a view (`exportLedger` of the contract, which browsers don't load). */
export function registerExportHref(view: RegisterView, format: "csv" | "ofx"): string {
  return withQuery("/api/ExportLedger", { ...registerFilter(view), format });
}
