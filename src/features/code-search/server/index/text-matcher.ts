import type { TextMatch } from "../../domain/line-matches.ts";

/** Part of a query as its thread searches for it: a literal, or an expression in JavaScript. */
export type ThreadAtom = {
  literal: string | null;
  source: string;
  isCaseSensitive: boolean;
  isExclusion: boolean;
};

export type TextMatcher = {
  isExclusion: boolean;
  /** Bytes that a text has if it can match; null if unknown. */
  bytes: Buffer | null;
  /** Returns the first `most` matches, in order. */
  matches: (text: string, most: number) => TextMatch[];
};

/** Prepares an atom. A literal with case is found without an expression. */
export function createMatcher({ literal, source, isCaseSensitive, isExclusion }: ThreadAtom): TextMatcher {
  if (literal !== null && isCaseSensitive)
    return {
      isExclusion,
      bytes: Buffer.from(literal),
      matches: (text, most) => literalMatches(text, literal, most),
    };
  const pattern = new RegExp(source, isCaseSensitive ? "gm" : "gim");
  return { isExclusion, bytes: null, matches: (text, most) => patternMatches(text, pattern, most) };
}

function literalMatches(text: string, literal: string, most: number): TextMatch[] {
  const found: TextMatch[] = [];
  for (let at = text.indexOf(literal); at >= 0 && found.length < most;) {
    found.push([at, at + literal.length]);
    at = text.indexOf(literal, at + literal.length);
  }
  return found;
}

function patternMatches(text: string, pattern: RegExp, most: number): TextMatch[] {
  const found: TextMatch[] = [];
  pattern.lastIndex = 0;
  while (found.length < most) {
    const match = pattern.exec(text);
    if (match === null) break;
    found.push([match.index, pattern.lastIndex]);
    if (match[0] === "") pattern.lastIndex += 1;
  }
  return found;
}
