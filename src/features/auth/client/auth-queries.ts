import { queryOptions } from "@tanstack/react-query";
import type { Api } from "#client/data/api.ts";

/** Query for the person's passkeys, sessions, and accounts (`GetDevices`). */
export function devicesQuery(api: Api) {
  return queryOptions({ queryKey: ["auth", "devices"], queryFn: () => api.get("/api/GetDevices") });
}

/** Query for the owner's open invitations (`GetInvitations`). */
export function invitationsQuery(api: Api) {
  return queryOptions({ queryKey: ["auth", "invitations"], queryFn: () => api.get("/api/GetInvitations") });
}

/** Query for people who have signed in (`GetUsers`), for members only. */
export function usersQuery(api: Api) {
  return queryOptions({ queryKey: ["auth", "users"], queryFn: () => api.get("/api/GetUsers") });
}
