import { queryOptions } from "@tanstack/react-query";
import type { Api } from "./api.ts";

/** The person's linked institutions, in the server's order: one answer for all screens, renewed by linking and unlinking. */
export function institutionsQuery(api: Api) {
  return queryOptions({
    queryKey: ["institutions", "list"],
    queryFn: () => api.get("/api/GetUserAccessItems"),
    // Webhooks change it meanwhile.
    refetchOnWindowFocus: true,
  });
}
