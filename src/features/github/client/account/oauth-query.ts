import { queryOptions, type QueryClient } from "@tanstack/react-query";
import type { Api } from "#client/data/api.ts";
import { gitHubLinkQuery, notLinked } from "#client/routing/github-link.ts";

type Answer = { code: string; state: string };

/**
 * Completes the link. As a query it runs once per code and state, no matter how often the screen renders.
 * The linked state follows the answer; if the call fails, it is cleared first (docs/reference/http-api.md, "Sign-in").
 */
export function callbackQuery(api: Api, answer: Answer, queryClient: QueryClient) {
  const link = gitHubLinkQuery(api);
  return queryOptions({
    queryKey: ["github-link-callback", answer],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    // A code works once, so a retry would only be refused.
    retry: false,
    retryOnMount: false,
    refetchOnReconnect: false,
    queryFn: async () => {
      try {
        const linked = await api.post("/api/GitHubOAuthCallback", answer);
        await queryClient.invalidateQueries(link);
        return linked;
      } catch (error) {
        queryClient.setQueryData(link.queryKey, notLinked);
        throw error;
      }
    },
  });
}
