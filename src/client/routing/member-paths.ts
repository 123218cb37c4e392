import { paths, rowsQuery, segment, withQuery, type AccountRowsView, type BudgetRowsView } from "./paths.ts";

/** Paths of pages to which only members' pages lead, so that public ones don't load them. */
export const memberPaths = {
  /** Import of files, into an account if one is given. */
  importFiles: (accountId?: number) => withQuery(`${paths.accounts()}/import`, { account: accountId }),
  /** Screen that sorts by payee. */
  payees: () => `${paths.transactions()}/payees`,
  budgetToday: () => "/budget",
  budget: (budgetId: number | string) => `/budget/${segment(budgetId)}`,
  budgetEstimate: (budgetId: number | string) => `/budget/${segment(budgetId)}/edit`,
  /** Transactions of a budget, filtered by `view`. */
  budgetTransactions: (budgetId: number | string, view: BudgetRowsView = {}) =>
    withQuery(`/budget/${segment(budgetId)}/transactions`, rowsQuery(view)),
  budgetAccounts: (budgetId: number | string) => `/budget/${segment(budgetId)}/accounts`,
  budgetExemptions: (budgetId: number | string, view: Omit<BudgetRowsView, "category" | "show"> = {}) =>
    withQuery(`/budget/${segment(budgetId)}/exemptions`, rowsQuery(view)),
  account: (institutionAccessItemId: number | string) => `/account/${segment(institutionAccessItemId)}`,
  accountIncome: (institutionAccessItemId: number | string, view: { month?: string | undefined } = {}) =>
    withQuery(`/account/${segment(institutionAccessItemId)}/income`, view),
  /** Deposits at a bank; a given income source is preselected for linking. */
  accountTransactions: (
    institutionAccessItemId: number | string,
    incomeSourceId?: number | string,
    view: AccountRowsView = {},
  ) =>
    withQuery(
      `/account/${segment(institutionAccessItemId)}/transactions${incomeSourceId === undefined ? "" : `/${segment(incomeSourceId)}`}`,
      rowsQuery(view),
    ),
  /** Rent roll of twelve months from `from`; of this year by default. */
  accountRentRoll: (institutionAccessItemId: number | string, view: { from?: string | undefined } = {}) =>
    withQuery(`/account/${segment(institutionAccessItemId)}/rent-roll`, view),
} as const;
