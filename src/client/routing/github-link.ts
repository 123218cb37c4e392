import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Api } from "../data/api.ts";
import { useApi } from "../app-context.tsx";
import { useAuthState } from "../auth-state.ts";

/** State of the GitHub link, with the login if known (docs/reference/http-api.md, "Sign-in"). */
export type GitHubLinkState = { hasGitHubAccessToken: boolean; login: string | null };

export const notLinked: GitHubLinkState = { hasGitHubAccessToken: false, login: null };

/** Query for the person's GitHub link. */
export function gitHubLinkQuery(api: Api) {
  return queryOptions({
    queryKey: ["auth", "github-link"],
    queryFn: async (): Promise<GitHubLinkState> => {
      const { HasGitHubOAuthToken, login } = await api.get("/api/GitHubAuthMe");
      return { hasGitHubAccessToken: HasGitHubOAuthToken, login };
    },
  });
}

type GitHubLink = {
  /** Null until loaded; not requested for anonymous visitors. */
  state: GitHubLinkState | null;
  /** Error if loading failed, and the way to try again. */
  error: Error | null;
  isFetching: boolean;
  refetch: () => unknown;
  /** Removes the link here and at GitHub. */
  unlink: () => void;
  isUnlinking: boolean;
  unlinkError: Error | null;
};

/** Returns the signed-in person's GitHub link, with an action to unlink. */
export function useGitHubLink(): GitHubLink {
  const api = useApi();
  const queryClient = useQueryClient();
  const { signedIn } = useAuthState();
  const query = gitHubLinkQuery(api);
  const { data, error, isFetching, refetch } = useQuery({ ...query, enabled: signedIn });
  const unlinking = useMutation({
    mutationFn: () => api.post("/api/GitHubUnlink"),
    onSuccess: () => queryClient.setQueryData(query.queryKey, notLinked),
  });
  return {
    state: signedIn ? (data ?? null) : notLinked,
    error,
    isFetching,
    refetch,
    unlink: () => unlinking.mutate(),
    isUnlinking: unlinking.isPending,
    unlinkError: unlinking.error,
  };
}
