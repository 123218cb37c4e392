import { isLinked } from "#shared/banks.ts";
import { listWords } from "#shared/text/list-words.ts";
import { addMoney, formatMoney, zeroMoney, type Money } from "#shared/money.ts";
import type { AccessItemView, AccountView } from "../../contract.ts";
import { readAmount } from "./account-balance.ts";

/** Totals of checking and savings accounts, one per currency, with remarks about what they leave out. */
export type BalanceTotals = {
  sums: { isoCurrencyCode: string; text: string; accountCount: number }[];
  /** Sentences; empty if the sums are complete and up to date. */
  remarks: string[];
};

type Found = { item: AccessItemView; account: AccountView };

/**
 * Adds up depository accounts by currency; cards, loans, and investments aren't cash. An account linked twice counts
 * once. A remark says how many accounts without a balance are left out.
 */
export function balanceTotals(items: readonly AccessItemView[]): BalanceTotals {
  const linked = items.filter(({ item }) => isLinked(item));
  const all = linked.flatMap((item) =>
    item.accounts.filter(({ type }) => type === "depository").map((account) => ({ item, account })),
  );
  const each = withoutDuplicates(all);
  const sums = new Map<string, { sum: Money; accountCount: number }>();
  let missing = 0;
  for (const { account } of each) {
    const amount =
      account.currentBalance === null ? null : readAmount(account.currentBalance, account.isoCurrencyCode);
    if (amount === null) {
      missing += 1;
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
    remarks: [
      ...noBalanceRemark(missing),
      ...duplicateRemark(all.length - each.length),
      ...staleRemark(each),
    ],
  };
}

/** Keeps the most recent copy of each account: a joint account comes with each owner's login. */
function withoutDuplicates(all: readonly Found[]): Found[] {
  return all.filter((found) => {
    const twins = all.filter((other) => identityOf(other) === identityOf(found));
    // Within one link, look-alikes are separate accounts.
    const otherCopies = twins.filter(({ item }) => item !== found.item);
    return !otherCopies.some((other) => takesPrecedence(other, found));
  });
}

/** True if `a` was updated later than `b`, or at the same time but linked first. */
function takesPrecedence(a: Found, b: Found): boolean {
  if (readAt(a) !== readAt(b)) return readAt(a) > readAt(b);
  return a.item.institutionAccessItemId < b.item.institutionAccessItemId;
}

/** Returns a key that is the same for one account in two links (docs/reference/money.md, "Linking"). */
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

function noBalanceRemark(count: number): string[] {
  if (count === 0) return [];
  return [
    count === 1
      ? "1 account without a balance isn’t included."
      : `${count} accounts without a balance aren’t included.`,
  ];
}

function duplicateRemark(count: number): string[] {
  if (count === 0) return [];
  return [
    count === 1 ? "An account linked twice is counted once." : "Accounts linked twice are counted once.",
  ];
}

/** A bank that is kept by hand has the balance that its rows add up to. */
const current = new Set<string>(["healthy", "expiring", "importing", "manual"]);

function staleRemark(each: readonly Found[]): string[] {
  const old = each.filter(({ item }) => !current.has(item.item.state));
  const names = [...new Set(old.map(({ item }) => item.institution.name))];
  if (names.length === 0) return [];
  return [`Balances from ${listWords(names)} may be out of date.`];
}
