import { queryOptions, useQuery, type QueryFunctionContext } from "@tanstack/react-query";
import type { Api } from "./data/api.ts";
import { useApi } from "./app-context.tsx";
import { watchLeaving } from "./routing/leaving.ts";

/** Signed-in person (docs/reference/product.md, "Sessions"); members may see Users, Products, Accounts, and Spending. */
export type AuthState = { userDetails: string | null; signedIn: boolean; isMember: boolean };

const anonymous: AuthState = { userDetails: null, signedIn: false, isMember: false };

/**
 * Query for the signed-in person. After a failure, which is logged, the visitor stays anonymous (docs/reference/product.md, "Sessions"),
 * and a person who was signed in stays so.
 */
export function authQuery(api: Api) {
  return queryOptions({
    queryKey: ["auth", "me"],
    staleTime: Number.POSITIVE_INFINITY,
    // Notices a sign-out in another tab.
    refetchOnWindowFocus: ({ state }) => (state.data?.signedIn === true ? "always" : false),
    queryFn: async ({ client, queryKey }: QueryFunctionContext): Promise<AuthState> => {
      const { isLeft, unwatch } = watchLeaving();
      try {
        const { clientPrincipal } = await api.get("/.auth/me");
        if (clientPrincipal === null) return anonymous;
        const { userDetails, userRoles } = clientPrincipal;
        return { userDetails, signedIn: userDetails !== "", isMember: userRoles.includes("member") };
      } catch (error) {
        // oxlint-disable-next-line no-console -- docs/reference/product.md, "Sessions": a failed authentication lookup is logged
        if (!isLeft()) console.error("Failed to look up who is signed in.", error);
        return client.getQueryData<AuthState>(queryKey) ?? anonymous;
      } finally {
        unwatch();
      }
    },
  });
}

/** Returns who is signed in; anonymous at first, as in the rendered page. */
export function useAuthState(): AuthState {
  // As a placeholder it's the very object that the query gives for a visitor, for whom nothing is drawn again.
  const { data } = useQuery({ ...authQuery(useApi()), placeholderData: anonymous });
  return data ?? anonymous;
}
