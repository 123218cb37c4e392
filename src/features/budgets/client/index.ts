import { authQuery } from "#client/auth-state.ts";
import type { PaletteSource } from "#client/command-palette/palette-entry.ts";
import { paths } from "#client/paths.ts";
import { budgetsQuery } from "./budget-queries.ts";

/** Budgets in the command palette, for members: each leads to its Estimate screen. */
export const budgetPaletteSource: PaletteSource = {
  id: "budgets",
  load: async ({ api, queryClient }) => {
    const { isMember } = await queryClient.ensureQueryData(authQuery(api));
    if (!isMember) return [];
    const budgets = await queryClient.fetchQuery(budgetsQuery(api));
    return budgets.map(({ budgetId, budgetName, dateRange }) => ({
      id: `budget ${budgetId}`,
      label: budgetName,
      kind: "Budget",
      href: paths.budgetEstimate(budgetId),
      icon: "wallet",
      keywords: `${dateRange} spending`,
    }));
  },
};
