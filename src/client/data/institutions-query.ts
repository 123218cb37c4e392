import { queryOptions } from "@tanstack/react-query";
import type { Api } from "./api.ts";

/** Query for the person's linked banks in the server's order, shared by all screens. */
export function institutionsQuery(api: Api) {
  return queryOptions({
    queryKey: ["institutions", "list"],
    queryFn: () => api.get("/api/GetUserAccessItems"),
    // Webhooks may have changed it.
    refetchOnWindowFocus: true,
  });
}
