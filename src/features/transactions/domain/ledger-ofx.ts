import { spanOf } from "#shared/time/plain-dates.ts";
import { towardsBalance } from "#shared/banks.ts";
import type { TransactionView } from "#shared/finance-shapes.ts";
import { moneyDigits, unitsDigits, type Money } from "#shared/money.ts";
import { escapeXml } from "#shared/text/xml.ts";

/** An account as a statement needs it. */
export type StatementOf = {
  accountId: number;
  institutionName: string;
  /** The bank's, such as `depository` or `credit`. */
  type: string;
  subtype: string | null;
  mask: string | null;
  isoCurrencyCode: string;
  /** As the bank reports it: what is owed on a card or a loan is positive. Null if unknown. */
  balance: Money | null;
};

/** Longest `NAME` of a transaction (OFX 2.2, 11.4.4.1). */
const longestName = 32;
const longestMemo = 255;
const longestBankId = 9;

/**
 * Formats rows of the ledger as an OFX 2.2 file: a statement for each account, and for each further currency of its rows, because a
 * statement has one. Pending rows and those that the bank removed are left out. `at` is the time of the balances.
 */
export function ledgerOfx(
  rows: readonly TransactionView[],
  accounts: readonly StatementOf[],
  at: Date,
): string {
  const posted = rows.filter(({ pending, removedByBank }) => !pending && !removedByBank);
  const byAccount = Map.groupBy(posted, (row) => row.account.accountId);
  const statements = accounts.flatMap((account) => {
    const own = byAccount.get(account.accountId) ?? [];
    return [...Map.groupBy(own, (row) => row.isoCurrencyCode)].map(([currency, of]) => ({
      isCard: account.type === "credit",
      text: statement(account, currency, of, at),
    }));
  });
  const messages = (isCard: boolean, name: string) => {
    const of = statements.filter((one) => one.isCard === isCard);
    return of.length === 0 ? "" : element(name, of.map(({ text }) => text).join(""));
  };
  return `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<?OFX OFXHEADER="200" VERSION="220" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>
${element("OFX", signOn(at) + messages(false, "BANKMSGSRSV1") + messages(true, "CREDITCARDMSGSRSV1"))}
`;
}

function signOn(at: Date): string {
  const response = success + value("DTSERVER", timeOf(at)) + value("LANGUAGE", "ENG");
  return element("SIGNONMSGSRSV1", element("SONRS", response));
}

const success = element("STATUS", value("CODE", "0") + value("SEVERITY", "INFO"));

function statement(
  account: StatementOf,
  currency: string,
  rows: readonly TransactionView[],
  at: Date,
): string {
  const isCard = account.type === "credit";
  const days = spanOf(rows.map(({ date }) => date));
  const list = element(
    "BANKTRANLIST",
    value("DTSTART", dayOf(days?.from ?? "")) +
      value("DTEND", dayOf(days?.to ?? "")) +
      rows.map(transaction).join(""),
  );
  const body = value("CURDEF", currency) + accountFrom(account) + list + balanceOf(account, currency, at);
  const response = value("TRNUID", "0") + success + element(isCard ? "CCSTMTRS" : "STMTRS", body);
  return element(isCard ? "CCSTMTTRNRS" : "STMTTRNRS", response);
}

/** The number of an account isn't known, so Folio's own id stands for it, with the last digits. */
function accountFrom({ accountId, institutionName, type, subtype, mask }: StatementOf): string {
  const id = value("ACCTID", mask === null ? String(accountId) : `${accountId}-${mask}`);
  if (type === "credit") return element("CCACCTFROM", id);
  const bank = value("BANKID", cut(institutionName, longestBankId));
  return element("BANKACCTFROM", bank + id + value("ACCTTYPE", accountType(type, subtype)));
}

function accountType(type: string, subtype: string | null): string {
  if (type === "loan") return "CREDITLINE";
  if (subtype === "money market") return "MONEYMRKT";
  if (subtype === "cd") return "CD";
  return subtype === "savings" ? "SAVINGS" : "CHECKING";
}

function balanceOf(account: StatementOf, currency: string, at: Date): string {
  const { balance, isoCurrencyCode } = account;
  if (balance === null || currency !== isoCurrencyCode) return "";
  return element(
    "LEDGERBAL",
    value("BALAMT", moneyDigits(towardsBalance(account.type, balance), currency)) +
      value("DTASOF", timeOf(at)),
  );
}

function transaction(row: TransactionView): string {
  const { amount, isoCurrencyCode, date, authorized_date: authorizedDate, payee, name } = row;
  const short = cut(payee, longestName);
  const memo = short === payee ? name : payee;
  return element(
    "STMTTRN",
    [
      value("TRNTYPE", typeOf(row)),
      value("DTPOSTED", dayOf(date)),
      ...(authorizedDate === "" || authorizedDate === date ? [] : [value("DTUSER", dayOf(authorizedDate))]),
      value("TRNAMT", unitsDigits(amount, isoCurrencyCode)),
      value("FITID", String(row.transactionId)),
      value("NAME", short),
      ...(memo === short ? [] : [value("MEMO", cut(memo, longestMemo))]),
    ].join(""),
  );
}

function typeOf({ kind, amount }: TransactionView): string {
  if (kind === "transfer") return "XFER";
  if (amount === 0) return "OTHER";
  return amount > 0 ? "CREDIT" : "DEBIT";
}

/** `2026-11-23` → `20261123`: a day without a time, which no time zone moves. */
function dayOf(date: string): string {
  return date.replaceAll("-", "");
}

function timeOf(at: Date): string {
  return `${at.toISOString().slice(0, 19).replaceAll(/[-T:]/g, "")}[0:GMT]`;
}

function cut(text: string, length: number): string {
  return Array.from(text).slice(0, length).join("");
}

function element(name: string, content: string): string {
  return `<${name}>${content}</${name}>\n`;
}

function value(name: string, text: string): string {
  return element(name, escapeXml(text));
}
