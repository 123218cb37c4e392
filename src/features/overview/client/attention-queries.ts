import { queryOptions } from "@tanstack/react-query";
import { isAboutAccess } from "#client/api-failure.ts";
import type { Api } from "#client/api.ts";

export function overviewQuery(api: Api) {
  return queryOptions({
    queryKey: ["overview"],
    queryFn: () => api.get("/api/GetFinanceOverview"),
    // It is made of what is changed on other screens: asked anew whenever it is looked at.
    staleTime: 0,
    throwOnError: isAboutAccess,
  });
}

/** Under income's key: what an action there makes stale is asked for anew here too. */
export function incomeRemindersQuery(api: Api) {
  return queryOptions({
    queryKey: ["income", "reminders"],
    queryFn: () => api.get("/api/GetIncomeReminders"),
    throwOnError: isAboutAccess,
  });
}
