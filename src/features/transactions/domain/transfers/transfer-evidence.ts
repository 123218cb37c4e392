import { isInflow, type Money } from "#shared/money.ts";
import type { RowKind } from "#shared/row-kinds.ts";
import { hasNoBankCategory, type BankCategories } from "../sorting/bank-categories.ts";
import { bankMeaning } from "../sorting/bank-meanings.ts";
import { payeeKey } from "../payees/payee-key.ts";

/** Facts about a row that may make it a side of a transfer, whatever the other side is. */
export type EvidenceFacts = BankCategories & {
  name: string;
  chosenKind: RowKind | null;
  /** The person confirmed a transfer with this payee, in this direction. */
  isPayeeConfirmed: boolean;
};

/** An account of the person's, by the words in which a statement may name it. */
export type NamedAccount = { names: readonly string[]; mask: string | null };

/** A reason to take a row for a side of a transfer (docs/reference/money.md, "Transfers"). */
export type TransferEvidence = "chosen" | "payee" | "account" | "bank" | "words";

/**
 * Returns the best evidence that a row is one side of a transfer with an account, or null. Words in its text count only
 * if the bank's category doesn't say something else.
 */
export function evidenceOf(row: EvidenceFacts, other: NamedAccount): TransferEvidence | null {
  if (row.chosenKind === "transfer") return "chosen";
  if (isConfirmed(row)) return "payee";
  if (namesAccount(row.name, other)) return "account";
  const meaning = bankMeaning(row)?.kind ?? null;
  if (meaning === "transfer" || (meaning === null && isBetweenAccounts(row))) return "bank";
  return meaning === null && (saysTransfer(row.name) || saysPayment(row.name)) ? "words" : null;
}

/**
 * Returns the evidence that suffices without another side, unless the bank's category says something else: the person's,
 * the bank's, or, if the bank has no category, the word "transfer". A bill's "autopay" doesn't. Money in needs the
 * person's, because rents and paybacks arrive as transfers, too.
 */
export function evidenceAlone(row: EvidenceFacts & { amount: Money }): TransferEvidence | null {
  const meaning = bankMeaning(row)?.kind ?? null;
  if (meaning !== null && meaning !== "transfer") return null;
  if (isConfirmed(row)) return "payee";
  if (isInflow(row.amount)) return null;
  if (meaning === "transfer") return "bank";
  return hasNoBankCategory(row) && saysTransfer(row.name) ? "words" : null;
}

/** Payment apps and wires have one payee for many people, so having confirmed one says nothing about the next. */
function isConfirmed(row: EvidenceFacts): boolean {
  return row.isPayeeConfirmed && !(isBetweenAccounts(row) && bankMeaning(row) === null);
}

/** Money that moves between accounts, the person's or somebody else's: transfers, wires, deposits, payment apps. */
export function isBetweenAccounts({ bankCategory, bankCategoryDetailed }: BankCategories): boolean {
  return `${bankCategory ?? ""}${bankCategoryDetailed ?? ""}`.startsWith("TRANSFER_");
}

function saysTransfer(text: string): boolean {
  return /\b(transfer|xfer)\b/i.test(text);
}

/** Payment of a card, as card issuers and banks print it. */
export function saysPayment(text: string): boolean {
  return /\b(autopay|e-?payment|card payment|payment received|thank you)\b/i.test(text);
}

/** Shortest name and mask that aren't found in texts by chance. */
const leastNameLetters = 5;
const leastMaskDigits = 4;

/** Returns true for a text that names an account, or has its number. */
export function namesAccount(text: string, { names, mask }: NamedAccount): boolean {
  const words = ` ${payeeKey(text)} `;
  const isNamed = names.some((name) => {
    const key = payeeKey(name);
    return key.length >= leastNameLetters && words.includes(` ${key} `);
  });
  return isNamed || (mask !== null && hasNumber(text, mask));
}

/** The number stands by itself, or behind a mask: `4417`, `••4417`, `XX4417`. */
function hasNumber(text: string, mask: string): boolean {
  if (mask.length < leastMaskDigits) return false;
  return text.split(/[^\d]+/).includes(mask);
}
