import { queryOptions } from "@tanstack/react-query";
import { isAboutAccess } from "#client/api-failure.ts";
import type { Api } from "#client/api.ts";

/*
 * The overview asks what other screens ask as well, under the keys of the features that own it: what one has read, the
 * other has, and what an action of theirs makes stale is asked for anew here too.
 */

export function institutionsQuery(api: Api) {
  return queryOptions({
    queryKey: ["institutions", "list"],
    queryFn: () => api.get("/api/GetUserAccessItems"),
    throwOnError: isAboutAccess,
  });
}

export function budgetsQuery(api: Api) {
  return queryOptions({
    queryKey: ["budgets", "list"],
    queryFn: () => api.get("/api/GetBudgets"),
    throwOnError: isAboutAccess,
  });
}

export function incomeRemindersQuery(api: Api) {
  return queryOptions({
    queryKey: ["income", "reminders"],
    queryFn: () => api.get("/api/GetIncomeReminders"),
    throwOnError: isAboutAccess,
  });
}
