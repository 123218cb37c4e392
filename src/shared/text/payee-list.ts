/** Longest list of payees that the ledger filters by, in letters. */
export const mostPayeeLetters = 4_000;

/** Reads payees that stand on lines of their own, as the ledger's filters have them. */
export function readPayeeList(text: string): string[] {
  return text.split("\n");
}

/** Writes payees for a filter of the ledger; null if they are too many. */
export function writePayeeList(payees: readonly string[]): string | null {
  const text = payees.join("\n");
  return text.length > mostPayeeLetters ? null : text;
}
