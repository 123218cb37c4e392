import { z } from "zod";

const offset = z.int().nonnegative();
/** Pair of offsets. OpenAPI tools expect `items` on every array, even a tuple. */
const offsets = z
  .tuple([offset, offset])
  .meta({ items: { type: "integer", minimum: 0 }, minItems: 2, maxItems: 2 });

const fragmentSchema = z.object({
  fragment: z.string(),
  /** `indices` are a match's offsets `[start, end)` in the fragment, as GitHub returns them. */
  matches: z.array(z.object({ text: z.string(), indices: offsets })),
});

/** A line with matches, with the lines around it. */
const lineMatchSchema = z.object({
  line: z.int().positive().meta({ description: "From 1." }),
  text: z.string().meta({ description: "The line, cut around its first match if it is very long." }),
  indices: z.array(offsets).meta({ description: "Offsets [start, end) of the matches in the text." }),
  before: z.array(z.string()).meta({ description: "Up to two lines before it." }),
  after: z.array(z.string()).meta({ description: "Up to two lines after it." }),
});

const facetSchema = z.array(z.object({ value: z.string(), count: z.int().positive() }));
/** Numbers of matching files, most first. */
const facetsSchema = z.object({
  repositories: facetSchema,
  languages: facetSchema,
  folders: facetSchema.meta({
    description: "First folders of the paths, with their repository’s name in front.",
  }),
});

export const sourceSchema = z.enum(["index", "github"]).meta({
  description: "Where the answer comes from: the site’s own index, or GitHub’s search.",
});

export const asOfSchema = z.iso.datetime().nullable().meta({
  description: "When the index was last compared with GitHub; null for an answer of GitHub’s own.",
});
export const commitSchema = z
  .string()
  .regex(/^[0-9a-f]{40}$/, "This isn’t a commit.")
  .meta({ description: "Full SHA-1 of a commit." });
export const languageSchema = z.string().nullable();

/** A file in the search results (docs/reference/product.md, "Code search"), in GitHub's field names. */
const searchItemSchema = z.object({
  sha: z.string(),
  name: z.string(),
  path: z.string(),
  html_url: z.string(),
  repository: z.object({ name: z.string(), description: z.string().nullable() }),
  /** Empty for a file found only by its language. */
  text_matches: z.array(fragmentSchema),
  commit: commitSchema.optional(),
  language: languageSchema.optional(),
  matches: z.array(lineMatchSchema).optional().meta({
    description: "The file’s first matching lines. Only in answers of the index, as the other added fields.",
  }),
  match_count: z.int().nonnegative().optional().meta({
    description: "Number of matches in the file, of which the lines show the first.",
  }),
});

export const searchResultsSchema = z.object({
  items: z.array(searchItemSchema),
  /** Total number of results; `items` contains a page of 30 of the index's, or at most the first hundred of GitHub's. */
  total_count: z.int().nonnegative(),
  /** True if GitHub timed out and there may be more. */
  incomplete_results: z.boolean(),
  /** GitHub's if absent. */
  source: sourceSchema.optional(),
  facets: facetsSchema.optional(),
  as_of: asOfSchema.optional(),
  not_indexed: z
    .array(z.object({ repository: z.string(), reason: z.string() }))
    .optional()
    .meta({ description: "Repositories that the index doesn’t have, so they weren’t searched." }),
  link_lost: z.literal(true).optional().meta({
    description:
      "True if GitHub no longer accepts the linked account. It was deleted, and the site's own token was used.",
  }),
});

export type SearchFragment = z.infer<typeof fragmentSchema>;
export type LineMatch = z.infer<typeof lineMatchSchema>;
export type SearchFacetCounts = z.infer<typeof facetsSchema>;
export type SearchItem = z.infer<typeof searchItemSchema>;
export type SearchResults = z.infer<typeof searchResultsSchema>;
