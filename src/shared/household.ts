/** Things that a member of a household may do with the owner's money (docs/reference/product.md, "Household"). */
export type HouseholdAccess = "read" | "write";

/** Returns why someone who may only read can't change money. */
export function readOnlyReason(ownerName: string): string {
  return `You can see the money of ${ownerName}, but not change it.`;
}

/** Returns why a member can't do what is the owner's alone. */
export function ownersAloneReason(ownerName: string): string {
  return `Only ${ownerName} can do this.`;
}

/** Ids of the things that a call named, by which the journal of a household links to them. */
export type ChangedThings = {
  budgetId?: number;
  incomeSourceId?: number;
  institutionAccessItemId?: number;
  /** Number of transactions, if it named several. */
  transactionCount?: number;
};

/** Cookie that names the membership through which a browser shows another person's money; scripts can read it. */
export const moneyCookie = "folio-money";

/**
 * Header in which a page says whose money it shows, so that none is changed by mistake: a membership's id, or {@link ownMoney},
 * which {@link ownMoneyOf} says more exactly.
 */
export const moneyHeader = "x-money";
export const ownMoney = "own";

/** Returns the header's value for the own money of a person, named by the identity text of their session. */
export function ownMoneyOf(userDetails: string): string {
  return `${ownMoney} ${encodeURIComponent(userDetails)}`;
}

/** Name of someone in a household whose name is no longer known. */
export const someone = "someone";
