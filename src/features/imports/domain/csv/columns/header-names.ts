import type { ColumnRole } from "./column-roles.ts";

/** Names that banks give to columns, in English, German, Dutch, French, Spanish, Italian, and Portuguese, without accents and punctuation. */
export const columnNames: readonly [ColumnRole, string][] = [
  [
    "date",
    "date, datum, fecha, data, booking date, booked, booked at, posting date, post date, posted date, date posted, buchung, buchungstag, " +
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
    "debit, debits, debit amount, dr, withdrawn, spending, purchases, withdrawal, withdrawals, withdrawal amount, paid out, money out, out, soll, lastschrift, " +
      "belastung, ausgang, ausgaben, debet, af, uit, debito, debitos, dare, uscite, cargo, cargos, sortie, depense, spent, charges",
  ],
  [
    "credit",
    "credit, credits, credit amount, cr, receipts, lodgements, lodgement, deposit, deposits, deposit amount, paid in, money in, in, haben, gutschrift, eingang, " +
      "einnahmen, bij, credito, creditos, avere, entrate, abono, abonos, entree, recette, received",
  ],
  ["direction", "d c, dc, c d, credit debit indicator, direction, plus minus, s h, kennzeichen, sens"],
  [
    "balance",
    "balance, closing balance, running balance, running bal, bal, balance after, saldo, kontostand, saldo na mutatie, saldo na trn, saldo nach buchung, solde, eindsaldo, saldos, disponible, " +
      "account balance, available balance, saldo disponible, saldo contabile",
  ],
  [
    "payee",
    "payee, transaction, name, merchant, merchant name, beguenstigter, begunstigter, begunstigter zahlungspflichtiger, auftraggeber, " +
      "auftraggeber empfanger, auftraggeber beguenstigter, beguenstigter zahlungspflichtiger, " +
      "auftraggeber begunstigter, empfanger, zahlungsempfanger, zahlungsempfanger in, zahlungspflichtige r, " +
      "name zahlungsbeteiligter, naam, naam tegenpartij, tegenpartij, beneficiaire, beneficiario, ordinante, counterparty, counter party, " +
      "counterparty name, partner, partner name, to from",
  ],
  [
    "memo",
    "memo, note, notes, verwendungszweck, mededelingen, communication, purpose, additional info, causale, observaciones, " +
      "remarks, message, comment, comments, reference, kommentar, omschrijving 1, omschrijving 2, description, descriptions, " +
      "original description, transaction description, details, transaction details, narrative, text, buchungstext, omschrijving, " +
      "naam omschrijving, libelle, libelle operation, concepto, descripcion, descrizione, descricao, descritivo, particulars, " +
      "beschreibung, avisierungstext, action",
  ],
  ["category", "category, kategorie, categorie, categoria"],
  [
    "currency",
    "currency, wahrung, waehrung, devise, devies, moneda, divisa, moeda, munt, muntsoort, ccy, valuta",
  ],
  [
    "checkNumber",
    "check, check number, check no, check or slip, cheque, cheque number, cheque no, check num, numero cheque",
  ],
  [
    "typeCode",
    "type, transaction type, transaction code, code, mutatiesoort, umsatzart, umsatztyp, transaktionstyp, bewegungstyp, vorgang, tipo",
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
    "tegenrekening, tegenrekening iban bban, tegenrekeningnummer, counterparty, counterparty account, counterparty iban, gegenkonto, iban, " +
      "kontonummer, kontonummer iban, iban kontonummer, iban zahlungsbeteiligter, account number, partner iban",
  ],
  ["status", "status, state, transaction status, pending"],
  ["mcc", "mcc, merchant category code"],
];

/** Names that say something only as a whole: "Transaction Fee" is no payee. */
export const wholeNames: ReadonlySet<string> = new Set(
  "transaction pending direction action receipts withdrawn spending purchases".split(" "),
);

/** Names that mean money out or in only beside the other half: on cards, payments come in. */
export const likelySides: Readonly<Record<"debit" | "credit", ReadonlySet<string>>> = {
  debit: new Set(["payment", "payments"]),
  credit: new Set(["payment", "payments", "receipt"]),
};
