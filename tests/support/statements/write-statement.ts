import { escapeXml } from "#shared/text/xml.ts";
import { closingOf, digits, printed } from "./written-statement.ts";
import type { WrittenRow, WrittenStatement } from "./written-statement.ts";

/** Writers of statements, for tests that read them back. */

export type OfxStyle = { isXml: boolean; decimal: "." | ","; time: string; lineEnd: string };

export function writeOfx(statement: WrittenStatement, { isXml, decimal, time, lineEnd }: OfxStyle): string {
  const { accountId, isoCurrencyCode } = statement;
  const leaf = (name: string, value: string | null) =>
    value === null ? "" : `<${name}>${escapeXml(value)}${isXml ? `</${name}>` : ""}${lineEnd}`;
  const amount = (value: number) => printed(value, isoCurrencyCode, decimal);
  const day = (date: string) => `${date.replaceAll("-", "")}${time}`;
  const rows = statement.rows.map(
    (row) =>
      `<STMTTRN>${lineEnd}${leaf("TRNTYPE", row.amount < 0 ? "DEBIT" : "CREDIT")}${leaf("DTPOSTED", day(row.date))}` +
      leaf("DTUSER", row.authorizedDate === null ? null : day(row.authorizedDate)) +
      leaf("TRNAMT", amount(row.amount)) +
      leaf("FITID", row.externalId ?? "") +
      leaf("CHECKNUM", row.checkNumber) +
      `${leaf("NAME", row.payee)}${leaf("MEMO", row.memo)}</STMTTRN>${lineEnd}`,
  );
  const header = isXml
    ? `<?xml version="1.0" encoding="UTF-8"?>${lineEnd}<?OFX OFXHEADER="200" VERSION="211"?>${lineEnd}`
    : ["OFXHEADER:100", "DATA:OFXSGML", "VERSION:102", "ENCODING:USASCII", "CHARSET:1252", "", ""].join(
        lineEnd,
      );
  return (
    `${header}<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS>${leaf("CURDEF", isoCurrencyCode)}` +
    `<BANKACCTFROM>${leaf("BANKID", "9")}${leaf("ACCTID", accountId)}${leaf("ACCTTYPE", "CHECKING")}</BANKACCTFROM>` +
    `<BANKTRANLIST>${rows.join("")}</BANKTRANLIST><LEDGERBAL>${leaf("BALAMT", amount(closingOf(statement)))}` +
    `${leaf("DTASOF", day(lastDay(statement)))}</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`
  );
}

export function lastDay({ rows }: WrittenStatement): string {
  return rows.at(-1)?.date ?? "2024-01-01";
}

export type DateStyle = "ymd" | "dmy" | "mdy";

/** Prints a date with a separator. */
export function printedDate(date: string, style: DateStyle, separator: string): string {
  const [year = "", month = "", day = ""] = date.split("-");
  const parts = { ymd: [year, month, day], dmy: [day, month, year], mdy: [month, day, year] };
  return parts[style].join(separator);
}

export type QifStyle = {
  dates: DateStyle;
  isApostrophe: boolean;
  decimal: "." | ",";
  group: string;
  endsLast: boolean;
};

export function writeQif(statement: WrittenStatement, style: QifStyle): string {
  const day = (date: string) => {
    const text = printedDate(date, style.dates, "/");
    return style.isApostrophe && style.dates !== "ymd" ? text.replace(/\/20(\d\d)$/, "'$1") : text;
  };
  const amount = (value: number) => printed(value, statement.isoCurrencyCode, style.decimal, style.group);
  const opening = `D${day(statement.rows[0]?.date ?? "2024-01-01")}\nT${amount(statement.opening)}\nPOpening Balance\nL[Everyday]`;
  const records = statement.rows.map((row) =>
    [
      `D${day(row.date)}`,
      `T${amount(row.amount)}`,
      ...(row.checkNumber === null ? [] : [`N${row.checkNumber}`]),
      `P${row.payee}`,
      ...(row.memo === null ? [] : [`M${row.memo}`]),
    ].join("\n"),
  );
  const account = `!Account\nNEveryday\nTBank\n$${amount(closingOf(statement))}\n/${day(lastDay(statement))}\n^\n`;
  return `${account}!Type:Bank\n${[opening, ...records].join("\n^\n")}${style.endsLast ? "\n^\n" : ""}`;
}

export type CsvStyle = {
  delimiter: "," | ";" | "\t" | "|";
  decimal: "." | ",";
  group: string;
  dates: DateStyle;
  separator: "-" | "/" | ".";
  layout: "signed" | "split" | "directed";
  hasBalance: boolean;
  isDescending: boolean;
  /** Lines above and below the table. */
  isFramed: boolean;
};

export function writeCsv(statement: WrittenStatement, style: CsvStyle): string {
  const header = [
    "Booking date",
    "Value date",
    "Payee",
    "Memo",
    ...{ signed: ["Amount"], split: ["Debit", "Credit"], directed: ["Amount", "Debit/Credit"] }[style.layout],
    "Check number",
    "Currency",
    ...(style.hasBalance ? ["Balance"] : []),
  ];
  let balance = statement.opening;
  const rows = statement.rows.map((row) => {
    balance += row.amount;
    return csvRow(row, balance, statement.isoCurrencyCode, style);
  });
  const lines = [header, ...(style.isDescending ? rows.toReversed() : rows)].map((cells) =>
    cells.map((cell) => csvCell(cell, style.delimiter)).join(style.delimiter),
  );
  const above = ["Statement of account", "", `Kept by${style.delimiter}Ashgrove Savings`];
  return `${[...(style.isFramed ? above : []), ...lines, ...(style.isFramed ? ["", "End of statement"] : [])].join("\r\n")}\r\n`;
}

function csvRow(row: WrittenRow, balance: number, code: string, style: CsvStyle): string[] {
  const amount = (value: number) => printed(value, code, style.decimal, style.group);
  const size = amount(Math.abs(row.amount));
  const isOut = row.amount < 0;
  const day = (date: string) => printedDate(date, style.dates, style.separator);
  const amounts = {
    signed: [amount(row.amount)],
    split: isOut ? [size, ""] : ["", size],
    directed: [size, isOut ? "Debit" : "Credit"],
  };
  return [
    day(row.date),
    day(row.authorizedDate ?? row.date),
    row.payee,
    row.memo ?? "",
    ...amounts[style.layout],
    row.checkNumber ?? "",
    code,
    ...(style.hasBalance ? [amount(balance)] : []),
  ];
}

function csvCell(cell: string, delimiter: string): string {
  return cell.includes(delimiter) || /["\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

export type CamtStyle = { version: "02" | "08"; prefix: string };

export function writeCamt(statement: WrittenStatement, { version, prefix }: CamtStyle): string {
  const { isoCurrencyCode, rows } = statement;
  const amount = (value: number) =>
    `<Amt Ccy="${isoCurrencyCode}">${digits(Math.abs(value), isoCurrencyCode)}</Amt>` +
    `<CdtDbtInd>${value < 0 ? "DBIT" : "CRDT"}</CdtDbtInd>`;
  const balance = (kind: string, value: number, day: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp>${amount(value)}<Dt><Dt>${day}</Dt></Dt></Bal>`;
  const entries = rows.map((row) => {
    const name = `<Nm>${escapeXml(row.payee)}</Nm>`;
    const party = row.amount < 0 ? "Cdtr" : "Dbtr";
    return (
      `<Ntry>${amount(row.amount)}<Sts>${version === "02" ? "BOOK" : "<Cd>BOOK</Cd>"}</Sts><BookgDt><Dt>${row.date}</Dt></BookgDt>` +
      (row.authorizedDate === null ? "" : `<ValDt><Dt>${row.authorizedDate}</Dt></ValDt>`) +
      (row.externalId === null ? "" : `<AcctSvcrRef>${row.externalId}</AcctSvcrRef>`) +
      "<NtryDtls><TxDtls>" +
      (row.checkNumber === null ? "" : `<Refs><ChqNb>${row.checkNumber}</ChqNb></Refs>`) +
      `<RltdPties><${party}>${version === "02" ? name : `<Pty>${name}</Pty>`}</${party}></RltdPties>` +
      (row.memo === null ? "" : `<RmtInf><Ustrd>${escapeXml(row.memo)}</Ustrd></RmtInf>`) +
      "</TxDtls></NtryDtls></Ntry>\n"
    );
  });
  const xml =
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><Stmt>` +
    `<Acct><Id><Othr><Id>${statement.accountId}</Id></Othr></Id><Ccy>${isoCurrencyCode}</Ccy></Acct>` +
    balance("OPBD", statement.opening, rows[0]?.date ?? "2024-01-01") +
    balance("CLBD", closingOf(statement), lastDay(statement)) +
    `${entries.join("")}</Stmt></BkToCstmrStmt></Document>`;
  const prefixed =
    prefix === ""
      ? xml
      : xml.replaceAll(/<(\/?)(?=[A-Z])/g, `<$1${prefix}:`).replace("xmlns=", `xmlns:${prefix}=`);
  return `<?xml version="1.0"?>\n${prefixed}`;
}

export type Mt940Style = { dialect: "German" | "Dutch"; isEnveloped: boolean; lineEnd: string };

export function writeMt940(
  statement: WrittenStatement,
  { dialect, isEnveloped, lineEnd }: Mt940Style,
): string {
  const { isoCurrencyCode, rows } = statement;
  const amount = (value: number) => {
    const text = printed(Math.abs(value), isoCurrencyCode, ",");
    return text.includes(",") ? text : `${text},`;
  };
  const mark = (value: number) => (value < 0 ? "D" : "C");
  const short = (date: string) => date.replaceAll("-", "").slice(2);
  const balance = (value: number, day: string) =>
    `${mark(value)}${short(day)}${isoCurrencyCode}${amount(value)}`;
  const lines = rows.flatMap((row) => [
    `:61:${short(row.authorizedDate ?? row.date)}${short(row.date).slice(2)}${mark(row.amount)}${amount(row.amount)}` +
      `${row.checkNumber === null ? "NTRFNONREF" : `NCHK${row.checkNumber}`}//X`,
    `:86:${dialect === "German" ? germanText(row) : dutchText(row)}`,
  ]);
  const fields = [
    ":20:STMT",
    `:25:${statement.accountId}`,
    ":28C:1/1",
    `:60F:${balance(statement.opening, rows[0]?.date ?? "2024-01-01")}`,
    ...lines,
    `:62F:${balance(closingOf(statement), lastDay(statement))}`,
    "-",
  ].join(lineEnd);
  return isEnveloped ? `{1:F01BANK}{2:I940}{4:${lineEnd}${fields}}${lineEnd}` : `${fields}${lineEnd}`;
}

function germanText({ payee, memo }: WrittenRow): string {
  const pieces = [...`EREF+1SVWZ+${memo ?? ""}`.matchAll(/.{1,27}/gsu)].map(([piece]) => piece);
  const remittance =
    memo === null
      ? ""
      : pieces.map((piece, index) => `?${index < 10 ? 20 + index : 50 + index}${piece}`).join("");
  const [name = "", ...rest] = [...payee.matchAll(/.{1,27}/gsu)].map(([piece]) => piece);
  return `177?00BOOKED${remittance}?32${name}${rest.length > 0 ? `?33${rest.join("")}` : ""}`;
}

function dutchText({ payee, memo }: WrittenRow): string {
  return `/TRTP/SEPA/NAME/${payee}${memo === null ? "" : `/REMI/${memo}`}/EREF/NOTPROVIDED`;
}
