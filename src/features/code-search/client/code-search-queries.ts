import { infiniteQueryOptions, queryOptions, useQuery } from "@tanstack/react-query";
import { useApi } from "#client/app-context.tsx";
import type { Api } from "#client/data/api.ts";
import { failureWords } from "#client/data/api-failure.ts";
import {
  clearCodeSearchLimit,
  limitOf,
  reportCodeSearchLimit,
} from "#client/code-search/code-search-limit.ts";
import { ApiError } from "#shared/envelope.ts";
import { codeLines } from "#ui/code/code-lines.ts";
import { fileTextOfHtml } from "../domain/files/file-html.ts";
import { joinPages, nextPage } from "../domain/search-pages.ts";
import type { FileRef } from "../domain/search-place.ts";
import type { SearchResults } from "../domain/search-shapes.ts";

/** Time that results and files are reused without another search: the rate limit is low. */
const freshMs = 5 * 60_000;

/**
 * Runs a search; `term` includes all qualifiers. Its pages start at `firstPage`, 1 by default. If it is rate limited, every
 * search field learns of it.
 */
export function searchQuery(api: Api, term: string, firstPage = 1) {
  return infiniteQueryOptions({
    queryKey: ["code-search", term, firstPage],
    staleTime: freshMs,
    // Each attempt counts against the rate limit, so only a person retries.
    retry: false,
    retryOnMount: false,
    initialPageParam: firstPage,
    getNextPageParam: (last: SearchResults, _pages, page) => nextPage(last, page),
    queryFn: async ({ pageParam: page }): Promise<SearchResults> => {
      try {
        const results = await api.get("/api/githubSearch", page === 1 ? { term } : { term, page });
        clearCodeSearchLimit();
        return results;
      } catch (error) {
        const limit = error instanceof ApiError ? limitOf(error) : null;
        if (limit !== null) reportCodeSearchLimit(limit);
        throw error;
      }
    },
    select: ({ pages }) => joinPages(pages),
  });
}

/** State of the site's own index: whether searches are answered from it, and its age. */
export function codeIndexQuery(api: Api) {
  return queryOptions({
    queryKey: ["code-index"],
    retry: false,
    queryFn: () => api.get("/api/GetCodeIndex"),
  });
}

/** Returns true if the index answers searches, which then cost nothing and may run while someone types. */
export function isReady(index: QueryData<typeof codeIndexQuery> | undefined): boolean {
  return index?.isOn === true && index.as_of !== null;
}

/** `isReady` of the index that the browser knows. */
export function useIsInstant(): boolean {
  return isReady(useQuery(codeIndexQuery(useApi())).data);
}

export type FileText = { text: string; lines: string[] };

/** Loads a file's text for the dialog. A failure is logged (docs/reference/product.md, "Failures") and shown by the view. */
export function fileQuery(api: Api, { repo, path }: FileRef) {
  return queryOptions({
    queryKey: ["code-search", "file", repo, path],
    staleTime: freshMs,
    retry: false,
    // Comparing a text line by line would only cost time.
    structuralSharing: false,
    queryFn: async (): Promise<FileText> => {
      try {
        const text = fileTextOfHtml(await api.get("/api/GitHubRepoContents", { repo, path }));
        if (text === null) throw new Error("The server didn’t return a text file.");
        return { text, lines: codeLines(text) };
      } catch (error) {
        // oxlint-disable-next-line no-console -- docs/reference/product.md, "Failures": a file that fails to load is logged
        console.error(`Failed to load ${repo}/${path}.`, error);
        throw error;
      }
    },
  });
}

/** A file of the files page at a commit, or null for the newest known one. */
export function codeFileQuery(api: Api, { repo, path }: FileRef, commit: string | null) {
  return queryOptions({
    queryKey: ["code-search", "file", repo, path, commit ?? "head"],
    staleTime: freshMs,
    retry: false,
    structuralSharing: false,
    queryFn: () => api.get("/api/GetCodeFile", commit === null ? { repo, path } : { repo, path, commit }),
  });
}

/** Type of the data of a query made by a function. */
export type QueryData<Make extends (...args: never[]) => { queryFn?: unknown }> =
  NonNullable<ReturnType<Make>["queryFn"]> extends (...args: never[]) => infer Answer
    ? Awaited<Answer>
    : never;

/** All files of a repository at a commit, or null for the newest known one. */
export function codeTreeQuery(api: Api, repo: string, commit: string | null) {
  return queryOptions({
    queryKey: ["code-search", "tree", repo, commit ?? "head"],
    staleTime: freshMs,
    retry: false,
    structuralSharing: false,
    queryFn: () => api.get("/api/GetCodeTree", commit === null ? { repo } : { repo, commit }),
  });
}

/** Returns the failure as a sentence for a person, without its field or code. */
export function failureText(error: Error): string {
  if (!(error instanceof ApiError) || error.requestId === null) return failureWords(error);
  const messages = Object.values(error.errors ?? {}).flat();
  return messages.length === 0 ? error.message : messages.join(" ");
}

/** Explains why a file isn't shown. After an old link, "Not found" (docs/reference/product.md, "Fixed texts") alone isn't enough. */
export function fileFailureText(error: Error): string {
  const text = failureText(error);
  if (!(error instanceof ApiError) || error.statusCode !== 404) return text;
  return `${text}. The file may have been moved, renamed, or deleted.`;
}
