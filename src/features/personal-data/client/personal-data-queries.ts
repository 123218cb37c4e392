import { queryOptions } from "@tanstack/react-query";
import type { Api } from "#client/data/api.ts";

const watchMs = 3_000;
const watchAfterFailureMs = 15_000;

/** What the site holds of the person; asked anew each time, since every other screen changes it. */
export function personalDataQuery(api: Api) {
  return queryOptions({
    queryKey: ["personal-data"],
    queryFn: () => api.get("/api/GetPersonalData"),
    staleTime: 0,
  });
}

/** Where a deletion stands, looked at again and again until it is whole; not while the tab is hidden. */
export function deletionQuery(api: Api, reference: string) {
  return queryOptions({
    queryKey: ["personal-data", "deletion", reference],
    queryFn: () => api.get("/api/GetPersonalDataDeletion", { reference }),
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state: { status, data } }) => {
      if (data?.state === "done") return false;
      return status === "error" ? watchAfterFailureMs : watchMs;
    },
  });
}
