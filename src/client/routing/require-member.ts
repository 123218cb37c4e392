import { data } from "react-router";
import { authQuery } from "../auth-state.ts";
import type { Loading } from "../data/loading-context.ts";

/** For the loader of a page of what is a person's own, member or not. @throws a route error 401 (nobody is signed in) */
export async function requireSignIn({ api, queryClient }: Loading): Promise<void> {
  const { signedIn } = await queryClient.ensureQueryData(authQuery(api));
  if (!signedIn) throw data(null, { status: 401 });
}

/**
 * For the loader of a page that only members may use: asks first who is looking, so that others get the route's own
 * page (sign in, or no access) without a refused call. The server enforces the same on every call.
 * @throws a route error 401 (nobody is signed in) or 403 (signed in, but not on the owner's list)
 */
export async function requireMember({ api, queryClient }: Loading): Promise<void> {
  const { signedIn, isMember } = await queryClient.ensureQueryData(authQuery(api));
  if (!isMember) throw data(null, { status: signedIn ? 403 : 401 });
  // Only members' pages show what others change; a chunk that does not come is no reason not to show them.
  void import("../data/live-changes.ts").then(
    ({ followChanges }) => followChanges(queryClient),
    () => undefined,
  );
}
