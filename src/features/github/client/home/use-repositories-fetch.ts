import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { usePublicConfig } from "#client/app-context.tsx";
import { reposQuery } from "../github-queries.ts";

/** Fetches the repositories when the app loads (docs/reference/product.md, "Shell"); nothing waits for it. */
export function useRepositoriesFetch(): void {
  const queryClient = useQueryClient();
  const { githubApiUrl, githubOwner } = usePublicConfig();
  useEffect(() => {
    void queryClient.prefetchQuery(reposQuery({ githubApiUrl, githubOwner }).options);
  }, [queryClient, githubApiUrl, githubOwner]);
}
