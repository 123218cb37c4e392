import { queryOptions } from "@tanstack/react-query";
import type { Api } from "#client/data/api.ts";

/** Query for people who have signed in (`GetUsers`), for members only. */
export function usersQuery(api: Api) {
  return queryOptions({ queryKey: ["auth", "users"], queryFn: () => api.get("/api/GetUsers") });
}
