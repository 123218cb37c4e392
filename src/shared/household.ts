import type { RowKind } from "./row-kinds.ts";

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

/** Things that a call named: ids, by which the journal of a household links to them, and what they became. */
export type ChangedThings = {
  accountId?: number;
  budgetId?: number;
  incomeSourceId?: number;
  institutionAccessItemId?: number;
  /** Number of transactions, if it named several. */
  transactionCount?: number;
  /** The kind that all of them got. */
  kind?: RowKind;
  /** All of them were exempted, or restored. */
  excluded?: boolean;
};

/** Cookie that names the membership through which a browser shows another person's money; scripts can read it. */
export const moneyCookie = "folio-money";

/**
 * Header in which a page says whose money it shows, so that none is changed by mistake: a membership's id, or {@link ownMoney},
 * which `ownMoneyOf` says more exactly.
 */
export const moneyHeader = "x-money";
export const ownMoney = "own";

/** Name of someone in a household whose name is no longer known. */
export const someone = "someone";
