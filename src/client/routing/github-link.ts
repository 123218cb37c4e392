import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Api } from "../data/api.ts";
import { useApi } from "../app-context.tsx";
import { useAuthState } from "../auth-state.ts";
import { paths } from "./paths.ts";

/** Whether a GitHub account is linked (docs/reference/http-api.md, "Sign-in"), and whose it is where that is known. */
export type GitHubLinkState = { hasGitHubAccessToken: boolean; login: string | null };

export const notLinked: GitHubLinkState = { hasGitHubAccessToken: false, login: null };

const returnPathKey = "folio:github-link-return";

/** Whether the person has linked a GitHub account. */
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
  /** Null until it is known; nobody is asked for an anonymous visitor. */
  state: GitHubLinkState | null;
  /** Why it could not be learnt. */
  error: Error | null;
  /** Forgets the link here and at GitHub. */
  unlink: () => void;
  isUnlinking: boolean;
  unlinkError: Error | null;
};

/** The linked account of whoever is signed in, for every place that offers to link or to unlink. */
export function useGitHubLink(): GitHubLink {
  const api = useApi();
  const queryClient = useQueryClient();
  const { signedIn } = useAuthState();
  const query = gitHubLinkQuery(api);
  const { data, error } = useQuery({ ...query, enabled: signedIn });
  const unlinking = useMutation({
    mutationFn: () => api.post("/api/GitHubUnlink"),
    onSuccess: () => queryClient.setQueryData(query.queryKey, notLinked),
  });
  return {
    state: signedIn ? (data ?? null) : notLinked,
    error,
    unlink: () => unlinking.mutate(),
    isUnlinking: unlinking.isPending,
    unlinkError: unlinking.error,
  };
}

/**
 * Leaves the site for GitHub's page that asks to authorize; `/oauth` leads back to where the person is now.
 * @throws ApiError where the address cannot be had (docs/reference/http-api.md, "Sign-in")
 */
export async function startGitHubLink(api: Api): Promise<void> {
  const { oAuthUrl } = await api.get("/api/GitHubOAuthUrl");
  // Starting again on the way back: where the person was before is kept.
  if (location.pathname !== paths.oauth()) {
    keepReturnPath(`${location.pathname}${location.search}${location.hash}`);
  }
  location.assign(oAuthUrl);
}

/** Where the person was before going to GitHub; the code search where that is not known (another tab, blocked storage). */
export function gitHubLinkReturnPath(): string {
  try {
    const kept = sessionStorage.getItem(returnPathKey) ?? "";
    // Only addresses of our own: "//host" would be another site's.
    if (/^\/(?![/\\])/.test(kept) && !kept.startsWith(paths.oauth())) return kept;
  } catch {
    // Blocked storage: nothing is remembered.
  }
  return paths.code();
}

function keepReturnPath(path: string): void {
  try {
    sessionStorage.setItem(returnPathKey, path);
  } catch {
    // Full or blocked storage: the person comes back to the code search instead.
  }
}
