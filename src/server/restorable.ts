/** What was deleted can be restored for a day; then it is dropped (docs/reference/product.md, "Undo"). */
export const restorableMs = 24 * 60 * 60 * 1000;
