import { queryOptions } from "@tanstack/react-query";
import type { Api } from "#client/data/api.ts";

const pollMs = 3_000;
const pollAfterFailureMs = 15_000;

/** Query for counts of the person's data; always reloaded, since every other screen changes them. */
export function personalDataQuery(api: Api) {
  return queryOptions({
    queryKey: ["personal-data"],
    queryFn: () => api.get("/api/GetPersonalData"),
    staleTime: 0,
  });
}

/** Query for a deletion's status; polls until it is done, except in a hidden tab. */
export function deletionQuery(api: Api, reference: string) {
  return queryOptions({
    queryKey: ["personal-data", "deletion", reference],
    queryFn: () => api.get("/api/GetPersonalDataDeletion", { reference }),
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state: { status, data } }) => {
      if (data?.state === "done") return false;
      return status === "error" ? pollAfterFailureMs : pollMs;
    },
  });
}
