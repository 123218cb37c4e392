import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { isAboutAccess } from "#client/data/api-failure.ts";
import { useApi } from "#client/app-context.tsx";
import { readRouteId } from "#client/routing/route-id.ts";
import type { BudgetView } from "../contract.ts";
import { budgetQuery } from "./budget-queries.ts";

/** For the screens inside the shell, which shows them only below an address that holds an id. */
export function useBudgetId(): number {
  return readRouteId(useParams()["budgetId"]) ?? 0;
}

/** The institutions of a budget whose first import is not done. */
export function importingNames({ budgetAccessItems }: Pick<BudgetView, "budgetAccessItems">): string[] {
  return budgetAccessItems
    .filter(({ item }) => item.state === "importing")
    .map(({ institution }) => institution.name);
}

/** While a bank imports, its budgets are looked at again this often. */
const importPollMs = 4000;

/** The budget of the address: the same answer in the shell and in each of its screens. */
export function useBudget(budgetId: number) {
  return useQuery({
    ...budgetQuery(useApi(), budgetId),
    enabled: budgetId > 0,
    refetchInterval: ({ state }) =>
      state.data !== undefined && importingNames(state.data).length > 0 ? importPollMs : false,
    throwOnError: isAboutAccess,
  });
}
