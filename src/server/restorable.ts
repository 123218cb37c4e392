const restorableMs = 24 * 60 * 60 * 1000;

/** Returns the time since which deleted things can be restored (docs/reference/product.md, "Undo"). */
export function restorableSince(now: Date): Date {
  return new Date(now.getTime() - restorableMs);
}
