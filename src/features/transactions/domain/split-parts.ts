import type { FieldErrors } from "#shared/errors.ts";
import { addMoney, fromUnits, money, negateMoney, sumMoney, zeroMoney, type Money } from "#shared/money.ts";

/** A part's amount in currency units. */
type PartUnits = { amount: number };

/**
 * Returns the amounts of parts in minor units, or what is wrong with them: together they must be the whole (docs/reference/money.md,
 * "Parts").
 */
export function partAmounts(
  parts: readonly PartUnits[],
  whole: { amount: Money; isoCurrencyCode: string },
): { ok: true; amounts: Money[] } | { ok: false; errors: FieldErrors } {
  const errors: FieldErrors = {};
  const amounts = parts.map(({ amount }, index) => {
    const found = fromUnits(amount, whole.isoCurrencyCode);
    if (found.ok) return found.value;
    errors[`parts.${index}.amount`] = [found.message];
    return zeroMoney;
  });
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  if (parts.length > 0 && sumMoney(amounts) !== whole.amount)
    return { ok: false, errors: { parts: ["The parts must add up to the transaction."] } };
  return { ok: true, amounts };
}

/** Returns what is left of an amount after its parts. */
export function restOf(amount: Money, parts: readonly Money[]): Money {
  return addMoney(amount, negateMoney(sumMoney(parts)));
}

/** Returns parts with what they lack of the whole added to the rest, of which there is one at most; none if it comes to nothing. */
export function withRest<Part extends { amount: number; isRest: boolean }>(
  parts: readonly Part[],
  whole: Money,
  rest: (amount: Money) => Part,
): Part[] {
  if (parts.length === 0) return [];
  const kept = parts.filter((part) => !part.isRest);
  const lacking = restOf(
    whole,
    kept.map((part) => money(part.amount)),
  );
  const before = parts.find((part) => part.isRest);
  if (lacking === 0) return kept;
  return [...kept, before === undefined ? rest(lacking) : { ...before, amount: lacking }];
}
