import { mergeAccounts } from "../accounts/account-merge.ts";
import { accountHint, periodOf } from "../accounts/account-parts.ts";
import { countWords } from "#shared/text/counts.ts";
import { createRowCounter, quoted } from "../reading.ts";
import type { ReadOptions, Reading } from "../reading.ts";
import { StatementError } from "../statement.ts";
import type { Balance, StatementAccount, StatementAccountHint, StatementAccountType } from "../statement.ts";
import { decimalsOf, readAmount } from "../values/amount-text.ts";
import type { DecimalSign } from "../values/amount-text.ts";
import { cleanText, textOrNull } from "../values/clean-text.ts";
import { areUnsigned, decideOfxDecimal } from "./ofx-amounts.ts";
import { investmentCash } from "./ofx-investments.ts";
import { isoCode, ofxDate, readOfxRow } from "./ofx-rows.ts";
import { childOf, descendantsOf, readOfxTree, valueOf } from "./ofx-tree.ts";
import type { OfxNode } from "./ofx-tree.ts";

/** Reads OFX and QFX, 1.x and 2.x (docs/reference/import.md, "OFX"). Throws a {@link StatementError}. */
export function readOfx(text: string, options: ReadOptions): Reading {
  const root = readOfxTree(text);
  refuseFailures(root);
  const banks = descendantsOf(root, "STMTRS", "CCSTMTRS");
  const cash = investmentCash(root, options.answers["investmentCash"]);
  const others = otherStatements(root, cash?.isWanted === true);
  if (banks.length === 0 && cash === null) throw withoutStatements(others, root.line);
  const isShown = cash !== null && (cash.isWanted || banks.length === 0);
  const statements = isShown ? [...banks, ...cash.statements] : banks;
  const countRow = createRowCounter();
  for (const { line } of descendantsOf(root, "STMTTRN")) countRow(line);
  const first = statements
    .map((statement) => isoCode(valueOf(statement, "CURDEF")))
    .find((code) => code !== null);
  const decimal = decideOfxDecimal(root, first ?? options.isoCurrencyCode, options);
  const unsigned = areUnsigned(descendantsOf(root, "STMTTRN"));
  const { accounts, warnings } = mergeAccounts(
    statements.map((statement) => {
      const isLeft = statement.name === "INVSTMTRS" && cash?.isWanted !== true;
      const nodes = isLeft ? [] : descendantsOf(statement, "STMTTRN");
      return readStatementNode(statement, nodes, { decimal: decimal.decimal, unsigned, options });
    }),
  );
  return {
    accounts,
    warnings: [...warnings, ...warningsOf(root, others, unsigned)],
    questions: [cash?.question ?? null, decimal.question].filter((question) => question !== null),
  };
}

/** Refuses a file in which the bank reports an error instead of a statement. */
function refuseFailures(root: OfxNode): void {
  for (const status of descendantsOf(root, "STATUS")) {
    const code = valueOf(status, "CODE") ?? "0";
    const isHarmless = /^(?:INFO|WARN)$/i.test(valueOf(status, "SEVERITY") ?? "");
    if (/^0*$/.test(code) || isHarmless) continue;
    const message = cleanText(valueOf(status, "MESSAGE") ?? "");
    const said = message === "" ? `error ${code}` : `${quoted(message)} (error ${code})`;
    throw new StatementError(
      `The bank put an error into this file instead of a statement: ${said}.`,
      status.line,
    );
  }
}

const investments = "investment statement";
const otherKinds: [name: string, words: string][] = [
  ["INVSTMTRS", investments],
  ["INVSTMTMSGSRSV1", investments],
  ["SECLISTMSGSRSV1", "list of securities"],
  ["LOANMSGSRSV1", "loan statement"],
];

/** Says which parts of the file aren't read, in words. */
function otherStatements(root: OfxNode, isCashRead: boolean): string[] {
  return otherKinds.flatMap(([name, words]) => {
    if (descendantsOf(root, name).length === 0) return [];
    return isCashRead && words === investments ? [`${words}, except for its cash`] : [words];
  });
}

function withoutStatements(others: readonly string[], line: number): StatementError {
  const [kind] = others;
  if (kind === undefined)
    return new StatementError("There’s no bank or card statement in this OFX file.", line);
  return new StatementError(
    `This OFX file holds ${/^[aeiou]/.test(kind) ? "an" : "a"} ${kind}, which isn’t read.`,
    line,
  );
}

function warningsOf(root: OfxNode, others: readonly string[], unsigned: boolean): string[] {
  const pending = descendantsOf(root, "STMTTRNP").length;
  return [
    ...[...new Set(others)].map((kind) => `Left out: ${kind}.`),
    ...(pending > 0 ? [`Left out: ${countWords(pending, "pending row")}.`] : []),
    ...(unsigned
      ? ["Amounts have no signs in this file; money out was recognized by the type of each row."]
      : []),
  ];
}

function readStatementNode(
  node: OfxNode,
  nodes: readonly OfxNode[],
  { decimal, unsigned, options }: { decimal: DecimalSign; unsigned: boolean; options: ReadOptions },
): StatementAccount {
  const hint = hintOf(node);
  const isoCurrencyCode = hint.isoCurrencyCode ?? options.isoCurrencyCode;
  const list = childOf(node, "BANKTRANLIST", "INVTRANLIST");
  const read = nodes.map((row) => readOfxRow(row, { decimal, isoCurrencyCode, areUnsigned: unsigned }));
  const rows = read.filter((row) => "amount" in row);
  const days = periodOf(rows);
  return {
    hint,
    period: {
      from: ofxDate(valueOf(list, "DTSTART")) ?? days.from,
      to: ofxDate(valueOf(list, "DTEND")) ?? days.to,
    },
    opening: null,
    closing: closingOf(node, decimal, isoCurrencyCode),
    addsUp: null,
    offBy: null,
    rows,
    refused: read.filter((row) => "reason" in row),
  };
}

const accountTypes: Readonly<Record<string, StatementAccountType>> = {
  CHECKING: "checking",
  SAVINGS: "savings",
  MONEYMRKT: "savings",
  CD: "savings",
  CREDITLINE: "loan",
};

function hintOf(node: OfxNode): StatementAccountHint {
  const from = childOf(node, "BANKACCTFROM", "CCACCTFROM", "INVACCTFROM");
  const type = (valueOf(from, "ACCTTYPE") ?? "").toUpperCase();
  return accountHint({
    bankId: textOrNull(valueOf(from, "BANKID") ?? valueOf(from, "BROKERID")),
    accountId: textOrNull(valueOf(from, "ACCTID")),
    type: node.name === "CCSTMTRS" ? "card" : (accountTypes[type] ?? null),
    isoCurrencyCode: isoCode(valueOf(node, "CURDEF")),
  });
}

/** Returns the ledger balance. It's as of its own date, which needn't be the end of the list; a missing one isn't 0. */
function closingOf(node: OfxNode, decimal: DecimalSign, isoCurrencyCode: string | null): Balance | null {
  const ledger = childOf(node, "LEDGERBAL");
  const amount = readAmount(valueOf(ledger, "BALAMT") ?? "", decimal, decimalsOf(isoCurrencyCode));
  return amount.ok ? { amount: amount.amount, date: ofxDate(valueOf(ledger, "DTASOF")) } : null;
}
