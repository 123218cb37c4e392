import { indexesOf, score } from "./column-guess.ts";
import type { ColumnGuess, Columns } from "./column-guess.ts";
import type { ColumnRole } from "./column-roles.ts";
import { directionOf, isPairOfMarks } from "./direction-words.ts";

const otherRoles: ReadonlySet<ColumnRole | null> = new Set<ColumnRole | null>([
  null,
  "payee",
  "memo",
  "category",
  "typeCode",
  "status",
]);

/**
 * Finds the column of words for money in and out: by its name, or beside amounts without signs by its content
 * (docs/reference/import.md, "Columns").
 */
export function guessDirection(columns: Columns, { roles }: ColumnGuess): void {
  const amount = columns.profiles[roles.indexOf("amount")];
  if (amount === undefined) return;
  const candidates = indexesOf(
    columns.profiles,
    ({ filled, directions }, index) =>
      otherRoles.has(roles[index] ?? null) &&
      directions * 2 > filled &&
      (score(columns, index, "direction") > 0 ||
        (amount.negative === 0 && directions === columns.rows.length && saysDirection(columns, index))),
  );
  const certainty = (index: number) =>
    score(columns, index, "direction") * 2 + score(columns, index, "typeCode");
  const [best] = candidates.toSorted(
    (a, b) => certainty(b) - certainty(a) || Number(isLettered(columns, a)) - Number(isLettered(columns, b)),
  );
  if (best !== undefined) roles[best] = "direction";
}

/** Returns true if a column without a known name has words for both directions, or one named as the type for either. */
function saysDirection(columns: Columns, index: number): boolean {
  const words = columns.rows.map((cells) => cells[index] ?? "");
  if (isLettered(columns, index) && !isPairOfMarks(words)) return false;
  return score(columns, index, "typeCode") === 3 || new Set(words.map(directionOf)).size === 2;
}

/** Returns true for codes of one letter, which can mean something else, such as cleared checks. */
function isLettered({ rows }: Columns, index: number): boolean {
  return rows.every((cells) => (cells[index] ?? "").length <= 1);
}
