/** Time for which deleted things can be restored (docs/reference/product.md, "Undo"). */
export const restorableMs = 24 * 60 * 60 * 1000;
