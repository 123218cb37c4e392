import { withoutAccents } from "../../values/clean-text.ts";

/** Words for money out and in, as banks print them next to amounts without signs. */
const out = new Set(
  "d a af dr db debet debit s dbit charge out (-) - \u2212 \u2013 soll lastschrift debito uscita dare cargo sortie withdrawal belastung afschrijving".split(
    " ",
  ),
);
const inward = new Set(
  "c bij by cr credit kredit h crdt in (+) + haben gutschrift credito entrata avere abono entree deposit bijschrijving".split(
    " ",
  ),
);

/** Reads a word for the direction of an amount; null if it isn't one. */
export function directionOf(cell: string): "out" | "in" | null {
  const word = withoutAccents(cell.trim().slice(0, 20)).toLowerCase();
  if (out.has(word)) return "out";
  return inward.has(word) ? "in" : null;
}

/** Marks of one letter that are the two directions. */
const marks = new Set(["cd", "hs", "+-"]);

/** Returns true for marks such as D and C, and nothing else; other letters can be codes for anything. */
export function isPairOfMarks(cells: readonly string[]): boolean {
  const found = [...new Set(cells.map((cell) => cell.toLowerCase().replace(/[\u2212\u2013]/, "-")))];
  return marks.has(found.toSorted().join(""));
}
