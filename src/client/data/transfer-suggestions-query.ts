import { queryOptions } from "@tanstack/react-query";
import type { Api } from "./api.ts";

/** Suggested transfers among a budget's rows; without a budget, among all recent ones. */
export function transferSuggestionsQuery(api: Api, budgetId: number | null) {
  return queryOptions({
    queryKey: ["budgets", "transfers", budgetId],
    queryFn: () => api.get("/api/GetTransferSuggestions", budgetId === null ? {} : { budgetId }),
  });
}
