import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { Api } from "#client/data/api.ts";

/** Query for who shares the person's money, and whose they may see. */
export function householdQuery(api: Api) {
  return queryOptions({ queryKey: ["household", "members"], queryFn: () => api.get("/api/GetHousehold") });
}

/** Query for who changed what in the money that is shown, newest first. */
export function changesQuery(api: Api) {
  return infiniteQueryOptions({
    queryKey: ["household", "changes"],
    queryFn: ({ pageParam }) =>
      api.get("/api/GetHouseholdChanges", pageParam === null ? {} : { before: pageParam }),
    initialPageParam: initialPage,
    getNextPageParam: (last) => (last.length < 100 ? null : (last.at(-1)?.changeId ?? null)),
  });
}

const initialPage: number | null = null;
