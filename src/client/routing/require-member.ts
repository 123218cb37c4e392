import { data } from "react-router";
import { authQuery } from "../auth-state.ts";
import { shownMembership } from "../household/shown-membership.ts";
import { shownMoneyQuery } from "../household/shown-money.ts";
import type { Loading } from "../data/loading-context.ts";

/** Requires sign-in in a page's loader. @throws a route error 401 if nobody is signed in */
export async function requireSignIn({ api, queryClient }: Loading): Promise<void> {
  const { signedIn } = await queryClient.ensureQueryData(authQuery(api));
  if (!signedIn) throw data(null, { status: 401 });
}

/**
 * Requires membership in a page's loader, so that others see the route's error page without a rejected call. The server
 * enforces the same on every call.
 * @throws a route error 401 (nobody is signed in) or 403 (not on the owner's list)
 */
export async function requireMember({ api, queryClient }: Loading): Promise<void> {
  const { signedIn, isMember } = await queryClient.ensureQueryData(authQuery(api));
  if (!isMember) throw data(null, { status: signedIn ? 403 : 401 });
  if (shownMembership() !== null) await queryClient.ensureQueryData(shownMoneyQuery(api));
  // Only members' pages need live changes; they work without them if the chunk fails to load.
  void import("../data/live-changes.ts").then(
    ({ followChanges }) => followChanges(queryClient, api),
    () => undefined,
  );
}
