/** A match in a fragment: `indices` are its offsets `[start, end)`, as GitHub returns them. */
export type SearchMatch = { text: string; indices: [start: number, end: number] };

export type SearchFragment = { fragment: string; matches: SearchMatch[] };

/** A line with matches: `line` from 1, `indices` as offsets in `text`, with the lines around it. */
export type LineMatch = {
  line: number;
  text: string;
  indices: [start: number, end: number][];
  before: string[];
  after: string[];
};

/** Source of an answer: the site's own index, or GitHub's search. */
export type CodeSource = "index" | "github";

type FacetCount = { value: string; count: number };

/** Numbers of matching files, most first. */
export type SearchFacetCounts = {
  repositories: FacetCount[];
  languages: FacetCount[];
  folders: FacetCount[];
};

/** A file in the search results (docs/reference/product.md, "Code search"), in GitHub's field names. */
export type SearchItem = {
  sha: string;
  name: string;
  path: string;
  html_url: string;
  repository: { name: string; description: string | null };
  /** Empty for a file found only by its language. */
  text_matches: SearchFragment[];
  /** These four only in answers of the index. */
  commit?: string | undefined;
  language?: string | null | undefined;
  matches?: LineMatch[] | undefined;
  match_count?: number | undefined;
};

export type SearchResults = {
  items: SearchItem[];
  /** Total number of results; `items` contains a page of 30 of the index's, or at most the first hundred of GitHub's. */
  total_count: number;
  /** True if GitHub timed out and there may be more. */
  incomplete_results: boolean;
  /** GitHub's if absent. */
  source?: CodeSource | undefined;
  facets?: SearchFacetCounts | undefined;
  /** When the index was last compared with GitHub, in ISO 8601. */
  as_of?: string | null | undefined;
  not_indexed?: { repository: string; reason: string }[] | undefined;
  /** True if GitHub just refused the linked account, which was deleted, and the site's own token was used. */
  link_lost?: true | undefined;
};
