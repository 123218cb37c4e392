/** Shortest beginning that two payees can share by themselves: banks cut names at 32 letters, or earlier. */
const leastPrefixLetters = 6;

/**
 * Returns true for two payee keys (`payeeKey`) that can be one payee, printed by two sources (docs/reference/import-matching.md,
 * "Matching"): one holds the first two words of the other, or they share half of their words, or one begins like the other.
 */
export function isSimilarPayee(one: string, other: string): boolean {
  if (one === other) return true;
  const [shorter, longer] = one.length < other.length ? [one, other] : [other, one];
  if (shorter.length >= leastPrefixLetters && longer.startsWith(shorter)) return true;
  const [words, others] = [wordsOf(one), wordsOf(other)];
  if (holdsFirstTwo(words, others) || holdsFirstTwo(others, words)) return true;
  const shared = [...words].filter((word) => others.has(word)).length;
  return 2 * shared >= words.size + others.size - shared;
}

function wordsOf(payeeKey: string): ReadonlySet<string> {
  return new Set(payeeKey.split(" "));
}

function holdsFirstTwo(words: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  const [first, second] = others;
  return first !== undefined && second !== undefined && words.has(first) && words.has(second);
}
