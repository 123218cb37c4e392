import { withoutAccents } from "../values/clean-text.ts";
import type { ColumnRole } from "./column-roles.ts";

/**
 * Names that banks give to columns, in English, German, Dutch, French, Spanish, Italian, and Portuguese, without accents and
 * punctuation. A name of several words is more certain than one of them.
 */
const names: readonly [ColumnRole, string][] = [
  [
    "date",
    "date, datum, fecha, data, booking date, booked, posting date, post date, posted date, date posted, buchung, buchungstag, " +
      "buchungsdatum, boekdatum, boekingsdatum, date comptable, date de comptabilisation, date operation, date d operation, " +
      "fecha operacion, fecha contable, data contabile, data operazione, data mov, data movimento, completed date, transaction date, " +
      "transactiedatum, datum transactie",
  ],
  [
    "authorizedDate",
    "valuta, valutadatum, value date, wertstellung, wert, rentedatum, date valeur, date de valeur, fecha valor, data valuta, " +
      "data valor, purchase date, started date, trans date, transaction date, authorization date, belegdatum",
  ],
  [
    "amount",
    "amount, betrag, umsatz, bedrag, montant, importe, importo, valor, monto, montante, value, transaction amount, " +
      "transactiebedrag, bedrag eur, amount eur, amount usd, betrag eur, net amount",
  ],
  [
    "debit",
    "debit, debits, debit amount, withdrawal, withdrawals, withdrawal amount, paid out, money out, out, soll, lastschrift, " +
      "belastung, ausgang, ausgaben, debet, af, uit, debito, debitos, dare, uscite, cargo, cargos, sortie, depense, spent, charges",
  ],
  [
    "credit",
    "credit, credits, credit amount, deposit, deposits, deposit amount, paid in, money in, in, haben, gutschrift, eingang, " +
      "einnahmen, bij, credito, creditos, avere, entrate, abono, abonos, entree, recette, received, payments",
  ],
  [
    "direction",
    "af bij, bij af, debit credit, debet credit, credit debit, d c, dc, c d, cr dr, dr cr, credit debit indicator, soll haben, " +
      "s h, kennzeichen, sens, debito credito",
  ],
  [
    "balance",
    "balance, running balance, running bal, bal, balance after, saldo, kontostand, saldo na mutatie, saldo na trn, saldo nach buchung, solde, " +
      "account balance, available balance, saldo disponible, saldo contabile",
  ],
  [
    "payee",
    "payee, name, merchant, merchant name, beguenstigter, begunstigter, begunstigter zahlungspflichtiger, auftraggeber, " +
      "auftraggeber empfanger, auftraggeber beguenstigter, beguenstigter zahlungspflichtiger, " +
      "auftraggeber begunstigter, empfanger, zahlungsempfanger, zahlungsempfanger in, zahlungspflichtige r, " +
      "name zahlungsbeteiligter, naam, naam tegenpartij, tegenpartij, beneficiaire, beneficiario, ordinante, counterparty, " +
      "counterparty name, partner, partner name, to from",
  ],
  [
    "memo",
    "memo, note, notes, verwendungszweck, mededelingen, communication, purpose, additional info, causale, observaciones, " +
      "remarks, message, comment, comments, reference, kommentar, omschrijving 1, omschrijving 2, description, descriptions, " +
      "original description, transaction description, details, transaction details, narrative, text, buchungstext, omschrijving, " +
      "naam omschrijving, libelle, libelle operation, concepto, descripcion, descrizione, descricao, descritivo, particulars",
  ],
  ["category", "category, kategorie, categorie, categoria"],
  ["currency", "currency, wahrung, waehrung, devise, moneda, divisa, moeda, munt, muntsoort, ccy, valuta"],
  [
    "checkNumber",
    "check, check number, check no, check or slip, cheque, cheque number, cheque no, check num, numero cheque",
  ],
  [
    "typeCode",
    "type, transaction type, transaction code, code, mutatiesoort, umsatzart, umsatztyp, transaktionstyp, vorgang, tipo",
  ],
  [
    "externalId",
    "id, transaction id, transaction reference, fitid, unique id, transaktions id, transactie id, referentienummer",
  ],
  [
    "account",
    "account, account name, account number, account no, rekening, rekeningnummer, iban bban, auftragskonto, iban auftragskonto, " +
      "konto, kontonummer, compte, cuenta, conto, iban",
  ],
  [
    "counterpartyAccount",
    "tegenrekening, tegenrekening iban bban, tegenrekeningnummer, counterparty account, counterparty iban, gegenkonto, iban, " +
      "kontonummer, kontonummer iban, iban kontonummer, iban zahlungsbeteiligter, account number, partner iban",
  ],
  ["status", "status, state, transaction status"],
  ["mcc", "mcc, merchant category code"],
];

const rolesByName = new Map<string, ColumnRole[]>();
for (const [role, list] of names) {
  for (const name of list.split(", ")) rolesByName.set(name, [...(rolesByName.get(name) ?? []), role]);
}

/** Returns a header's cell as the names above are written: lower-case words, without accents, currency, and punctuation. */
export function plainName(cell: string): string {
  return withoutAccents(cell.slice(0, 100))
    .replaceAll("ß", "ss")
    .replaceAll(/\([A-Z]{3}\)/g, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Returns how well a header's cell names a role: 3 exactly, 1 by one of its words, 0 not at all. */
export function nameScore(cell: string, role: ColumnRole): number {
  const name = plainName(cell);
  if (rolesByName.get(name)?.includes(role) === true) return 3;
  return name.split(" ").some((word) => word.length > 3 && rolesByName.get(word)?.includes(role) === true)
    ? 1
    : 0;
}

/** Returns true for cells that name both a date and an amount, as only the header of a list of transactions does. */
export function isKnownHeader(cells: readonly string[]): boolean {
  const has = (...roles: ColumnRole[]) =>
    cells.some((cell) => roles.some((role) => nameScore(cell, role) > 0));
  return has("date", "authorizedDate") && has("amount", "debit", "credit");
}

/** Returns the currency in a header such as `Amount (EUR)` or `Bedrag EUR`. */
export function currencyInName(cell: string): string | null {
  return (
    /\(([A-Z]{3})\)\s*$|\s([A-Z]{3})$/
      .exec(cell.trim())
      ?.slice(1)
      .find((code) => code !== undefined) ?? null
  );
}
