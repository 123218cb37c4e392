import { mergeAccounts } from "../accounts/account-merge.ts";
import { accountHint, periodOf } from "../accounts/account-parts.ts";
import { proveBalances } from "../accounts/balance-proof.ts";
import { countWords } from "#shared/text/counts.ts";
import { createRowCounter } from "../reading.ts";
import type { ReadOptions, Reading } from "../reading.ts";
import { StatementError } from "../statement.ts";
import type {
  Balance,
  StatementAccount,
  StatementAccountHint,
  StatementPage,
  StatementRow,
} from "../statement.ts";
import { textOrNull } from "../values/clean-text.ts";
import { readEntry } from "./camt-entry.ts";
import type { CamtEntry } from "./camt-entry.ts";
import { camtBalance, isoDay } from "./camt-values.ts";
import { nodeAt, readXml, textAt } from "./xml-nodes.ts";
import type { XmlNode } from "./xml-nodes.ts";

/** Parts of a `Stmt` or `Rpt`. */
type CamtStatement = {
  account: XmlNode | null;
  days: XmlNode | null;
  balances: XmlNode[];
  entries: CamtEntry[];
  /** `StmtPgntn` or `RptPgntn`, or else that of the message. */
  pages: XmlNode | null;
};

/** Depth of `Document/BkToCstmrStmt/Stmt`, whose elements are read one by one. */
const statementDepth = 3;

/** Reads CAMT.053 and CAMT.052 of any version (docs/reference/import.md, "CAMT"). Throws a {@link StatementError}. */
export function readCamt(text: string, options: ReadOptions): Reading {
  const statements: CamtStatement[] = [];
  const countRow = createRowCounter();
  let pages: XmlNode | null = null;
  readXml(text, statementDepth, {
    open: (path) => {
      if (isStatement(path)) statements.push({ account: null, days: null, balances: [], entries: [], pages });
    },
    node: (node, path) => {
      if (node.name === "MsgPgntn") pages = node;
      const statement = statements.at(-1);
      if (statement === undefined || !isStatement(path)) return;
      if (node.name === "Acct") statement.account = node;
      if (node.name === "StmtPgntn" || node.name === "RptPgntn") statement.pages = node;
      if (node.name === "FrToDt") statement.days = node;
      if (node.name === "Bal") statement.balances.push(node);
      if (node.name !== "Ntry") return;
      const entry = readEntry(node, currencyOf(statement, options));
      for (const { line } of [...entry.rows, ...entry.refused]) countRow(line);
      statement.entries.push(entry);
    },
  });
  if (statements.length === 0) throw new StatementError("There’s no statement in this CAMT file.");
  const warnings: string[] = [];
  const read = statements.map((statement) => readStatementParts(statement, options, warnings));
  const merged = mergeAccounts(read);
  return { accounts: merged.accounts, warnings: [...warnings, ...merged.warnings], questions: [] };
}

function isStatement(path: readonly string[]): boolean {
  return path.length === statementDepth && (path[2] === "Stmt" || path[2] === "Rpt");
}

function currencyOf({ account }: CamtStatement, options: ReadOptions): string | null {
  return textAt(account, "Ccy")?.toUpperCase() ?? options.isoCurrencyCode;
}

function readStatementParts(
  statement: CamtStatement,
  options: ReadOptions,
  warnings: string[],
): StatementAccount {
  const currency = currencyOf(statement, options);
  const opening = camtBalance(statement.balances, ["OPBD", "PRCD"], currency);
  const closing = camtBalance(statement.balances, ["CLBD"], currency);
  const left = statement.entries.filter(({ isLeftOut }) => isLeftOut).length;
  if (left > 0) warnings.push(`Left out: ${countWords(left, "announced row")} that the bank hasn’t booked.`);
  const asPrinted = rowsOf(statement.entries, false);
  let rows = asPrinted;
  let proof = proveBalances(opening, closing, rows);
  if (proof.addsUp === false && statement.entries.some(({ isReversal }) => isReversal)) {
    const turned = rowsOf(statement.entries, true);
    const healed = proveBalances(opening, closing, turned);
    if (healed.addsUp === true) {
      rows = turned;
      proof = healed;
      warnings.push(
        "Reversals have the direction of what they take back; the balances prove it, so they were turned.",
      );
    }
  }
  const days = periodOf(rows);
  const page = proof.addsUp === true ? null : pageOf(statement.pages, opening, closing);
  return {
    hint: hintOf(statement, rows),
    period: {
      from: dayOf(statement.days, "FrDtTm", "FrDt") ?? days.from,
      to: dayOf(statement.days, "ToDtTm", "ToDt") ?? days.to,
    },
    opening,
    closing: closing ?? camtBalance(statement.balances, ["ITBD"], currency),
    ...(page === null ? proof : { addsUp: null, offBy: null, page }),
    rows,
    refused: statement.entries.flatMap(({ refused }) => refused),
  };
}

/** Returns which page of its statement this is; null for a whole one. */
function pageOf(
  pages: XmlNode | null,
  opening: Balance | null,
  closing: Balance | null,
): StatementPage | null {
  const number = Number(textAt(pages, "PgNb") ?? 1);
  const isLast = !/^(?:false|0)$/.test(textAt(pages, "LastPgInd") ?? "true");
  return (number === 1 && isLast) || !Number.isInteger(number) ? null : { number, isLast, opening, closing };
}

/** Lists the rows of entries; turned reversals have the other sign. */
function rowsOf(entries: readonly CamtEntry[], areTurned: boolean): StatementRow[] {
  return entries.flatMap(({ rows, isReversal }) =>
    areTurned && isReversal ? rows.map((row) => ({ ...row, amount: 0 - row.amount })) : rows,
  );
}

function hintOf({ account }: CamtStatement, rows: readonly StatementRow[]): StatementAccountHint {
  const servicer = nodeAt(account, "Svcr", "FinInstnId");
  return accountHint({
    bankId: textOrNull(
      textAt(servicer, "BICFI") ?? textAt(servicer, "BIC") ?? textAt(servicer, "ClrSysMmbId", "MmbId"),
    ),
    accountId: textOrNull(textAt(account, "Id", "IBAN") ?? textAt(account, "Id", "Othr", "Id")),
    name: textOrNull(textAt(account, "Nm")),
    type: accountType(textAt(account, "Tp", "Cd")),
    isoCurrencyCode: textAt(account, "Ccy")?.toUpperCase() ?? rows[0]?.isoCurrencyCode ?? null,
  });
}

/** Reads the external code of an account's type (ISO 20022, ExternalCashAccountType1Code). */
function accountType(code: string | null): StatementAccountHint["type"] {
  if (code === "CACC" || code === "TRAN" || code === "SLRY") return "checking";
  if (code === "SVGS" || code === "MOMA") return "savings";
  if (code === "CARD" || code === "CASH") return code === "CARD" ? "card" : "cash";
  return code === "LOAN" ? "loan" : null;
}

function dayOf(days: XmlNode | null, ...names: string[]): string | null {
  for (const name of names) {
    const date = isoDay(textAt(days, name));
    if (date !== null) return date;
  }
  return null;
}
