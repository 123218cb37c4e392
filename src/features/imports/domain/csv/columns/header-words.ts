import { withoutAccents } from "../../values/clean-text.ts";
import type { ColumnRole } from "./column-roles.ts";
import { columnNames, likelySides, wholeNames } from "./header-names.ts";

const rolesByName = new Map<string, ColumnRole[]>();
for (const [role, list] of columnNames) {
  for (const name of list.split(", ")) rolesByName.set(name, [...(rolesByName.get(name) ?? []), role]);
}

/** Returns a header's cell as the known names are written: lower-case words, without accents, currency, and punctuation. */
export function plainName(cell: string): string {
  return withoutAccents(cell.slice(0, 100))
    .replaceAll("ß", "ss")
    .replaceAll(/\([A-Z]{3}\)/g, "")
    .replace(/^\s*\+\s*\/\s*[-\u2212\u2013]\s*$/, "plus minus")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Roles that a column of fees, of another currency, or of balances before the rows never has. */
const bookedRoles: ReadonlySet<ColumnRole> = new Set<ColumnRole>(["amount", "debit", "credit", "balance"]);

/**
 * Returns how well a header's cell names a role: 3 exactly, 2 for a side of money in or out that the whole table must confirm, 1 by
 * one of its words, 0 not at all.
 */
export function nameScore(cell: string, role: ColumnRole): 0 | 1 | 2 | 3 {
  const name = plainName(cell);
  if (bookedRoles.has(role) && isOtherMoney(cell)) return 0;
  if (namesBothSides(name)) {
    if (role === "amount" || role === "direction") return 3;
    if (role === "debit" || role === "credit") return 0;
  }
  if (isNamed(name, role) || isNamed(name.replace(/ ?\d$/, ""), role)) return 3;
  if ((role === "debit" || role === "credit") && namesSide(name, role)) return 2;
  return nameScoreByWord(name, role);
}

function isNamed(name: string, role: ColumnRole): boolean {
  return rolesByName.get(name)?.includes(role) === true;
}

function nameScoreByWord(name: string, role: ColumnRole): 0 | 1 {
  const isMoney = bookedRoles.has(role) || role === "currency";
  if (isMoney && isForeign.test(name)) return 0;
  // "Account name" is no payee, even of a table with several.
  if (role === "payee" && rolesByName.has(name)) return 0;
  const words = name.split(" ").filter((word) => word.length > 3 && !wholeNames.has(word));
  return words.some((word) => isNamed(word, role)) ? 1 : 0;
}

const isForeign = /\b(?:orig|original|local|foreign|source|target|instructed|other)\b/;
/** Words beside a side: "Amount Out", "Dr Amount", "Bedrag bij". */
const fillers = /\b(?:amount|value|bedrag|betrag|montant|importe|importo|valor|monto)\b/g;

function namesSide(name: string, role: "debit" | "credit"): boolean {
  const side = name.replaceAll(fillers, "").trim();
  return likelySides[role].has(side) || isNamed(side, role);
}

/** Returns true for a name such as "Debit/Credit" or "Af Bij"; "in" alone can be a preposition ("Soll in EUR"). */
function namesBothSides(name: string): boolean {
  const words = name.split(" ");
  const inward = words.filter((word) => isNamed(word, "credit") && (word !== "in" || words.includes("out")));
  return inward.length > 0 && words.some((word) => isNamed(word, "debit"));
}

const fee =
  /\b(?:fees?|tax(?:es)?|tips?|gebuhr(?:en)?|gebuehr(?:en)?|entgelte?|commissions?|provision|vat|mwst|rate|kurs|wechselkurs|cours|koers|cambio)\b/;
const before =
  /\b(?:opening|beginning|before|start|starting|initiale?|previous|prior|anterior|iniziale|inicial|precedente?|forward|alter|vorher)\b/;
const beforeInOneWord = new Set(["anfangssaldo", "beginsaldo", "saldovortrag"]);
const afterRows =
  /\b(?:closing|ending|end|final|finale|carried|nouveau|nuevo|novo|neuer|nuovo|nieuwe?|endsaldo|eindsaldo|schlusssaldo|abschlusssaldo)\b/;
/** Part of each text that names a balance; the others, which are most, are settled by this. */
const namesBalance = /bal|saldo|solde|stand|total|totaal|summe|gesamt|disponible/i;
const totals = new Set(["total", "totals", "totale", "totaal", "summe", "gesamt"]);
const beside =
  /^(?:account|your|of|on|as|at|the|a|al|au|am|per|de|del|della|do|da|du|dia|em|el|il|la|le|new|current|atual|attuale|brought|\d+)$/;
/** Words that say what an amount has or lacks: "Amount (after fees)". */
const qualified = /\b(?:after|before|incl|including|excl|excluding|inkl|net of|with|without)\b.*$/;

/** Returns true for a column of money that no row moves: fees, taxes, exchange rates, and balances before the rows. */
export function isOtherMoney(cell: string): boolean {
  const name = plainName(cell);
  const isBalance = nameScoreByWord(name, "balance") > 0;
  return (
    fee.test(name.replace(qualified, "")) || beforeInOneWord.has(name) || (isBalance && before.test(name))
  );
}

/** Balance that a line states: before the rows, after them, or one that the figures have to prove ("Saldo", "Total"). */
export type StatedBalance = "opening" | "closing" | "any";

/** Says which balance a text names and nothing else ("Saldo anterior", "Kontostand am 30.11.2026"); null for other texts. */
export function balanceOfText(text: string): StatedBalance | null {
  if (!namesBalance.test(text)) return null;
  const words = plainName(text).split(" ");
  const isBalance = (word: string) =>
    isNamed(word, "balance") || beforeInOneWord.has(word) || totals.has(word);
  const isKnown = (word: string) => before.test(word) || afterRows.test(word) || beside.test(word);
  if (!words.some((word) => isBalance(word) || word.endsWith("saldo"))) return null;
  if (!words.every((word) => isBalance(word) || isKnown(word))) return null;
  const name = words.join(" ");
  if (afterRows.test(name)) return "closing";
  return before.test(name) || beforeInOneWord.has(name) ? "opening" : "any";
}

/** Returns the words of an amount's or a currency's name that tell it from others: "source" of "Source amount (after fees)". */
export function qualifierOf(cell: string): string {
  const words = plainName(cell).replace(qualified, "").split(" ");
  return words
    .filter((word) => word !== "" && !isNamed(word, "amount") && !isNamed(word, "currency"))
    .join(" ");
}

/** Returns true for cells that name both a date and an amount, as only the header of a list of transactions does. */
export function isKnownHeader(cells: readonly string[]): boolean {
  const has = (...roles: ColumnRole[]) =>
    cells.some((cell) => roles.some((role) => nameScore(cell, role) > 0));
  return has("date", "authorizedDate") && has("amount", "debit", "credit");
}

const isoCodes = new Set(Intl.supportedValuesOf("currency"));

/** Signs that stand for one currency only; a dollar sign doesn't. */
const signs: ReadonlyMap<string, string> = new Map([
  ["€", "EUR"],
  ["£", "GBP"],
  ["₹", "INR"],
  ["₺", "TRY"],
  ["₽", "RUB"],
  ["₪", "ILS"],
  ["₩", "KRW"],
  ["zł", "PLN"],
  ["Kč", "CZK"],
]);

/**
 * Returns the currency in a header such as `Amount (EUR)`, `Bedrag EUR`, or `Betrag (€)`; the last word of `MONEY OUT` is none, and
 * neither is a sign that several currencies share.
 */
export function currencyInName(cell: string): string | null {
  const [, mark = ""] = /(?:^|[\s([])([A-Z]{3}|\p{Sc}|zł|Kč)[)\]]?\s*$/u.exec(cell) ?? [];
  return signs.get(mark) ?? (isoCodes.has(mark) ? mark : null);
}
