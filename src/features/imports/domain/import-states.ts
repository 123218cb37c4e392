/** Outcomes for a row of a file (docs/reference/import-matching.md, "Matching"). */
export const importStates = ["new", "known", "joined", "changed", "maybe", "deleted", "refused"] as const;
