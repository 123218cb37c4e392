import type { PayeeView } from "#features/transactions/contract.ts";

/** Key of a payee in one direction. */
export function payeeKeyOf({ payee, direction }: Pick<PayeeView, "payee" | "direction">): string {
  return `${direction} ${payee}`;
}

/**
 * Returns the payees to show: those shown before stay in their places, with what is known of them now, and new ones follow. So
 * nothing moves while a person sorts.
 */
export function inPlace(shown: readonly PayeeView[], now: readonly PayeeView[]): PayeeView[] {
  const known = new Map(now.map((payee) => [payeeKeyOf(payee), payee]));
  const kept = shown.map((payee) => known.get(payeeKeyOf(payee)) ?? { ...payee, unsortedCount: 0 });
  const there = new Set(shown.map(payeeKeyOf));
  return [...kept, ...now.filter((payee) => !there.has(payeeKeyOf(payee)))];
}

/** Returns the key of the first payee after `key` that is still to be sorted, or else of the first one; null for none. */
export function nextToSort(
  payees: readonly PayeeView[],
  key: string,
  isDone: (payee: PayeeView) => boolean,
): string | null {
  const at = payees.findIndex((payee) => payeeKeyOf(payee) === key);
  const next = [...payees.slice(at + 1), ...payees.slice(0, Math.max(at, 0))].find((payee) => !isDone(payee));
  return next === undefined ? null : payeeKeyOf(next);
}
