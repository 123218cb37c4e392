import { queryOptions, type QueryClient } from "@tanstack/react-query";
import type { Api } from "#client/data/api.ts";
import { gitHubLinkQuery, notLinked } from "#client/routing/github-link.ts";

type Answer = { code: string; state: string };

/**
 * The call that ends the linking. As a query it runs once for its code and state, however often the screen is rendered.
 * The linked state follows its answer; when the call fails it is cleared first (docs/reference/http-api.md, "Sign-in").
 */
export function callbackQuery(api: Api, answer: Answer, queryClient: QueryClient) {
  const link = gitHubLinkQuery(api);
  return queryOptions({
    queryKey: ["github-link-callback", answer],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    // A code works once: the same call again could only be refused.
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
