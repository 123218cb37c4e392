import { compareDates } from "#shared/time/compare-dates.ts";
import { queryOptions, type QueryClient } from "@tanstack/react-query";
import type { Loading } from "#client/data/loading-context.ts";
import type { PublicConfig } from "#shared/site-config.ts";
import type { Repository } from "../domain/github-shapes.ts";
import { callGitHub, type Reading } from "./github-calls.ts";
import { pickRepositories, pickUser } from "./github-guards.ts";

/** GitHub's API address and the owner whose data the public calls read. */
export type GitHubPlace = Pick<PublicConfig, "githubApiUrl" | "githubOwner">;

/** A part of a page: data from GitHub and when it was read. */
export type Panel<Value> = {
  value: Value;
  /** Milliseconds since 1970; null if the server had no data. */
  asOfMs: number | null;
  /** From the server's copy; the browser asks GitHub itself once the page is up (docs/reference/http-api.md, "Public calls"). */
  isSeed: boolean;
};

/** A list that may have more pages. */
export type Listing<Item> = {
  items: Item[];
  hasMore: boolean;
  /** Address of the next page; null also if only the server knows of more. */
  nextUrl: string | null;
  /** Total number of items, if known. */
  total: number | null;
};

/** A panel's query and a function that asks GitHub again. */
export type PanelQuery<Value> = ReturnType<typeof panelQuery<Value>>;

/** Creates a panel's query. `read` asks GitHub, bypassing the cached answer on refresh. */
export function panelQuery<Value>(url: string, read: (isRenewal: boolean) => Promise<Reading<Value>>) {
  async function ask(isRenewal: boolean): Promise<Panel<Value>> {
    const { value, asOfMs } = await read(isRenewal);
    return { value, asOfMs, isSeed: false };
  }
  const options = queryOptions({
    queryKey: ["github", url],
    // One attempt: GitHub counts them, and the visitor can retry.
    retry: false,
    staleTime: ({ state }) => (state.data?.isSeed === false ? Number.POSITIVE_INFINITY : 0),
    // A seed is renewed once the page is up (`usePanel`).
    refetchOnMount: ({ state }) => state.data?.isSeed !== true,
    queryFn: () => ask(false),
  });
  return {
    options,
    renew: (queryClient: QueryClient) =>
      queryClient.fetchQuery({ ...options, staleTime: 0, queryFn: () => ask(true) }),
    seed(queryClient: QueryClient, value: Value, asOf: string | null): void {
      const asOfMs = asOf === null ? null : Date.parse(asOf);
      queryClient.setQueryData(options.queryKey, { value, asOfMs, isSeed: true });
    },
  };
}

function userUrl({ githubApiUrl, githubOwner }: GitHubPlace): string {
  return `${githubApiUrl}/users/${encodeURIComponent(githubOwner)}`;
}

export function userQuery(place: GitHubPlace) {
  const url = userUrl(place);
  return panelQuery(url, (isRenewal) => callGitHub(url, { pick: pickUser, isRenewal }));
}

/** All of the owner's repositories, most recently pushed first. */
export function reposQuery(place: GitHubPlace) {
  const url = `${userUrl(place)}/repos?sort=pushed&direction=desc&per_page=100`;
  return panelQuery(url, async (isRenewal): Promise<Reading<Listing<Repository>>> => {
    const items: Repository[] = [];
    let asOfMs = Number.POSITIVE_INFINITY;
    const asked = new Set<string>();
    for (let next: string | null = url; next !== null && !asked.has(next);) {
      asked.add(next);
      const page: Reading<Repository[]> = await callGitHub(next, { pick: pickRepositories, isRenewal });
      items.push(...page.value);
      asOfMs = Math.min(asOfMs, page.asOfMs);
      next = page.nextUrl;
    }
    items.sort((one, other) => compareDates(other.pushed_at ?? "", one.pushed_at ?? ""));
    return { value: listing(items, null, items.length), asOfMs, nextUrl: null };
  });
}

/** The owner's starred repositories, newest star first; further pages load on request. */
export function starredQuery(place: GitHubPlace) {
  const url = `${userUrl(place)}/starred?per_page=100`;
  return panelQuery(url, (isRenewal) => readListing(url, pickRepositories, isRenewal));
}

/** Reads the first page of a list. */
export async function readListing<Item>(
  url: string,
  pick: (json: unknown) => Item[],
  isRenewal: boolean,
): Promise<Reading<Listing<Item>>> {
  const page = await callGitHub(url, { pick, isRenewal, ifEmpty: [] });
  return { ...page, value: listing(page.value, page.nextUrl, null) };
}

function listing<Item>(items: Item[], nextUrl: string | null, total: number | null): Listing<Item> {
  return {
    items,
    nextUrl,
    hasMore: nextUrl !== null,
    total: total ?? (nextUrl === null ? items.length : null),
  };
}

/** Appends the next page to a list. @throws GitHubCallError */
export async function withNextPage<Item>(
  list: Listing<Item>,
  pick: (json: unknown) => Item[],
): Promise<Listing<Item>> {
  if (list.nextUrl === null) return list;
  const page = await callGitHub(list.nextUrl, { pick });
  return listing([...list.items, ...page.value], page.nextUrl, null);
}

/**
 * Seeds the home page's panels from the server's copy, on the server only: in the browser a page never waits for them.
 * The browser's own calls load what the server doesn't have.
 */
export async function seedHomeGitHub({ api, queryClient, config }: Loading): Promise<void> {
  if (!import.meta.env.SSR) return;
  const profile = await api.get("/api/GitHubProfile").catch(() => null);
  if (profile === null) return;
  const { user, repos, repoCount, starred, starredCount, asOf } = profile;
  if (user !== null) userQuery(config).seed(queryClient, user, asOf);
  if (repos !== null) reposQuery(config).seed(queryClient, seededList(repos, repoCount), asOf);
  if (starred !== null) starredQuery(config).seed(queryClient, seededList(starred, starredCount), asOf);
}

function seededList<Item>(items: Item[], total: number | null): Listing<Item> {
  return { items, nextUrl: null, hasMore: total !== null && total > items.length, total };
}
