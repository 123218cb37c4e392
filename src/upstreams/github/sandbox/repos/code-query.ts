/** Words that must be adjacent in a file, ignoring case. */
export type SearchTerm = { words: string[]; isNegated: boolean };

export type Qualifier = { name: string; value: string; isNegated: boolean };

export type CodeQuery = {
  /** A file matches if all terms of one alternative match. */
  alternatives: SearchTerm[][];
  qualifiers: Qualifier[];
  /** The terms as typed. */
  typed: string[];
};

export type QueryProblem = { message: string; code: "missing" | "invalid" };

const qualifierNames = new Set([
  "repo",
  "user",
  "org",
  "language",
  "path",
  "filename",
  "extension",
  "in",
  "size",
  "fork",
]);
const maxLength = 256;
const maxOperators = 5;
const token = /(-?)(\w+):("[^"]*"|\S+)|"([^"]*)"|(\S+)/g;

/**
 * Parses a query of GitHub's older code search, which the API still uses (docs/reference/upstreams.md, "GitHub search"): words
 * and phrases, AND, OR and NOT, and qualifiers.
 * @returns the query, or the reason for GitHub's 422
 */
export function parseCodeQuery(text: string): CodeQuery | QueryProblem {
  const query: CodeQuery = { alternatives: [[]], qualifiers: [], typed: [] };
  let operators = 0;
  let isNegated = false;
  for (const [whole, minus = "", name = "", value = "", phrase, word] of text.matchAll(token)) {
    if (["AND", "OR", "NOT"].includes(whole)) {
      operators += 1;
      if (whole === "OR") query.alternatives.push([]);
      isNegated = whole === "NOT";
      continue;
    }
    if (qualifierNames.has(name)) {
      query.qualifiers.push({ name, value: value.replaceAll('"', ""), isNegated: isNegated || minus !== "" });
    } else {
      addTerm(query, phrase ?? word ?? whole, isNegated);
    }
    isNegated = false;
  }
  return problemOf(query, operators) ?? query;
}

function addTerm(query: CodeQuery, text: string, isNegated: boolean): void {
  const words = text.match(/[\p{L}\p{N}_]+/gu) ?? [];
  if (words.length === 0) return;
  query.typed.push(text);
  query.alternatives.at(-1)?.push({ words, isNegated });
}

function problemOf({ typed }: CodeQuery, operators: number): QueryProblem | null {
  if (typed.join(" ").length > maxLength) {
    return { message: `The search is longer than ${maxLength} characters.`, code: "invalid" };
  }
  if (operators > maxOperators) {
    return { message: "More than five AND / OR / NOT operators were used.", code: "invalid" };
  }
  if (typed.length === 0) {
    return { message: "The search must hold at least one term besides qualifiers.", code: "missing" };
  }
  return null;
}
