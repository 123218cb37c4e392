import { authQuery } from "#client/auth-state.ts";
import type { PaletteEntry, PaletteSource } from "#client/command-palette/palette-entry.ts";
import { memberPaths } from "#client/routing/member-paths.ts";
import { paths } from "#client/routing/paths.ts";
import type { BudgetListRow } from "../contract.ts";
import { budgetsQuery, payeesQuery } from "./budget-queries.ts";
import { categoriesHash } from "./categories/categories-address.ts";
import { newBudgetHash } from "./list/new-budget-address.ts";
import { rulesHash } from "./rules/rules-address.ts";

/** Command palette entries for members: each budget's Estimate screen, a new one, the categories and rules, and payees. */
export const budgetPaletteSource: PaletteSource = {
  id: "budgets",
  what: "budgets and payees",
  load: async ({ api, queryClient }) => {
    const { isMember } = await queryClient.ensureQueryData(authQuery(api));
    if (!isMember) return [];
    const [budgets, { payees }] = await Promise.all([
      queryClient.fetchQuery(budgetsQuery(api)),
      queryClient.fetchQuery(payeesQuery(api, true)),
    ]);
    return [
      ...budgets.map(budgetEntry),
      newBudgetEntry(),
      categoriesEntry(),
      rulesEntry(),
      sortingEntry(),
      ...payeeEntries(payees),
    ];
  },
  // The list that is loaded has the 200 payees that matter most; the server searches all of them.
  find: async (text, { api, queryClient }) => {
    const { isMember } = await queryClient.ensureQueryData(authQuery(api));
    if (!isMember) return [];
    const known = queryClient.getQueryData(payeesQuery(api, true).queryKey);
    if (known !== undefined && known.payeeCount === known.payees.length) return [];
    const { payees } = await api.get("/api/GetPayees", { all: "true", q: text.slice(0, mostCharacters) });
    return payeeEntries(payees);
  },
};

/** Longest search of payees (docs/reference/http-api.md, "Limits"). */
const mostCharacters = 200;

function budgetEntry({ budgetId, budgetName, dateRange }: BudgetListRow): PaletteEntry {
  return {
    id: `budget ${budgetId}`,
    label: budgetName,
    kind: "Budget",
    href: memberPaths.budgetEstimate(budgetId),
    icon: "wallet",
    keywords: `${dateRange} spending`,
  };
}

function newBudgetEntry(): PaletteEntry {
  return {
    id: "new budget",
    label: "New budget",
    kind: "Action",
    href: `${paths.spending()}${newBudgetHash}`,
    icon: "plus",
    keywords: "create add spending",
  };
}

function categoriesEntry(): PaletteEntry {
  return {
    id: "budget categories",
    label: "Budget categories",
    kind: "Page",
    href: `${paths.spending()}${categoriesHash}`,
    icon: "tag",
    keywords: "manage rename merge delete spending",
  };
}

function rulesEntry(): PaletteEntry {
  return {
    id: "budget rules",
    label: "Rules",
    kind: "Page",
    href: `${paths.spending()}${rulesHash}`,
    icon: "filter",
    keywords: "sort categorize automatically payee always spending",
  };
}

function sortingEntry(): PaletteEntry {
  return {
    id: "sort by payee",
    label: "Sort by payee",
    kind: "Page",
    href: memberPaths.payees(),
    icon: "users",
    keywords: "categorize uncategorized transactions",
  };
}

/** Money in and money out of a payee are one entry. */
function payeeEntries(payees: readonly { payee: string }[]): PaletteEntry[] {
  return [...new Set(payees.map(({ payee }) => payee))].map(payeeEntry);
}

/** Leads to the payee's transactions. */
function payeeEntry(payee: string): PaletteEntry {
  return {
    id: `payee ${payee}`,
    label: payee,
    kind: "Payee",
    href: paths.transactions({ q: payee }),
    icon: "user",
  };
}
