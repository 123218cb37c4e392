import { isDebt } from "#shared/banks.ts";
import { negateMoney, type Money } from "#shared/money.ts";
import type { AccountSet, SimpleFinAccount } from "#upstreams/simplefin/index.ts";
import type { BankAccount } from "./bank-source.ts";

type AccountType = Pick<BankAccount, "type" | "subtype">;

const loanWords = /\b(?:loan|mortgage|heloc|line of credit|financing)\b/i;
const cardWords = /\b(?:card|visa|mastercard|amex|american express|discover|credit(?! union))\b/i;
const investmentWords = /\b(?:ira|401k|403b|529|hsa|brokerage|invest\w*|retirement|pension)\b/i;
const certificateWords = /\b(?:cd|certificate)\b/i;
const savingsWords = /\b(?:savings?|money market|shares?)\b/i;
const checkingWords = /\b(?:checking|chequing|spending|debit)\b/i;

/**
 * Returns the type that an account's name suggests, since the protocol has none (docs/reference/money.md, "SimpleFIN"). A name
 * that says nothing and a balance below zero are a card.
 */
export function guessedType(name: string, balance: Money | null): AccountType {
  const checking = { type: "depository", subtype: "checking" };
  if (checkingWords.test(name)) return checking;
  if (loanWords.test(name)) return { type: "loan", subtype: "loan" };
  if (cardWords.test(name)) return { type: "credit", subtype: "credit card" };
  if (investmentWords.test(name)) return { type: "investment", subtype: null };
  if (certificateWords.test(name)) return { type: "depository", subtype: "cd" };
  if (savingsWords.test(name)) return { type: "depository", subtype: "savings" };
  return balance !== null && balance < 0 ? { type: "credit", subtype: "credit card" } : checking;
}

/**
 * Converts an account. On a card or a loan, the server's balance is below zero for money owed, and ours above. A type that was
 * guessed once stays, so that a paid-off card remains one.
 */
export function toBankAccount(account: SimpleFinAccount, known: AccountType | undefined): BankAccount {
  const { type, subtype } = known ?? guessedType(account.name, account.balance);
  const isOwed = isDebt({ type });
  const { name, mask } = splitName(account.name);
  const owed = account.balance === null ? null : negateMoney(account.balance);
  return {
    providerAccountId: account.id,
    persistentAccountId: null,
    name,
    officialName: null,
    mask,
    type,
    subtype,
    currentBalance: isOwed ? owed : account.balance,
    // Servers write zero where a card's bank doesn't say what is left of its limit.
    availableBalance: isOwed && account.available === 0 ? null : account.available,
    isoCurrencyCode: account.currency,
  };
}

/** Splits "Free Checking (3071)", "Visa ...5520" and "Savings - 3089" into name and last digits. */
function splitName(text: string): { name: string; mask: string | null } {
  const match = /^(.*?\p{L}.*?)[\s\-–(#]+(?:(?:x|\*|•|\.|…)+\s*|ending in\s+)?(\d{4})\)?$/iu.exec(text);
  const [, name = "", mask = ""] = match ?? [];
  return match === null ? { name: text, mask: null } : { name: name.trim(), mask };
}

const longestName = 200;

/** Returns the name of a link: its banks, of which one setup token can have several. */
export function nameOfBanks({ connections, accounts }: Pick<AccountSet, "connections" | "accounts">): string {
  const used = new Set(accounts.map(({ connectionId }) => connectionId));
  const ofAccounts = connections.filter(({ id }) => used.has(id));
  const shown = ofAccounts.length === 0 ? connections : ofAccounts;
  const names = [...new Set(shown.map(({ name }) => name))];
  const [first, second, ...rest] = names;
  if (first === undefined) return "SimpleFIN";
  if (second === undefined) return first.slice(0, longestName);
  const words = rest.length === 0 ? `${first} and ${second}` : `${first}, ${second}, and ${rest.length} more`;
  return words.slice(0, longestName);
}
