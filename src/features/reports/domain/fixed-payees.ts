import { isOutflow, negateMoney, type Money } from "#shared/money.ts";
import { addMonths } from "#shared/time/plain-dates.ts";

/** A payee's transactions of a month. */
export type MonthCharge = { month: string; count: number; amount: Money };

const fewestMonths = 3;
/** Of so many steps from month to month, one may be larger, such as a price that rises. */
const stepsPerRise = 6;

/**
 * Returns true for spending that is fixed (docs/reference/money.md, "Reports"): one transaction a month, in each month from the first
 * to the last of at least three, of an amount within 5 % of the month before. `charges` are in order.
 */
export function isFixed(charges: readonly MonthCharge[]): boolean {
  if (charges.length < fewestMonths) return false;
  if (charges.some(({ count, amount }) => count !== 1 || !isOutflow(amount))) return false;
  let rises = 0;
  for (const [index, charge] of charges.entries()) {
    const before = charges[index - 1];
    if (before === undefined) continue;
    if (charge.month !== addMonths(before.month, 1)) return false;
    if (!isAbout(charge.amount, before.amount)) rises += 1;
  }
  return rises * stepsPerRise <= charges.length - 1;
}

/** Returns true for money out that differs by at most 5 % from what was paid before. */
function isAbout(amount: Money, before: Money): boolean {
  const [now, then] = [BigInt(negateMoney(amount)), BigInt(negateMoney(before))];
  const difference = now > then ? now - then : then - now;
  return difference * 20n <= then;
}
