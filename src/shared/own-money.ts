import { ownMoney } from "./household.ts";

/** Returns the value of `x-money` for the own money of a person, named by the identity text of their session. */
export function ownMoneyOf(userDetails: string): string {
  return `${ownMoney} ${encodeURIComponent(userDetails)}`;
}
