/** A match in a fragment: `indices` are its offsets `[start, end)`, as GitHub returns them. */
export type SearchMatch = { text: string; indices: [start: number, end: number] };

export type SearchFragment = { fragment: string; matches: SearchMatch[] };

/** A file in the search results (docs/reference/product.md, "Code search"), in GitHub's field names. */
export type SearchItem = {
  sha: string;
  name: string;
  path: string;
  html_url: string;
  repository: { name: string; description: string | null };
  /** Empty for a file found only by its language. */
  text_matches: SearchFragment[];
};

export type SearchResults = {
  items: SearchItem[];
  /** Total number of results; `items` contains at most the first hundred. */
  total_count: number;
  /** True if GitHub timed out and there may be more. */
  incomplete_results: boolean;
  /** True if GitHub just refused the linked account, which was deleted, and the site's own token was used. */
  link_lost?: true | undefined;
};
