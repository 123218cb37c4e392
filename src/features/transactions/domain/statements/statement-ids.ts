import { daysBetween } from "#shared/time/plain-dates.ts";
import { isWithin, longestPostingDays, type Days } from "../row-match.ts";
import type { FileFact, FileRow, KeptRow } from "./statement-rows.ts";

/** Share of a file's rows that can have one id; with more, the bank doesn't number its rows. */
const mostOfOneId = 0.2;

/**
 * Returns whether a file's ids tell its rows apart (docs/reference/import-matching.md, "Matching"): some banks leave them empty, print
 * zeros, or the same for many rows.
 */
export function hasTrustedIds(rows: readonly Pick<FileRow, "externalId">[]): boolean {
  const ids = byId(rows, ({ externalId }) => externalId);
  return (
    ids.size > 0 &&
    [...ids].every(
      ([id, { length }]) => !/^0*$/.test(id) && (length === 1 || length <= mostOfOneId * rows.length),
    )
  );
}

/** Groups by id and leaves out what has none. */
export function byId<Item>(items: readonly Item[], id: (item: Item) => string | null): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = id(item);
    if (key === null) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** Fact of an earlier file, with its row of the ledger. */
export type Behind = { fact: FileFact; kept: KeptRow };

/**
 * Pairs rows of one id and amount: those of a day in order, then the one that is left on each side, if the bank has moved it to
 * another day. It has if this file covers the former day, and doesn't have it there.
 */
export function settleWithin(
  rows: ReadonlyMap<string, readonly FileRow[]>,
  facts: ReadonlyMap<string, readonly Behind[]>,
  { days, taken }: { days: Days; taken: ReadonlySet<KeptRow> },
  settle: (row: FileRow, kept: KeptRow) => void,
): void {
  for (const [id, ofId] of rows) {
    const known = facts.get(id) ?? [];
    const left: FileRow[] = [];
    for (const row of ofId) {
      const same = known.find(({ fact, kept }) => fact.date === row.date && !taken.has(kept));
      if (same === undefined) left.push(row);
      else settle(row, same.kept);
    }
    const moved = known.filter(({ fact, kept }) => isWithin(fact.date, days) && !taken.has(kept));
    const pair = onlyLeft(left, moved);
    if (pair === null) continue;
    const [row, { fact, kept }] = pair;
    if (Math.abs(daysBetween(fact.date, row.date)) <= longestPostingDays) settle(row, kept);
  }
}

/** Returns the row and the fact that are left alone; null if there is another of either. */
export function onlyLeft(rows: readonly FileRow[], facts: readonly Behind[]): [FileRow, Behind] | null {
  const [row, ...others] = rows;
  const [fact] = facts;
  const isOneRow = new Set(facts.map(({ kept }) => kept)).size === 1;
  return row === undefined || fact === undefined || others.length > 0 || !isOneRow ? null : [row, fact];
}
