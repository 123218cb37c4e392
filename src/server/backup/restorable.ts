/** What was deleted can be restored for a day; then it is dropped (DECISIONS, "Undo of a delete"). */
export const restorableMs = 24 * 60 * 60 * 1000;
