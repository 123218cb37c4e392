import { queryOptions } from "@tanstack/react-query";
import type { Api } from "#client/data/api.ts";
import type { Loading } from "#client/data/loading-context.ts";
import { withinPatience } from "#client/data/patience.ts";
import { ApiError } from "#shared/envelope.ts";
import type { LanguageBytes } from "../../domain/github-shapes.ts";
import { callGitHub } from "../github-calls.ts";
import { panelQuery, readListing, type GitHubPlace } from "../github-queries.ts";
import { pickChanges, pickCommits, pickDetails, pickLanguages } from "./repo-guards.ts";

const readmeFreshMs = 30 * 60_000;

function repoUrl({ githubApiUrl, githubOwner }: GitHubPlace, name: string): string {
  return `${githubApiUrl}/repos/${encodeURIComponent(githubOwner)}/${encodeURIComponent(name)}`;
}

export function repoQuery(place: GitHubPlace, name: string) {
  const url = repoUrl(place, name);
  return panelQuery(url, (isRenewal) => callGitHub(url, { pick: pickDetails, isRenewal }));
}

export function languagesQuery(place: GitHubPlace, name: string) {
  const url = `${repoUrl(place, name)}/languages`;
  return panelQuery<LanguageBytes>(url, (isRenewal) => callGitHub(url, { pick: pickLanguages, isRenewal }));
}

/** The newest commits; further pages load on request. An empty repository has none. */
export function commitsQuery(place: GitHubPlace, name: string) {
  const url = `${repoUrl(place, name)}/commits?per_page=100`;
  return panelQuery(url, (isRenewal) => readListing(url, pickCommits, isRenewal));
}

/** Files that a commit changed. */
export function commitQuery(place: GitHubPlace, name: string, sha: string) {
  const url = `${repoUrl(place, name)}/commits/${encodeURIComponent(sha)}`;
  return panelQuery(url, (isRenewal) => callGitHub(url, { pick: pickChanges, isRenewal }));
}

/** Query key under which the server notes an unknown repository, so that the browser doesn't ask GitHub too. */
export function unknownRepoKey(name: string): string[] {
  return ["github-repo-unknown", name];
}

/**
 * Seeds a repository's panels from the server's copy, on the server only.
 * @returns the page's status: 404 for an unknown repository, 503 if the server has nothing to show (yet)
 */
export async function seedRepoPanels(
  { api, queryClient, config }: Loading,
  name: string,
): Promise<200 | 404 | 503> {
  if (!import.meta.env.SSR) return 200;
  try {
    const answer = await withinPatience(api.get("/api/GitHubRepo", { name }));
    if (answer === null) return 503;
    const { repo, languages, commits, asOf } = answer;
    repoQuery(config, name).seed(queryClient, repo, asOf);
    if (languages !== null) languagesQuery(config, name).seed(queryClient, languages, asOf);
    if (commits !== null) {
      const { items, nextUrl } = commits;
      // The server's next page doesn't apply to the browser, whose address and limits differ.
      const list = { items, nextUrl: null, hasMore: nextUrl !== null, total: null };
      commitsQuery(config, name).seed(queryClient, list, asOf);
    }
    return 200;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // 400 for a name that no repository can have.
    if (error.statusCode !== 404 && error.statusCode !== 400) return 503;
    queryClient.setQueryData(unknownRepoKey(name), true);
    return 404;
  }
}

/** The README as sanitized HTML from our own server. */
export function readmeQuery(api: Api, name: string) {
  return queryOptions({
    queryKey: ["github-readme", name],
    staleTime: readmeFreshMs,
    queryFn: () => api.get("/api/GitHubReadme", { repo: name }),
  });
}
