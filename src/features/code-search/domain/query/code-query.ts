/** Part of a query that a file's text must contain, or must not with `isExclusion`. */
export type QueryAtom = {
  kind: "word" | "phrase" | "expression" | "symbol";
  /** The word, the phrase without its quotes, or the expression without its slashes. */
  text: string;
  isExclusion: boolean;
  /** Its place in the query, with its quotes, slashes, or qualifier: offsets `[start, end)` in UTF-16 units. */
  start: number;
  end: number;
};

/** A condition on the file instead of its text. */
export type QueryFilter = {
  name: "repo" | "language" | "path" | "file" | "extension" | "size";
  value: string;
  isExclusion: boolean;
  start: number;
  end: number;
};

/** A parsed query: a file matches if it fits all filters and all atoms of any of the alternatives (`a b OR c`). */
export type CodeQuery = {
  alternatives: QueryAtom[][];
  filters: QueryFilter[];
  /** Qualifiers that only GitHub's search knows, as typed. */
  forGitHub: string[];
  isCaseSensitive: boolean;
};

/** A mistake in a query, where it is: offsets `[start, end)` in UTF-16 units. The message says the place in words too. */
export type QueryMistake = { message: string; start: number; end: number };

export type ParsedQuery = { query: CodeQuery } | { mistake: QueryMistake };
