import { queryOptions, type QueryClient } from "@tanstack/react-query";
import type { Api } from "#client/data/api.ts";

// Other screens change them, so they are reloaded on every visit, but not twice within one.
const staleTime = 1000;

/** Query for what can be restored or undone. */
export function deletedQuery(api: Api) {
  return queryOptions({
    queryKey: ["deleted"],
    queryFn: () => api.get("/api/GetRecentlyDeleted"),
    staleTime,
  });
}

/** Reloads every screen that shows restored items, and the command palette. */
export async function invalidateDeleted(queryClient: QueryClient): Promise<void> {
  const keys = ["deleted", "budgets", "income", "institutions", "overview", "products", "palette"];
  await Promise.all(keys.map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
}
