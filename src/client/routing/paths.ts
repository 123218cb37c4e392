import { encodePath } from "#shared/text/encode-path.ts";
import type { RowKind } from "#shared/row-kinds.ts";

/** Paths of all pages but those in `memberPaths` (docs/reference/product.md, "Routes"); a test compares them with the routes. */
export const paths = {
  home: () => "/",
  about: () => "/about",
  /** Code search in all repositories; its results from a `page`. */
  code: (query?: string, page?: number) => withQuery("/code", { q: query, page }),
  generateCode: () => "/generate-code",
  /** Feed of bills; shows the current Congress by default. */
  congress: (filter: BillsView = {}) => withQuery("/congress", billsQuery(filter)),
  /** List of bills of all Congresses. */
  bills: (filter: BillsView = {}) => withQuery("/bills", billsQuery(filter)),
  billLookUp: () => "/bill",
  bill: (congress: number | string, billType: string, billNumber: number | string) =>
    `/bill/${segment(congress)}/${segment(billType)}/${segment(billNumber)}`,
  /** Page of a repository; `search` opens its search dialog, `file` and `line` a position in it. */
  repo: (name: string, view: RepoView = {}) => withQuery(`/repo/${segment(name)}`, view),
  /** Files of a repository: its tree, a folder (a path that ends with a slash), or a file. */
  repoFiles: (name: string, path = "", { hash = "", ...view }: FilesView = {}) =>
    withQuery(`/repo/${segment(name)}/files/${encodePath(path)}`, view) + hash,
  oauth: () => "/oauth",
  signIn: (returnTo?: string) => withQuery("/sign-in", { return: returnTo }),
  users: () => "/users",
  /** Page of the person's data, or with a deletion's reference, its status. */
  yourData: (deleted?: string) => withQuery("/your-data", { deleted }),
  yourDevices: () => "/your-devices",
  /** Items deleted in the last day. */
  recentlyDeleted: () => "/recently-deleted",
  products: () => "/products",
  accounts: () => "/accounts",
  /** Transactions of all banks, filtered by `view`. */
  transactions: (view: LedgerView = {}) => withQuery("/transactions", rowsQuery(view)),
  spending: () => "/spending",
  /** Bills and income due in a month (`YYYY-MM`); in this one by default. */
  due: (view: { month?: string | undefined } = {}) => withQuery("/due", view),
  /** Who shares money with whom; `ended` after a membership has. */
  household: (view: { ended?: "1" | undefined } = {}) => withQuery("/household", view),
  /** Reports; `view` is the report, its days, currency, and comparison. */
  reports: (view: ReportsView = {}) => withQuery("/reports", view),
  productSearch: (serialNumber?: string) => {
    // As path segments, these two would be removed from the address.
    if (serialNumber === "." || serialNumber === "..") return withQuery("/search", { serialNumber });
    return `/search${serialNumber === undefined ? "" : `/${segment(serialNumber)}`}`;
  },
  posts: (filter: { tag?: string; category?: string; page?: number } = {}) =>
    withQuery("/posts", { ...filter, page: filter.page === 1 ? undefined : filter.page }),
  post: (slug: string) => `/post/${segment(slug)}`,
  design: () => "/design",
} as const;

/** Paths for signing in and out, which the server handles (docs/reference/http-api.md, "Sign-in"). */
export const authPaths = {
  login: (returnTo: string) => withQuery("/.auth/login/aad", { post_login_redirect_uri: returnTo }),
  logout: (returnTo = "/") => withQuery("/.auth/logout", { post_logout_redirect_uri: returnTo }),
} as const;

/** Filter of a list of bills; `jump` goes directly to the bill that `q` cites. Absent equals undefined. */
export type BillsView = {
  congress?: number | "all" | undefined;
  billType?: string | undefined;
  q?: string | undefined;
  page?: number | undefined;
  jump?: boolean | undefined;
};

function billsQuery({ page, jump, ...filter }: BillsView): Record<string, string | number | undefined> {
  return { ...filter, page: page === 1 ? undefined : page, jump: jump === true ? "1" : undefined };
}

/**
 * Filter and order of a budget's transactions. `category` −1 means uncategorized. `show` selects a part of the budget.
 * `from` and `to` are inclusive days. Absent equals undefined.
 */
export type BudgetRowsView = {
  q?: string | undefined;
  category?: number | undefined;
  show?: "counted" | "income" | "other-currencies" | "removed" | undefined;
  from?: string | undefined;
  to?: string | undefined;
  sort?: string | undefined;
  direction?: "asc" | "desc" | undefined;
  /** Page number, starting at 1. */
  page?: number | undefined;
  pageSize?: number | undefined;
};

/**
 * Filter and order of a bank's deposits: by month (`YYYY-MM`), day, or link to an income source, or those that the bank
 * removed. Absent equals undefined.
 */
export type AccountRowsView = Pick<BudgetRowsView, "q" | "sort" | "direction" | "page" | "pageSize"> & {
  month?: string | undefined;
  day?: string | undefined;
  show?: "linked" | "unlinked" | "removed" | undefined;
};

/**
 * Filter and order of the transactions of all banks, or of one `bank` or `account` (ids). `min` and `max` are amounts without
 * their sign, in currency units. `show` selects those that may be another one. Absent equals undefined.
 */
export type LedgerView = Omit<BudgetRowsView, "show"> & {
  show?: "maybe" | undefined;
  bank?: number | undefined;
  account?: number | undefined;
  kind?: RowKind | undefined;
  /** ID of a tag. */
  tag?: number | undefined;
  /** ID of a rule. */
  rule?: number | undefined;
  currency?: string | undefined;
  /** Names of payees, each on a line of its own: only these, or all others. */
  payee?: string | undefined;
  exceptPayee?: string | undefined;
  min?: number | undefined;
  max?: number | undefined;
};

/** A report with its period and comparison; `from` and `to` are inclusive days of an own period. Absent equals undefined. */
export type ReportsView = {
  report?: string | undefined;
  period?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  currency?: string | undefined;
  compare?: string | undefined;
};

/** Returns the query of rows; the first page has none. */
export function rowsQuery({
  page,
  ...view
}: BudgetRowsView | AccountRowsView | LedgerView): Record<string, string | number | undefined> {
  return { ...view, page: page === 1 ? undefined : page };
}

/** State of a repository's search dialog; absent equals undefined. */
type RepoView = { search?: string | undefined; file?: string | undefined; line?: number | undefined };

/** View of a repository's files at a commit, of the newest by default; `q` is the search that found the file, `hash` its lines. */
type FilesView = { commit?: string | undefined; q?: string | undefined; hash?: string | undefined };

/** Encodes a segment of a path. */
export function segment(value: number | string): string {
  return encodeURIComponent(String(value));
}

/** Adds a query without values that are missing or empty. */
export function withQuery(path: string, query: Record<string, string | number | undefined>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
  if (given.length === 0) return path;
  return `${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()}`;
}
