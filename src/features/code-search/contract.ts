import { z } from "zod";
import { defineEndpoint } from "#shared/endpoint.ts";
import type { SearchResults } from "./domain/search-results.ts";

const offset = z.int().nonnegative();
/** Pair of offsets. OpenAPI tools expect `items` on every array, even a tuple. */
const offsets = z
  .tuple([offset, offset])
  .meta({ items: { type: "integer", minimum: 0 }, minItems: 2, maxItems: 2 });

export const searchResultsSchema = z.object({
  items: z.array(
    z.object({
      sha: z.string(),
      name: z.string(),
      path: z.string(),
      html_url: z.string(),
      repository: z.object({ name: z.string(), description: z.string().nullable() }),
      text_matches: z.array(
        z.object({
          fragment: z.string(),
          matches: z.array(z.object({ text: z.string(), indices: offsets })),
        }),
      ),
    }),
  ),
  total_count: z.int().nonnegative(),
  incomplete_results: z.boolean(),
}) satisfies z.ZodType<SearchResults>;

export const codeSearchContract = {
  searchCode: defineEndpoint({
    method: "GET",
    path: "/api/githubSearch",
    summary:
      "Searches the code of the owner's public repositories with GitHub's qualifiers. 429 RATE_LIMIT with Retry-After; 401 SIGN_IN_REQUIRED or 403 LINK_REQUIRED if there is no token to search with.",
    auth: "public",
    input: z.object({
      term: z.string().trim().min(1, "Enter a search term.").max(256, "Use at most 256 characters."),
    }),
    output: searchResultsSchema.extend({
      link_lost: z.literal(true).optional().meta({
        description:
          "True if GitHub no longer accepts the linked account. It was deleted, and the site's own token was used.",
      }),
    }),
    limit: "search",
  }),
  getRepoContents: defineEndpoint({
    method: "GET",
    path: "/api/GitHubRepoContents",
    summary:
      "Returns a file's text as HTML, escaped, inside <pre>. 404 outside the owner's public repositories; 400 with the reason for a file that isn't text or is larger than 1 MB.",
    auth: "public",
    input: z.object({
      repo: z.string().min(1, "Enter a repository name.").max(200, "This name is too long."),
      path: z.string().min(1, "Enter a file path.").max(4096, "This path is too long."),
    }),
    output: z.string(),
  }),
};
