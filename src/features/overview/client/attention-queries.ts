import { queryOptions } from "@tanstack/react-query";
import { isAboutAccess } from "#client/data/api-failure.ts";
import type { Api } from "#client/data/api.ts";

export function overviewQuery(api: Api) {
  return queryOptions({
    queryKey: ["overview"],
    queryFn: () => api.get("/api/GetFinanceOverview"),
    // It is made of what is changed on other screens: asked anew whenever it is looked at, but not twice by one look.
    staleTime: 1000,
    throwOnError: isAboutAccess,
  });
}
