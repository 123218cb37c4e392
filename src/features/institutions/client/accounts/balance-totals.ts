import { addMoney, formatMoney, zeroMoney, type Money } from "#shared/money.ts";
import type { AccessItemView, AccountView } from "../../contract.ts";
import { readAmount } from "./account-balance.ts";

/** What lies in checking and savings accounts, one sum for each currency, and what keeps it from being the whole truth. */
export type BalanceTotals = {
  sums: { isoCurrencyCode: string; text: string; accountCount: number }[];
  /** Sentences; none where the sums are complete and up to date. */
  remarks: string[];
};

type Found = { item: AccessItemView; account: AccountView };

/**
 * Sums of depository accounts (cards, loans and investments are no cash), never across currencies. An account that two
 * links show counts once; accounts without a balance are left out, and said to be.
 */
export function balanceTotals(items: readonly AccessItemView[]): BalanceTotals {
  const linked = items.filter(({ item }) => item.state !== "unlinked" && item.state !== "removing");
  const all = linked.flatMap((item) =>
    item.accounts.filter(({ type }) => type === "depository").map((account) => ({ item, account })),
  );
  const each = onceEach(all);
  const sums = new Map<string, { sum: Money; accountCount: number }>();
  let untold = 0;
  for (const { account } of each) {
    const amount =
      account.currentBalance === null ? null : readAmount(account.currentBalance, account.isoCurrencyCode);
    if (amount === null) {
      untold += 1;
      continue;
    }
    const before = sums.get(account.isoCurrencyCode) ?? { sum: zeroMoney, accountCount: 0 };
    sums.set(account.isoCurrencyCode, {
      sum: addMoney(before.sum, amount),
      accountCount: before.accountCount + 1,
    });
  }
  return {
    sums: [...sums]
      .map(([isoCurrencyCode, { sum, accountCount }]) => ({
        isoCurrencyCode,
        text: formatMoney(sum, isoCurrencyCode),
        accountCount,
      }))
      .toSorted(
        (a, b) => b.accountCount - a.accountCount || (a.isoCurrencyCode < b.isoCurrencyCode ? -1 : 1),
      ),
    remarks: [...untoldRemark(untold), ...twiceRemark(all.length - each.length), ...oldRemark(each)],
  };
}

/** Joint accounts come with the login of each owner: the copy that was read last counts. */
function onceEach(all: readonly Found[]): Found[] {
  return all.filter((found) => {
    const twins = all.filter((other) => identityOf(other) === identityOf(found));
    // Within one link they are two accounts, however alike.
    const rivals = twins.filter(({ item }) => item !== found.item);
    return !rivals.some((other) => isReadLater(other, found));
  });
}

/** Of two that were read at the same time the one that was linked first counts. */
function isReadLater(a: Found, b: Found): boolean {
  if (readAt(a) !== readAt(b)) return readAt(a) > readAt(b);
  return a.item.institutionAccessItemId < b.item.institutionAccessItemId;
}

/** The same in two links, by what the bank tells of it (docs/reference/money.md, "Linking"). */
function identityOf({ item, account }: Found): string {
  if (account.mask === null) return `only ${account.accountId}`;
  return JSON.stringify([
    item.institution.name,
    account.name,
    account.mask,
    account.type,
    account.isoCurrencyCode,
  ]);
}

function readAt({ item: { item } }: Found): string {
  return item.lastSuccessfulUpdate ?? "";
}

function untoldRemark(count: number): string[] {
  if (count === 0) return [];
  return [
    count === 1
      ? "Without one account that tells no balance."
      : `Without ${count} accounts that tell no balance.`,
  ];
}

function twiceRemark(count: number): string[] {
  if (count === 0) return [];
  return [
    count === 1
      ? "An account that is linked twice counts once."
      : "Accounts that are linked twice count once.",
  ];
}

const current = new Set<string>(["healthy", "expiring", "importing"]);

function oldRemark(each: readonly Found[]): string[] {
  const old = each.filter(({ item }) => !current.has(item.item.state));
  const names = [...new Set(old.map(({ item }) => item.institution.name))];
  if (names.length === 0) return [];
  return [`What ${listWords(names)} told last may be out of date.`];
}

const lists = new Intl.ListFormat("en-US", { type: "conjunction" });

/** `A`, `A and B`, `A, B, and C` */
export function listWords(names: readonly string[]): string {
  return lists.format(names);
}
