import { onlyAccount, readText } from "./read-text.ts";

/** Pieces of CAMT.053 files. */

export const iban = "DE02120300000000202051";

export function balance(kind: string, amount: string, day: string, sign = "CRDT"): string {
  return (
    `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd>` +
    `<Dt><Dt>${day}</Dt></Dt></Bal>\n`
  );
}

export function entry(amount: string, sign: string, inside = "", status = "<Sts>BOOK</Sts>"): string {
  return (
    `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd>${status}` +
    `<BookgDt><Dt>2026-11-03</Dt></BookgDt>${inside}</Ntry>\n`
  );
}

export function details(...transactions: string[]): string {
  return `<NtryDtls>${transactions.map((one) => `<TxDtls>${one}</TxDtls>`).join("")}</NtryDtls>`;
}

export function statement(inside: string, account = `<Id><IBAN>${iban}</IBAN></Id><Ccy>EUR</Ccy>`): string {
  return `<Stmt><Id>1</Id><Acct>${account}</Acct>\n${inside}</Stmt>`;
}

export function camt(statements: string, version = "02"): string {
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}">` +
    `<BkToCstmrStmt><GrpHdr><MsgId>m</MsgId></GrpHdr>${statements}</BkToCstmrStmt></Document>`
  );
}

/** Reads a file of one statement. */
export function readCamtStatement(inside: string, version?: string) {
  return onlyAccount(readText(camt(statement(inside), version)));
}
