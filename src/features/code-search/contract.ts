import { z } from "zod";
import { defineEndpoint } from "#shared/endpoint.ts";
import type { SearchResults } from "./domain/search-results.ts";

const offset = z.int().nonnegative();
/** Programs that read the document want `items` of each array, also of a pair. */
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
      "Searches the code of the owner's public repositories with GitHub's qualifiers. 429 RATE_LIMIT with Retry-After; 401 SIGN_IN_REQUIRED or 403 LINK_REQUIRED where there is no token to search with.",
    auth: "public",
    input: z.object({
      term: z
        .string()
        .trim()
        .min(1, "Enter something to search for.")
        .max(256, "Use at most 256 characters."),
    }),
    output: searchResultsSchema.extend({
      link_lost: z.literal(true).optional().meta({
        description:
          "GitHub no longer accepts the account that the person had linked: it is forgotten, and the site's own was used.",
      }),
    }),
    limit: "search",
  }),
  getRepoContents: defineEndpoint({
    method: "GET",
    path: "/api/GitHubRepoContents",
    summary:
      "A file's text in HTML, escaped, inside <pre>. Only the owner's public repositories, 404 else; 400 with the reason for what is no text, or larger than 1 MB.",
    auth: "public",
    input: z.object({
      repo: z.string().min(1, "Name the repository.").max(200, "No repository is called so."),
      path: z.string().min(1, "Name the file.").max(4096, "No file has so long a path."),
    }),
    output: z.string(),
  }),
};
