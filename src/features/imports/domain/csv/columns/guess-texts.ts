import { indexesOf, score } from "./column-guess.ts";
import type { ColumnGuess, Columns } from "./column-guess.ts";
import { plainName } from "./header-words.ts";

/** Chooses the payee (docs/reference/import.md, "Columns"). Other columns of texts are memos, without names too. */
export function guessTexts(columns: Columns, guess: ColumnGuess): void {
  const { roles } = guess;
  const wordy = indexesOf(
    columns.profiles,
    ({ worded, filled }, index) => roles[index] === null && worded > 0 && worded * 2 > filled,
  );
  const payee = payeeOf(columns, guess, wordy);
  for (const index of indexesOf(columns.profiles, (_, at) => roles[at] === "payee" && at !== payee)) {
    const isText = score(columns, index, "payee") === 3 && variety(columns, index) > 1;
    roles[index] = isText ? "memo" : null;
  }
  if (payee !== null) roles[payee] = "payee";
  const unnamed = wordy.filter(
    (index) => roles[index] === null && plainName(columns.names[index] ?? "") === "",
  );
  for (const index of unnamed) roles[index] = "memo";
}

/**
 * Returns the payee's column: the most varied of those named so, or else the first description that isn't the same few words
 * again and again, or else the most varied column of words.
 */
function payeeOf(columns: Columns, { roles }: ColumnGuess, wordy: readonly number[]): number | null {
  const named = (role: "payee" | "memo", points: number) =>
    indexesOf(
      columns.profiles,
      (_, index) => roles[index] === role && score(columns, index, role) === points,
    );
  const exact = mostVaried(columns, named("payee", 3));
  if (exact !== undefined) return exact;
  const memos = [named("memo", 3), named("memo", 1)].map((group) => {
    const most = Math.max(0, ...group.map((index) => variety(columns, index)));
    return group.find((index) => isVaried(variety(columns, index), most)) ?? group[0];
  });
  const descriptions = memos.filter((index) => index !== undefined);
  const likely = mostVaried(columns, named("payee", 1));
  if (likely !== undefined && (variety(columns, likely) > 1 || descriptions.length === 0)) return likely;
  return descriptions[0] ?? mostVaried(columns, wordy) ?? null;
}

function isVaried(distinct: number, most: number): boolean {
  return distinct * 4 >= most && (distinct > 1 || most <= 1);
}

function mostVaried(columns: Columns, candidates: readonly number[]): number | undefined {
  return candidates.toSorted((a, b) => variety(columns, b) - variety(columns, a) || a - b)[0];
}

/** Counts a column's different texts; words for a direction are none. */
function variety({ profiles }: Columns, index: number): number {
  const { distinct = 0, directions = 0, filled = 0 } = profiles[index] ?? {};
  return directions * 2 > filled ? 0 : distinct;
}
