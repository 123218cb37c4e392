/** Where a searched word stands in a fragment: `indices` are offsets `[start, end)` in it, as GitHub gives them. */
export type SearchMatch = { text: string; indices: [start: number, end: number] };

export type SearchFragment = { fragment: string; matches: SearchMatch[] };

/** One file that a search has found (docs/reference/product.md, "Code search"), in GitHub's field names. */
export type SearchItem = {
  sha: string;
  name: string;
  path: string;
  html_url: string;
  repository: { name: string; description: string | null };
  /** Empty for a file that only its language has found. */
  text_matches: SearchFragment[];
};

export type SearchResults = {
  items: SearchItem[];
  /** All that GitHub knows of; `items` are the first hundred at most. */
  total_count: number;
  /** GitHub ran out of time: there may be more. */
  incomplete_results: boolean;
  /** GitHub has just refused the person's linked account, which is forgotten: the site's own was asked. */
  link_lost?: true | undefined;
};
