const maxWords = 12;

/** Returns the words of a text in search form: lower case, without accents or punctuation. */
export function wordsOf(text: string): string[] {
  const plain = text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/**
 * Returns a search's words, and whether the last may be incomplete, which it is unless something follows it. Words
 * beyond the twelfth are ignored.
 */
export function searchedWords(text: string): { words: string[]; isLastUnfinished: boolean } {
  return { words: wordsOf(text).slice(0, maxWords), isLastUnfinished: /[\p{L}\p{N}\p{M}]$/u.test(text) };
}
