/** Every link inside the site is made here (docs/reference/product.md, "Routes"); a test holds them against the routes. */
export const paths = {
  home: () => "/",
  about: () => "/about",
  /** A code search over all repositories; `file` is `repository/path`. */
  code: (query?: string, view: CodeView = {}) => withQuery("/code", { q: query, ...view }),
  generateCode: () => "/generate-code",
  /** The feed of bills; without a Congress or a text it opens on the Congress that sits now. */
  congress: (filter: BillsView = {}) => withQuery("/congress", billsQuery(filter)),
  /** The same list, opened on all Congresses. */
  bills: (filter: BillsView = {}) => withQuery("/bills", billsQuery(filter)),
  billLookUp: () => "/bill",
  bill: (congress: number | string, billType: string, billNumber: number | string) =>
    `/bill/${segment(congress)}/${segment(billType)}/${segment(billNumber)}`,
  /** A repository's page; with `search` its search dialog lies over it, with `file` and `line` at that place. */
  repo: (name: string, view: RepoView = {}) => withQuery(`/repo/${segment(name)}`, view),
  oauth: () => "/oauth",
  signIn: (returnTo?: string) => withQuery("/sign-in", { return: returnTo }),
  users: () => "/users",
  /** What the site holds of the person; with the reference of a deletion, what became of that. */
  yourData: (deleted?: string) => withQuery("/your-data", { deleted }),
  /** What was deleted in the last day, each with its way back. */
  recentlyDeleted: () => "/recently-deleted",
  products: () => "/products",
  accounts: () => "/accounts",
  spending: () => "/spending",
  budgetToday: () => "/budget",
  budget: (budgetId: number | string) => `/budget/${segment(budgetId)}`,
  budgetEstimate: (budgetId: number | string) => `/budget/${segment(budgetId)}/edit`,
  /** The rows behind any number of a budget: `view` cuts the list to them. */
  budgetTransactions: (budgetId: number | string, view: BudgetRowsView = {}) =>
    withQuery(`/budget/${segment(budgetId)}/transactions`, rowsQuery(view)),
  budgetAccounts: (budgetId: number | string) => `/budget/${segment(budgetId)}/accounts`,
  budgetExemptions: (budgetId: number | string, view: Omit<BudgetRowsView, "category" | "show"> = {}) =>
    withQuery(`/budget/${segment(budgetId)}/exemptions`, rowsQuery(view)),
  account: (institutionAccessItemId: number | string) => `/account/${segment(institutionAccessItemId)}`,
  accountIncome: (institutionAccessItemId: number | string, view: { month?: string | undefined } = {}) =>
    withQuery(`/account/${segment(institutionAccessItemId)}/income`, view),
  /** What came in at an institution; with a source, that source is chosen to link rows to. */
  accountTransactions: (
    institutionAccessItemId: number | string,
    incomeSourceId?: number | string,
    view: AccountRowsView = {},
  ) =>
    withQuery(
      `/account/${segment(institutionAccessItemId)}/transactions${incomeSourceId === undefined ? "" : `/${segment(incomeSourceId)}`}`,
      rowsQuery(view),
    ),
  /** Twelve months from `from` on; those of this year without it. */
  accountRentRoll: (institutionAccessItemId: number | string, view: { from?: string | undefined } = {}) =>
    withQuery(`/account/${segment(institutionAccessItemId)}/rent-roll`, view),
  productSearch: (serialNumber?: string) => {
    // As a segment these two would mean a folder and vanish from the address.
    if (serialNumber === "." || serialNumber === "..") return withQuery("/search", { serialNumber });
    return `/search${serialNumber === undefined ? "" : `/${segment(serialNumber)}`}`;
  },
  posts: (filter: { tag?: string; category?: string; page?: number } = {}) =>
    withQuery("/posts", { ...filter, page: filter.page === 1 ? undefined : filter.page }),
  post: (slug: string) => `/post/${segment(slug)}`,
  design: () => "/design",
} as const;

/** Sign-in and sign-out are navigations to the server, not routes of the client (docs/reference/http-api.md, "Sign-in"). */
export const authPaths = {
  login: (returnTo: string) => withQuery("/.auth/login/aad", { post_login_redirect_uri: returnTo }),
  logout: (returnTo = "/") => withQuery("/.auth/logout", { post_logout_redirect_uri: returnTo }),
} as const;

/** Atom feeds of bills are files of the server, not routes of the client. */
export const billFeedPaths = {
  bill: (congress: number | string, billType: string, billNumber: number | string) =>
    `${paths.bill(congress, billType, billNumber)}/feed.xml`,
  list: ({ congress, billType, q }: Omit<BillsView, "page" | "jump">) =>
    withQuery("/congress/feed.xml", { congress: congress === "all" ? undefined : congress, billType, q }),
} as const;

/** Which bills a list shows; `jump` goes straight to the bill that `q` cites. Absent and undefined are the same. */
type BillsView = {
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
 * Which of a budget's rows a list shows. `category` −1: those without one. `show` names a part of the budget (the list
 * itself says what each means), `from` and `to` are days, both included. Absent and undefined are the same.
 */
export type BudgetRowsView = {
  q?: string | undefined;
  category?: number | undefined;
  show?: "counted" | "income" | "transfers" | "other-currencies" | "removed" | undefined;
  from?: string | undefined;
  to?: string | undefined;
  sort?: string | undefined;
  direction?: "asc" | "desc" | undefined;
  /** Counted from 1. */
  page?: number | undefined;
  pageSize?: number | undefined;
};

/**
 * Which of an institution's inflows a list shows: those of a month (`YYYY-MM`) or of a day, linked to an income source or
 * not yet, or those that the bank took back. Absent and undefined are the same.
 */
export type AccountRowsView = Pick<BudgetRowsView, "q" | "sort" | "direction" | "page" | "pageSize"> & {
  month?: string | undefined;
  day?: string | undefined;
  show?: "linked" | "unlinked" | "removed" | undefined;
};

function rowsQuery({
  page,
  ...view
}: BudgetRowsView | AccountRowsView): Record<string, string | number | undefined> {
  return { ...view, page: page === 1 ? undefined : page };
}

/** What lies over a repository's page; absent and undefined are the same. */
type RepoView = { search?: string | undefined; file?: string | undefined; line?: number | undefined };

/** The chosen facets of a code search, and the file that is open. */
type CodeView = Omit<RepoView, "search"> & { repo?: string | undefined; language?: string | undefined };

function segment(value: number | string): string {
  return encodeURIComponent(String(value));
}

function withQuery(path: string, query: Record<string, string | number | undefined>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
  if (given.length === 0) return path;
  return `${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()}`;
}
