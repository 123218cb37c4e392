/** Outcomes for a row of a file (docs/reference/import-matching.md, "Matching"). */
export const importStates = ["new", "known", "joined", "changed", "maybe", "deleted", "refused"] as const;

export type ImportState = (typeof importStates)[number];

/** Number of rows by state. */
export type ImportCounts = Record<ImportState, number>;

/** Counts rows by state. */
export function countStates(rows: readonly { state: ImportState }[]): ImportCounts {
  const counts = { new: 0, known: 0, joined: 0, changed: 0, maybe: 0, deleted: 0, refused: 0 };
  for (const { state } of rows) counts[state] += 1;
  return counts;
}
