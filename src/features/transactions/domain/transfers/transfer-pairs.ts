import { isInflow, isOutflow, negateMoney, type Money } from "#shared/money.ts";
import { daysBetween } from "#shared/time/plain-dates.ts";
import { evidenceOf, type EvidenceFacts, type NamedAccount } from "./transfer-evidence.ts";

/** A row as pairing sees it. Rows that the bank took back are not given. */
export type TransferRow = EvidenceFacts & {
  transactionId: number;
  accountId: number;
  account: NamedAccount;
  amount: Money;
  isoCurrencyCode: string;
  date: string;
};

/** The person's word on two rows: one transfer, or not. */
export type TransferDecision = { outId: number; inId: number; isTransfer: boolean };

/** Most days between the two sides of a transfer (docs/reference/money.md, "Transfers"). */
export const transferDays = 5;

/** A row and the rows that may be its other side. */
type Node = { row: TransferRow; day: number; others: Node[] };

/**
 * Finds both sides of transfers between the person's accounts (docs/reference/money.md, "Transfers"): those that the person
 * matched, then equal and opposite rows, if only these two can belong together, or if all that can are between the same two
 * accounts. Returns each side's id with the other's. The order of the rows doesn't matter.
 */
export function pairTransfers(
  rows: readonly TransferRow[],
  decisions: readonly TransferDecision[],
): Map<number, number> {
  const open = new Map(rows.filter(isOpen).map((row) => [row.transactionId, row]));
  const pairs = new Map<number, number>();
  for (const { outId, inId, isTransfer } of decisions)
    if (isTransfer && areSides(open.get(outId), open.get(inId))) join(pairs, outId, inId);
  const rest = [...open.values()].filter(({ transactionId }) => !pairs.has(transactionId));
  for (const group of groupsOf(rest, rejectedOf(decisions)))
    for (const [out, into] of pairsIn(group)) join(pairs, out.row.transactionId, into.row.transactionId);
  return pairs;
}

function join(pairs: Map<number, number>, one: number, other: number): void {
  pairs.set(one, other);
  pairs.set(other, one);
}

/** Returns true for money out and money in on different accounts: a row that was matched may have changed since. */
function areSides(out: TransferRow | undefined, into: TransferRow | undefined): boolean {
  if (out === undefined || into === undefined) return false;
  return isOutflow(out.amount) && isInflow(into.amount) && out.accountId !== into.accountId;
}

/** A kind that the person chose beats any pair. */
export function isOpen({ chosenKind }: Pick<TransferRow, "chosenKind">): boolean {
  return chosenKind === null || chosenKind === "transfer";
}

/** Pairs that the person said are no transfer, as `out in`. */
export function rejectedOf(decisions: readonly TransferDecision[]): ReadonlySet<string> {
  return new Set(
    decisions.flatMap(({ outId, inId, isTransfer }) => (isTransfer ? [] : [`${outId} ${inId}`])),
  );
}

/** Groups of rows that may belong together, directly or through others. */
function groupsOf(rows: readonly TransferRow[], rejected: ReadonlySet<string>): Node[][] {
  const nodes = linked(rows, rejected);
  const seen = new Set<Node>();
  return nodes.flatMap((start) => {
    if (seen.has(start) || start.others.length === 0) return [];
    seen.add(start);
    const group = [start];
    // Grows while it is gone through.
    for (const { others } of group)
      for (const other of others) {
        if (seen.has(other)) continue;
        seen.add(other);
        group.push(other);
      }
    return [group];
  });
}

function linked(rows: readonly TransferRow[], rejected: ReadonlySet<string>): Node[] {
  const nodes = rows.map((row): Node => ({ row, day: daysBetween("2000-01-01", row.date), others: [] }));
  const byAmount = Map.groupBy(nodes, ({ row }) => `${row.amount} ${row.isoCurrencyCode}`);
  for (const outs of byAmount.values()) {
    const [first] = outs;
    if (first === undefined || !isOutflow(first.row.amount)) continue;
    const ins = byAmount.get(`${negateMoney(first.row.amount)} ${first.row.isoCurrencyCode}`) ?? [];
    const byDay = Map.groupBy(ins, ({ day }) => day);
    for (const out of outs)
      for (let day = out.day - transferDays; day <= out.day + transferDays; day += 1)
        for (const into of byDay.get(day) ?? []) {
          if (!canPair(out.row, into.row, rejected)) continue;
          out.others.push(into);
          into.others.push(out);
        }
  }
  return nodes;
}

function canPair(out: TransferRow, into: TransferRow, rejected: ReadonlySet<string>): boolean {
  return (
    out.accountId !== into.accountId &&
    !rejected.has(`${out.transactionId} ${into.transactionId}`) &&
    (evidenceOf(out, into.account) !== null || evidenceOf(into, out.account) !== null)
  );
}

/** A group of two is a pair. In a larger one between two accounts, any pairing is right, so it goes by date. */
function pairsIn(group: Node[]): [Node, Node][] {
  const outs = group.filter(({ row }) => isOutflow(row.amount)).toSorted(byDay);
  const ins = group.filter(({ row }) => isInflow(row.amount)).toSorted(byDay);
  const isBetweenTwo = [outs, ins].every((side) => new Set(side.map(({ row }) => row.accountId)).size === 1);
  if (!isBetweenTwo || outs.length !== ins.length) return [];
  const pairs = outs.flatMap((out, index): [Node, Node][] => {
    const into = ins[index];
    return into !== undefined && out.others.includes(into) ? [[out, into]] : [];
  });
  return pairs.length === outs.length ? pairs : [];
}

function byDay(a: Node, b: Node): number {
  return a.day - b.day || a.row.transactionId - b.row.transactionId;
}
