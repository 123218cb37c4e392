import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { endsScreen } from "#client/data/ends-screen.ts";
import { useApi } from "#client/app-context.tsx";
import { readRouteId } from "#client/routing/route-id.ts";
import type { BudgetView } from "../contract.ts";
import { budgetQuery } from "./budget-queries.ts";

/** Returns the budget id in the URL, for screens inside the shell, which renders them only with a valid id. */
export function useBudgetId(): number {
  return readRouteId(useParams()["budgetId"]) ?? 0;
}

/** Returns the names of a budget's banks whose first import is still running. */
export function importingNames({ budgetAccessItems }: Pick<BudgetView, "budgetAccessItems">): string[] {
  return budgetAccessItems
    .filter(({ item }) => item.state === "importing")
    .map(({ institution }) => institution.name);
}

/** Polling interval of a budget while one of its banks imports. */
const importPollMs = 4000;

/** Reads the budget in the URL; the shell and its screens share one query. */
export function useBudget(budgetId: number) {
  return useQuery({
    ...budgetQuery(useApi(), budgetId),
    enabled: budgetId > 0,
    refetchInterval: ({ state }) =>
      state.data !== undefined && importingNames(state.data).length > 0 ? importPollMs : false,
    throwOnError: endsScreen,
  });
}
