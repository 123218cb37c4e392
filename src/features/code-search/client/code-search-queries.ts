import { queryOptions } from "@tanstack/react-query";
import type { Api } from "#client/data/api.ts";
import {
  clearCodeSearchLimit,
  limitOf,
  reportCodeSearchLimit,
} from "#client/code-search/code-search-limit.ts";
import { ApiError } from "#shared/envelope.ts";
import { codeLines } from "#ui/code/code-lines.ts";
import { fileTextOfHtml } from "../domain/file-html.ts";
import type { FileRef } from "../domain/search-place.ts";
import type { SearchResults } from "../domain/search-results.ts";

/** What was found or read a few minutes ago is shown again without another search: there are only a few a minute. */
const freshMs = 5 * 60_000;

/** A search; `term` with everything that narrows it down. A limit that it meets is told to every search field. */
export function searchQuery(api: Api, term: string) {
  return queryOptions({
    queryKey: ["code-search", term],
    staleTime: freshMs,
    // Each try counts against the limit: only a person tries again.
    retry: false,
    retryOnMount: false,
    queryFn: async (): Promise<SearchResults> => {
      try {
        const results = await api.get("/api/githubSearch", { term });
        clearCodeSearchLimit();
        return results;
      } catch (error) {
        const limit = error instanceof ApiError ? limitOf(error) : null;
        if (limit !== null) reportCodeSearchLimit(limit);
        throw error;
      }
    },
  });
}

export type FileText = { text: string; lines: string[] };

/** A file's text. A failure is logged (docs/reference/product.md, "Failures") and told by the view. */
export function fileQuery(api: Api, { repo, path }: FileRef) {
  return queryOptions({
    queryKey: ["code-search", "file", repo, path],
    staleTime: freshMs,
    retry: false,
    // A text is the same or another one; comparing its lines would only cost.
    structuralSharing: false,
    queryFn: async (): Promise<FileText> => {
      try {
        const text = fileTextOfHtml(await api.get("/api/GitHubRepoContents", { repo, path }));
        if (text === null) throw new Error("The server's answer was no text file.");
        return { text, lines: codeLines(text) };
      } catch (error) {
        // oxlint-disable-next-line no-console -- docs/reference/product.md, "Failures": a file that cannot be read is logged
        console.error(`Failed to load ${repo}/${path}.`, error);
        throw error;
      }
    },
  });
}

/** What went wrong in a sentence for a person, without the field or code that it belongs to. */
export function failureText(error: Error): string {
  if (!(error instanceof ApiError)) return error.message;
  const messages = Object.values(error.errors ?? {}).flat();
  return messages.length === 0 ? error.message : messages.join(" ");
}

/** Why a file is not shown. "Not found" (docs/reference/product.md, "Fixed texts") alone would leave who followed an old link guessing. */
export function fileFailureText(error: Error): string {
  const text = failureText(error);
  if (!(error instanceof ApiError) || error.statusCode !== 404) return text;
  return `${text}. The file may have been moved, renamed or removed.`;
}

/** The request id as ErrorPanel takes it. */
export function requestIdOf(error: Error): { requestId?: string } {
  return error instanceof ApiError && error.requestId !== null ? { requestId: error.requestId } : {};
}
