const mostWords = 12;

/** The words of a text as they are searched: lower case, without accents and punctuation. */
export function wordsOf(text: string): string[] {
  const plain = text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/**
 * The words of a search, and whether the last one may still be unfinished: it is while nothing follows it. Beyond
 * twelve words nobody narrows anything.
 */
export function searchedWords(text: string): { words: string[]; isLastUnfinished: boolean } {
  return { words: wordsOf(text).slice(0, mostWords), isLastUnfinished: /[\p{L}\p{N}\p{M}]$/u.test(text) };
}
