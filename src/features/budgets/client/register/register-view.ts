import type { LedgerView } from "#client/routing/paths.ts";
import { readTableView, tableInput, tableViewQuery, type TableView } from "#client/table-view.ts";
import { rowKinds, type RowKind } from "#shared/row-kinds.ts";
import { mostPayeeLetters } from "#shared/text/payee-list.ts";
import type { LedgerInput } from "../budget-queries.ts";
import { dateOrNull, readCategory, readSearch } from "../rows/filters/rows-view.ts";

/** View of the transactions of all banks. All of it is in the URL; null for no filter. */
export type RegisterView = TableView & {
  q: string;
  bank: number | null;
  account: number | null;
  kind: RowKind | null;
  /** `maybe`: only those that may be another one. */
  show: "maybe" | null;
  /** −1 for uncategorized. */
  category: number | null;
  tag: number | null;
  /** ID of a rule, for what it gave something. */
  rule: number | null;
  currency: string | null;
  /** Names of payees, each on a line of its own: only these, or all others. */
  payee: string | null;
  exceptPayee: string | null;
  /** Range of days, both included. */
  from: string | null;
  to: string | null;
  /** Range of amounts without their sign, both included, in currency units. */
  min: number | null;
  max: number | null;
};

const columns = ["date", "name", "amount", "category", "account"] as const;

/** Reads a view from a URL query, ignoring anything invalid. A range that ends before it starts is turned around. */
export function readRegisterView(query: URLSearchParams): RegisterView {
  const [from, to] = inOrder(dateOrNull(query.get("from")), dateOrNull(query.get("to")));
  const [min, max] = inOrder(readAmount(query.get("min")), readAmount(query.get("max")));
  return {
    ...readTableView(query, columns),
    q: readSearch(query.get("q")),
    bank: readId(query.get("bank")),
    account: readId(query.get("account")),
    kind: rowKinds.find((kind) => kind === query.get("kind")) ?? null,
    show: query.get("show") === "maybe" ? "maybe" : null,
    category: readCategory(query.get("category")),
    tag: readId(query.get("tag")),
    rule: readId(query.get("rule")),
    currency: readCurrency(query.get("currency")),
    payee: readPayees(query.get("payee")),
    exceptPayee: readPayees(query.get("exceptPayee")),
    from,
    to,
    min,
    max,
  };
}

function inOrder<Value extends string | number>(
  start: Value | null,
  end: Value | null,
): [Value | null, Value | null] {
  return start !== null && end !== null && start > end ? [end, start] : [start, end];
}

function readId(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}

function readCurrency(text: string | null): string | null {
  return text !== null && /^[A-Z]{3}$/.test(text) ? text : null;
}

function readPayees(text: string | null): string | null {
  return text === null || text === "" || text.length > mostPayeeLetters ? null : text;
}

function readAmount(text: string | null): number | null {
  return text !== null && /^\d{1,9}(?:\.\d{1,4})?$/.test(text) ? Number(text) : null;
}

/** Returns the URL query of a view, without defaults. */
export function registerQuery(view: RegisterView): LedgerView {
  return {
    q: view.q === "" ? undefined : view.q,
    bank: view.bank ?? undefined,
    account: view.account ?? undefined,
    kind: view.kind ?? undefined,
    show: view.show ?? undefined,
    category: view.category ?? undefined,
    tag: view.tag ?? undefined,
    rule: view.rule ?? undefined,
    currency: view.currency ?? undefined,
    payee: view.payee ?? undefined,
    exceptPayee: view.exceptPayee ?? undefined,
    from: view.from ?? undefined,
    to: view.to ?? undefined,
    min: view.min ?? undefined,
    max: view.max ?? undefined,
    ...tableViewQuery(view),
  };
}

/** Returns the input of GetLedger for a view. */
export function registerInput(view: RegisterView): LedgerInput {
  return { ...registerFilter(view), ...tableInput(view, columns) };
}

/** Returns only the filter of a view, as the query of the list and the export. */
export function registerFilter(view: RegisterView): Record<string, string | number> {
  return {
    ...(view.q === "" ? {} : { q: view.q }),
    ...(view.bank === null ? {} : { institutionAccessItemId: view.bank }),
    ...(view.account === null ? {} : { accountId: view.account }),
    ...(view.kind === null ? {} : { kind: view.kind }),
    ...(view.show === null ? {} : { maybe: "true" }),
    ...(view.category === null ? {} : { financialCategoryId: view.category }),
    ...(view.tag === null ? {} : { tag: view.tag }),
    ...(view.rule === null ? {} : { ruleId: view.rule }),
    ...(view.currency === null ? {} : { isoCurrencyCode: view.currency }),
    ...(view.payee === null ? {} : { payee: view.payee }),
    ...(view.exceptPayee === null ? {} : { exceptPayee: view.exceptPayee }),
    ...(view.from === null ? {} : { from: view.from }),
    ...(view.to === null ? {} : { to: view.to }),
    ...(view.min === null ? {} : { minAmount: view.min }),
    ...(view.max === null ? {} : { maxAmount: view.max }),
  };
}

/** Returns the URL of the export of a view (`ledgerExport` of the contract, which browsers don't load). */
export function registerExportHref(view: RegisterView, format: "csv" | "ofx"): string {
  const filter = Object.entries(registerFilter(view)).map(([name, value]) => [name, String(value)]);
  return `/api/ExportLedger?${new URLSearchParams([...filter, ["format", format]]).toString()}`;
}

/** Returns true if a view filters out rows. */
export function isRegisterFiltered(view: RegisterView): boolean {
  return Object.keys(registerFilter(view)).length > 0;
}

/** A view without filters, on its first page. */
export const wholeRegister: Omit<RegisterView, "sort" | "pageSize"> = {
  q: "",
  bank: null,
  account: null,
  kind: null,
  show: null,
  category: null,
  tag: null,
  rule: null,
  currency: null,
  payee: null,
  exceptPayee: null,
  from: null,
  to: null,
  min: null,
  max: null,
  page: 1,
};
