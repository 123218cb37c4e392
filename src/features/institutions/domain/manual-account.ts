import { isDebt } from "#shared/banks.ts";
import { addMoney, negateMoney, type Money } from "#shared/money.ts";

/**
 * Returns the balance of a manual account after `moved`, the sum of its rows since the opening. What is owed on a card or a loan
 * is positive (docs/reference/money.md, "Money and sign"), so money in makes it less.
 */
export function balanceAfter(type: string, opening: Money, moved: Money): Money {
  return addMoney(opening, isDebt({ type }) ? negateMoney(moved) : moved);
}
