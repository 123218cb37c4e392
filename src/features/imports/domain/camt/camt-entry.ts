import { addMoney, money, zeroMoney } from "#shared/money.ts";
import { statementRow } from "../accounts/account-parts.ts";
import { notADate, notAnAmount } from "../reading.ts";
import type { RefusedRow, StatementRow } from "../statement.ts";
import { textOrNull } from "../values/clean-text.ts";
import { camtAmount, camtDate, isDebit } from "./camt-values.ts";
import type { CamtAmount } from "./camt-values.ts";
import { nodeAt, nodesAt, textAt } from "./xml-nodes.ts";
import type { XmlNode } from "./xml-nodes.ts";

/** Rows of an `Ntry`. `isReversal` says that the bank marked it as taking an earlier one back. */
export type CamtEntry = {
  rows: StatementRow[];
  refused: RefusedRow[];
  isReversal: boolean;
  isLeftOut: boolean;
};

/** Facts of the entry that all of its rows share. */
type Shared = {
  line: number;
  date: string;
  authorizedDate: string | null;
  pending: boolean;
  currency: string;
};

/** Reads one entry (docs/reference/import.md, "CAMT"): one row, or one for each of its transactions. */
export function readEntry(entry: XmlNode, accountCurrency: string | null): CamtEntry {
  const status = textAt(entry, "Sts", "Cd") ?? textAt(entry, "Sts") ?? "BOOK";
  const isReversal = textAt(entry, "RvslInd") === "true" || textAt(entry, "RvslInd") === "1";
  if (/^(?:INFO|FUTR)$/.test(status)) return { rows: [], refused: [], isReversal, isLeftOut: true };
  const found = entryFacts(entry, accountCurrency, status);
  if ("reason" in found) return { rows: [], refused: [found], isReversal, isLeftOut: false };
  const { amount, shared } = found;
  const details = nodesAt(entry, "NtryDtls").flatMap((group) => nodesAt(group, "TxDtls"));
  const parts = partsOf(entry, details, amount);
  const rows = parts.map((part, index) => rowOf(entry, part, parts.length > 1 ? index + 1 : null, shared));
  return { rows, refused: [], isReversal, isLeftOut: false };
}

function entryFacts(
  entry: XmlNode,
  accountCurrency: string | null,
  status: string,
): { amount: CamtAmount; shared: Shared } | RefusedRow {
  const { line } = entry;
  const amount = camtAmount(nodeAt(entry, "Amt"), accountCurrency);
  if (amount === null) {
    return { line, reason: notAnAmount(textAt(entry, "Amt")) };
  }
  const booked = camtDate(nodeAt(entry, "BookgDt"));
  const valued = camtDate(nodeAt(entry, "ValDt"));
  const date = booked ?? valued;
  if (date === null) {
    const node = nodeAt(entry, "BookgDt") ?? nodeAt(entry, "ValDt");
    return { line, reason: notADate(textAt(node, "Dt") ?? textAt(node, "DtTm")) };
  }
  const currency = amount.isoCurrencyCode;
  return { amount, shared: { line, date, authorizedDate: valued, pending: status === "PDNG", currency } };
}

/** An amount with its sign, and the transaction it's of. */
type Part = { amount: number; details: XmlNode | null };

/**
 * Divides an entry into its transactions if each has an amount in the entry's currency and they sum to it. Otherwise the entry
 * is one row; only a single transaction describes it.
 */
function partsOf(entry: XmlNode, details: readonly XmlNode[], whole: CamtAmount): Part[] {
  const total = isDebit(entry) ? 0 - whole.amount : whole.amount;
  const [first = null] = details;
  if (details.length <= 1) return [{ amount: total, details: first }];
  const parts: Part[] = [];
  let sum = zeroMoney;
  for (const one of details) {
    const amount = ownAmount(one, whole.isoCurrencyCode);
    if (amount === null) return [{ amount: total, details: null }];
    const isOut = isDebit(nodeAt(one, "CdtDbtInd") === null ? entry : one);
    parts.push({ amount: isOut ? 0 - amount : amount, details: one });
    sum = addMoney(sum, money(isOut ? 0 - amount : amount));
  }
  return sum === total ? parts : [{ amount: total, details: null }];
}

/** Returns a transaction's own amount: `Amt` since version 4, `AmtDtls/TxAmt` before. */
function ownAmount(details: XmlNode, currency: string): number | null {
  const own = camtAmount(nodeAt(details, "Amt") ?? nodeAt(details, "AmtDtls", "TxAmt", "Amt"), currency);
  return own !== null && own.isoCurrencyCode === currency ? own.amount : null;
}

function rowOf(entry: XmlNode, part: Part, number: number | null, shared: Shared): StatementRow {
  const { amount, details } = part;
  const counterparty = counterpartyOf(details, amount);
  const memo = remittanceOf(details);
  const extra = textOrNull(textAt(details, "AddtlTxInf")) ?? textOrNull(textAt(entry, "AddtlNtryInf"));
  const texts = [counterparty.shop ?? counterparty.name, memo, extra].filter((text) => text !== null);
  const [payee = "", second = null] = texts;
  const name = counterparty.name ?? counterparty.shop;
  const { account } = counterparty;
  return statementRow({
    line: shared.line,
    date: shared.date,
    authorizedDate: shared.authorizedDate,
    amount,
    isoCurrencyCode: shared.currency,
    pending: shared.pending,
    payee,
    memo: second === payee ? null : second,
    externalId: idOf(entry, details, number),
    checkNumber: textOrNull(textAt(details, "Refs", "ChqNb")),
    typeCode: typeCodeOf(nodeAt(details, "BkTxCd")) ?? typeCodeOf(nodeAt(entry, "BkTxCd")),
    counterparty: name === null && account === null ? null : { name, account },
    original: originalOf(entry, details, amount, shared.currency),
  });
}

/** Returns the other side: the creditor of money out, the debtor of money in. The ultimate one is the shop behind a processor. */
function counterpartyOf(
  details: XmlNode | null,
  amount: number,
): { name: string | null; shop: string | null; account: string | null } {
  const parties = nodeAt(details, "RltdPties");
  const side = amount < 0 ? "Cdtr" : "Dbtr";
  const nameOf = (node: XmlNode | null) => textOrNull(textAt(node, "Pty", "Nm") ?? textAt(node, "Nm"));
  const id = nodeAt(parties, `${side}Acct`, "Id");
  return {
    name: nameOf(nodeAt(parties, side)),
    shop: nameOf(nodeAt(parties, `Ultmt${side}`)),
    account: textOrNull(textAt(id, "IBAN") ?? textAt(id, "Othr", "Id")),
  };
}

function remittanceOf(details: XmlNode | null): string | null {
  const info = nodeAt(details, "RmtInf");
  const free = nodesAt(info, "Ustrd").map((node) => node.text.trim());
  const references = nodesAt(info, "Strd").flatMap((node) => textAt(node, "CdtrRefInf", "Ref") ?? []);
  return textOrNull([...free, ...references].join(" "));
}

/** Returns the bank's reference; rows of one entry that share it are numbered. */
function idOf(entry: XmlNode, details: XmlNode | null, number: number | null): string | null {
  const own = textOrNull(textAt(details, "Refs", "AcctSvcrRef"));
  const shared = textOrNull(textAt(entry, "AcctSvcrRef"));
  if (own !== null && own !== shared) return own;
  return shared === null || number === null ? shared : `${shared}#${number}`;
}

function typeCodeOf(node: XmlNode | null): string | null {
  const codes = [
    textAt(node, "Domn", "Cd"),
    textAt(node, "Domn", "Fmly", "Cd"),
    textAt(node, "Domn", "Fmly", "SubFmlyCd"),
  ].filter((code) => code !== null);
  return codes.length > 0 ? textOrNull(codes.join("-")) : textOrNull(textAt(node, "Prtry", "Cd"));
}

/** Returns the amount before the bank converted it, with the row's sign. */
function originalOf(
  entry: XmlNode,
  details: XmlNode | null,
  amount: number,
  currency: string,
): StatementRow["original"] {
  const instructed =
    nodeAt(details, "AmtDtls", "InstdAmt", "Amt") ?? nodeAt(entry, "AmtDtls", "InstdAmt", "Amt");
  const original = camtAmount(instructed, null);
  if (original === null || original.isoCurrencyCode === currency) return null;
  const { isoCurrencyCode } = original;
  const rate = rateOf(nodeAt(details, "AmtDtls")) ?? rateOf(nodeAt(entry, "AmtDtls"));
  return {
    amount: amount < 0 ? 0 - original.amount : original.amount,
    isoCurrencyCode,
    ...(rate !== null && { rate }),
  };
}

/** Returns the rate of an exchange; it's beside the amount that the bank printed it for. */
function rateOf(amounts: XmlNode | null): string | null {
  const found = ["InstdAmt", "TxAmt", "CntrValAmt"].find((name) => nodeAt(amounts, name, "CcyXchg") !== null);
  return found === undefined ? null : textOrNull(textAt(amounts, found, "CcyXchg", "XchgRate"));
}
