import { isAboutSame, isOutflow, type Money } from "#shared/money.ts";
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
    if (!isAboutSame(charge.amount, before.amount)) rises += 1;
  }
  return rises * stepsPerRise <= charges.length - 1;
}
