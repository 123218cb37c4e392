import type { BankAccount } from "#shared/bank-rows.ts";
import type { Money } from "#shared/money.ts";
import type { AccountSet, SimpleFinAccount } from "#upstreams/simplefin/index.ts";
import { bankTypeOf, retyped, type BankType } from "../../domain/account-types.ts";

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
export function guessedType(name: string, balance: Money | null): BankType {
  if (checkingWords.test(name)) return bankTypeOf("checking");
  if (loanWords.test(name)) return bankTypeOf("loan");
  if (cardWords.test(name)) return bankTypeOf("card");
  if (investmentWords.test(name)) return bankTypeOf("investment");
  if (certificateWords.test(name)) return bankTypeOf("cd");
  if (savingsWords.test(name)) return bankTypeOf("savings");
  return bankTypeOf(balance !== null && balance < 0 ? "card" : "checking");
}

/**
 * Converts an account. A type that was guessed once stays, so that a paid-off card remains one. One that the person chose is
 * applied when the account is saved (`saveAccounts`).
 */
export function toBankAccount(account: SimpleFinAccount, known: BankType | undefined): BankAccount {
  const { name, mask } = splitName(account.name);
  const found = {
    providerAccountId: account.id,
    persistentAccountId: null,
    name,
    officialName: null,
    mask,
    ...bankTypeOf("checking"),
    currentBalance: account.balance,
    availableBalance: account.available,
    isoCurrencyCode: account.currency,
  };
  return retyped(found, known ?? guessedType(account.name, account.balance));
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
