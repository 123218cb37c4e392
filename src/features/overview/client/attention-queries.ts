import { queryOptions } from "@tanstack/react-query";
import { endsScreen } from "#client/data/ends-screen.ts";
import type { Api } from "#client/data/api.ts";

/** Query for the finance overview. */
export function overviewQuery(api: Api) {
  return queryOptions({
    queryKey: ["overview"],
    queryFn: () => api.get("/api/GetOverview"),
    // Other screens change it, so it is reloaded on every visit, but not twice within one.
    staleTime: 1000,
    throwOnError: endsScreen,
  });
}
