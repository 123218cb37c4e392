import { queryOptions, useQuery } from "@tanstack/react-query";
import type { Api } from "./data/api.ts";
import { useApi } from "./app-context.tsx";
import { watchLeaving } from "./routing/leaving.ts";

/** Who is signed in (docs/reference/product.md, "Sessions"); `isMember`: may see Users, Products, Accounts, and Spending. */
export type AuthState = { userDetails: string | null; signedIn: boolean; isMember: boolean };

const anonymous: AuthState = { userDetails: null, signedIn: false, isMember: false };

/** The authentication lookup. A failed one is logged and the visitor stays anonymous (docs/reference/product.md, "Sessions"). */
export function authQuery(api: Api) {
  return queryOptions({
    queryKey: ["auth", "me"],
    staleTime: Number.POSITIVE_INFINITY,
    // Signed out in another tab: this one notices when it is looked at again.
    refetchOnWindowFocus: ({ state }) => (state.data?.signedIn === true ? "always" : false),
    queryFn: async (): Promise<AuthState> => {
      const { isLeft, unwatch } = watchLeaving();
      try {
        const { clientPrincipal } = await api.get("/.auth/me");
        if (clientPrincipal === null) return anonymous;
        const { userDetails, userRoles } = clientPrincipal;
        return { userDetails, signedIn: userDetails !== "", isMember: userRoles.includes("member") };
      } catch (error) {
        // oxlint-disable-next-line no-console -- docs/reference/product.md, "Sessions": a failed authentication lookup is logged
        if (!isLeft()) console.error("Failed to look up who is signed in.", error);
        return anonymous;
      } finally {
        unwatch();
      }
    },
  });
}

/** Who is signed in. Pages are rendered for an anonymous visitor, so the answer starts as that. */
export function useAuthState(): AuthState {
  const { data } = useQuery(authQuery(useApi()));
  return data ?? anonymous;
}
