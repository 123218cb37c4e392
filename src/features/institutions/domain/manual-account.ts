import { addMoney, negateMoney, type Money } from "#shared/money.ts";

/**
 * Returns the balance of a manual account after `moved`, the sum of its rows since the opening. What is owed on a card or a loan
 * is positive (docs/reference/money.md, "Money and sign"), so money in makes it less.
 */
export function balanceAfter(type: string, opening: Money, moved: Money): Money {
  return addMoney(opening, towardsBalance(type, moved));
}

/** Turns money in or out into the change of a balance, or the change of a balance into money in or out. */
function towardsBalance(type: string, amount: Money): Money {
  return type === "credit" || type === "loan" ? negateMoney(amount) : amount;
}
