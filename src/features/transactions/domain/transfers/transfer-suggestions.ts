import { compareDates } from "#shared/time/compare-dates.ts";
import {
  addMoney,
  compareMoney,
  currencyDecimals,
  formatMoney,
  isOutflow,
  money,
  negateMoney,
  percentOfMoney,
  toUnits,
  zeroMoney,
  type Money,
} from "#shared/money.ts";
import type { KindReason, RowKind } from "#shared/row-kinds.ts";
import { daysBetween } from "#shared/time/plain-dates.ts";
import { evidenceAlone, evidenceOf, type TransferEvidence } from "./transfer-evidence.ts";
import {
  isOpen,
  rejectedOf,
  transferDays,
  type TransferDecision,
  type TransferRow,
} from "./transfer-pairs.ts";

/** A row without another side, and what it counts as. */
export type UnpairedRow = TransferRow & { kind: RowKind; kindReason: KindReason };

/** Two rows, or one whose other side isn't here, that look like a transfer. */
export type TransferSuggestion = {
  outId: number | null;
  inId: number | null;
  /** In words, strongest first. */
  reasons: string[];
  /** The person's or the bank's word is behind it, and nothing about it is a guess. */
  isLikely: boolean;
};

/** Most days between the sides of a transfer in two currencies. */
const exchangeDays = 3;

/** Largest fee: 5.00, or 1 % of the amount. */
const feeUnits = 5;

/** Two rows that may be one transfer; the lowest `rank` is the best. */
type Match = {
  out: UnpairedRow;
  into: UnpairedRow;
  rank: number;
  days: number;
  fee: Money;
  reasons: string[];
};

/**
 * Finds what looks like a transfer but isn't sure (docs/reference/money.md, "Transfers"): rows with several candidates,
 * the nearest first, without evidence, with a fee, in two currencies, or without another side. Each row is in one
 * suggestion at most. The order of the rows doesn't matter.
 */
export function suggestTransfers(
  rows: readonly UnpairedRow[],
  decisions: readonly TransferDecision[],
): TransferSuggestion[] {
  const open = rows.filter((row) => isOpen(row) && !saysOtherwise(row)).toSorted(byDay);
  const rejected = rejectedOf(decisions);
  const matches = matchesOf(open, evidenceBook(open)).filter(
    ({ out, into }) => !rejected.has(`${out.transactionId} ${into.transactionId}`),
  );
  const rivals = rivalsOf(matches);
  const taken = new Set<UnpairedRow>();
  const found: TransferSuggestion[] = [];
  for (const match of matches.toSorted(byRank)) {
    const { out, into } = match;
    if (taken.has(out) || taken.has(into)) continue;
    taken.add(out).add(into);
    const count = Math.max(rivals.get(out) ?? 1, rivals.get(into) ?? 1);
    found.push({
      outId: out.transactionId,
      inId: into.transactionId,
      reasons: [
        ...match.reasons,
        daysWords(match.days),
        ...(count > 1 ? [`Nearest of ${count} that fit`] : []),
      ],
      isLikely: match.rank === 0,
    });
  }
  for (const row of open) if (!taken.has(row)) found.push(...alone(row));
  return found;
}

/** Somebody said that the row is something else: the bank, its category, or its account. */
function saysOtherwise({ kind, kindReason }: UnpairedRow): boolean {
  return kind !== "transfer" && !["default", "refund", "transferLike"].includes(kindReason);
}

function alone(row: UnpairedRow): TransferSuggestion[] {
  const evidence = row.chosenKind === null && row.kind !== "transfer" ? evidenceAlone(row) : null;
  if (evidence === null) return [];
  const isOut = isOutflow(row.amount);
  return [
    {
      outId: isOut ? row.transactionId : null,
      inId: isOut ? null : row.transactionId,
      reasons: [evidenceWords[evidence], "Other side not in your accounts"],
      isLikely: evidence !== "words",
    },
  ];
}

/** Evidence of a row for a transfer with an account. */
type EvidenceBook = (row: UnpairedRow, other: UnpairedRow) => TransferEvidence | null;

/** Looks for the evidence of each row once, with each of the few accounts. */
function evidenceBook(rows: readonly UnpairedRow[]): EvidenceBook {
  const accounts = new Map(rows.map(({ accountId, account }) => [accountId, account]));
  const book = new Map(
    rows.map((row) => [
      row,
      new Map([...accounts].map(([id, account]) => [id, evidenceOf(row, account)] as const)),
    ]),
  );
  return (row, { accountId }) => book.get(row)?.get(accountId) ?? null;
}

function matchesOf(rows: readonly UnpairedRow[], evidence: EvidenceBook): Match[] {
  const outs = rows.filter(({ amount }) => isOutflow(amount));
  const ins = rows.filter(({ amount }) => !isOutflow(amount) && amount !== zeroMoney);
  const byDate = Map.groupBy(ins, ({ date }) => daysBetween("2000-01-01", date));
  return outs.flatMap((out) => {
    const day = daysBetween("2000-01-01", out.date);
    const near = Array.from({ length: 2 * transferDays + 1 }, (_, index) => day - transferDays + index);
    return near.flatMap((on) =>
      (byDate.get(on) ?? []).flatMap((into) => matchOf(out, into, Math.abs(on - day), evidence) ?? []),
    );
  });
}

function matchOf(out: UnpairedRow, into: UnpairedRow, days: number, evidenceFor: EvidenceBook): Match | null {
  if (out.accountId === into.accountId) return null;
  const isSameAmount =
    out.isoCurrencyCode === into.isoCurrencyCode && into.amount === negateMoney(out.amount);
  const [ofOut, ofIn] = [evidenceFor(out, into), evidenceFor(into, out)];
  // Most rows have nothing in common.
  if (!isSameAmount && ofOut === null && ofIn === null) return null;
  const evidence = [...new Set([ofOut, ofIn].filter((one) => one !== null))];
  const isOnBoth = ofOut !== null && ofIn !== null;
  const words = evidence.map((one) => evidenceWords[one]);
  const match = { out, into, days, fee: zeroMoney };
  if (out.isoCurrencyCode !== into.isoCurrencyCode)
    return isOnBoth && days <= exchangeDays
      ? { ...match, rank: 4, reasons: [...words, rateWords(out, into)] }
      : null;
  if (isSameAmount)
    return {
      ...match,
      rank: evidence.length === 0 ? 3 : Number(!isOnBoth),
      reasons: [...words, "Same amount"],
    };
  const fee = feeOf(out, into);
  return fee === null
    ? null
    : {
        ...match,
        fee,
        rank: 2,
        reasons: [...words, `${formatMoney(fee, out.isoCurrencyCode)} less arrived`],
      };
}

/** Money lost on the way; null if the amounts don't fit. */
function feeOf(out: UnpairedRow, into: UnpairedRow): Money | null {
  const fee = negateMoney(addMoney(out.amount, into.amount));
  if (compareMoney(fee, zeroMoney) < 0) return null;
  const isSmall =
    compareMoney(fee, money(feeUnits * 10 ** currencyDecimals(out.isoCurrencyCode))) <= 0 ||
    percentOfMoney(fee, negateMoney(out.amount), "up") <= 1;
  return isSmall && compareMoney(fee, into.amount) < 0 ? fee : null;
}

/** Number of rows of the same amount that each row may belong with. */
function rivalsOf(matches: readonly Match[]): Map<UnpairedRow, number> {
  const counts = new Map<UnpairedRow, number>();
  for (const { out, into, rank } of matches)
    if (rank < 2) for (const row of [out, into]) counts.set(row, (counts.get(row) ?? 0) + 1);
  return counts;
}

function byRank(a: Match, b: Match): number {
  return (
    a.rank - b.rank ||
    a.days - b.days ||
    compareMoney(a.fee, b.fee) ||
    byDay(a.out, b.out) ||
    byDay(a.into, b.into)
  );
}

function byDay(a: UnpairedRow, b: UnpairedRow): number {
  return compareDates(a.date, b.date) || a.transactionId - b.transactionId;
}

function daysWords(days: number): string {
  if (days === 0) return "Same day";
  return days === 1 ? "1 day apart" : `${days} days apart`;
}

/** The rate that the amounts imply: "1 USD = 0.9214 EUR". */
function rateWords(out: UnpairedRow, into: UnpairedRow): string {
  const rate = toUnits(into.amount, into.isoCurrencyCode) / -toUnits(out.amount, out.isoCurrencyCode);
  return `1 ${out.isoCurrencyCode} = ${Number(rate.toPrecision(4))} ${into.isoCurrencyCode}`;
}

const evidenceWords: Record<TransferEvidence, string> = {
  chosen: "You marked it as a transfer",
  payee: "You confirmed this payee before",
  account: "Names your other account",
  bank: "Your bank says transfer",
  words: "Reads like a transfer",
};
