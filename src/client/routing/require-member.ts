import { data, type RouterContextProvider } from "react-router";
import { authQuery, type AuthState } from "../auth-state.ts";
import { shownMembership } from "../household/shown-membership.ts";
import { shownMoneyQuery } from "../household/shown-money.ts";
import { loadingOf, type Loading } from "../data/loading-context.ts";

/** Returns who is signed in. Asks again if nobody was, because they may have signed in in another tab since. */
async function whoIsSignedIn({ api, queryClient }: Loading): Promise<AuthState> {
  const query = authQuery(api);
  const known = queryClient.getQueryData(query.queryKey);
  return known?.signedIn === false
    ? queryClient.fetchQuery({ ...query, staleTime: 0 })
    : queryClient.ensureQueryData(query);
}

/** Returns the services in a page's loader, if someone is signed in. @throws a route error 401 otherwise */
export async function requireSignIn(context: Readonly<RouterContextProvider>): Promise<Loading> {
  const loading = loadingOf(context);
  const { signedIn } = await whoIsSignedIn(loading);
  if (!signedIn) throw data(null, { status: 401 });
  return loading;
}

/**
 * Returns the services in a page's loader to a member; others see the route's error page without a rejected call. The server
 * enforces the same on every call.
 * @throws a route error 401 (nobody is signed in) or 403 (not on the owner's list)
 */
export async function requireMember(context: Readonly<RouterContextProvider>): Promise<Loading> {
  const loading = loadingOf(context);
  const { api, queryClient } = loading;
  const { signedIn, isMember } = await whoIsSignedIn(loading);
  if (!isMember) throw data(null, { status: signedIn ? 403 : 401 });
  if (shownMembership() !== null) await queryClient.ensureQueryData(shownMoneyQuery(api));
  // Only members' pages need live changes; they work without them if the chunk fails to load.
  void import("../data/live-changes.ts").then(
    ({ followChanges }) => followChanges(queryClient, api),
    () => undefined,
  );
  return loading;
}
