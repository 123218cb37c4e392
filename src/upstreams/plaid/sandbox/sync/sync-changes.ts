import type { BankRow, RowEvent } from "../items/bank-rows.ts";

/** A changed row since a position of the list; each row appears once, in the order of its last change. */
export type RowChange =
  | { kind: "added" | "modified"; row: BankRow }
  | { kind: "removed"; key: string; account: string };

/** Lists are never modified, only replaced, so results computed from one are valid for all its pages. */
const knownChanges = new WeakMap<readonly RowEvent[], { position: number; changes: RowChange[] }>();
const knownRows = new WeakMap<readonly RowEvent[], BankRow[]>();

/** Summarizes the changes from a position to the end; a row that was added and removed is omitted. */
export function changesSince(events: readonly RowEvent[], position: number): readonly RowChange[] {
  const known = knownChanges.get(events);
  if (known?.position === position) return known.changes;
  const changes = sumUp(events, position);
  knownChanges.set(events, { position, changes });
  return changes;
}

function sumUp(events: readonly RowEvent[], position: number): RowChange[] {
  const last = new Map<string, RowEvent>();
  for (const event of events.slice(position)) {
    const key = keyOf(event);
    // Deleted and set again, so that it is ordered by its last change.
    last.delete(key);
    last.set(key, event);
  }
  const before = new Set<string>();
  for (const event of events.slice(0, position)) {
    if ("put" in event) before.add(event.put.key);
    else before.delete(event.drop);
  }
  return [...last.values()].flatMap((event): RowChange[] => {
    if ("put" in event) return [{ kind: before.has(event.put.key) ? "modified" : "added", row: event.put }];
    return before.has(event.drop) ? [{ kind: "removed", key: event.drop, account: event.account }] : [];
  });
}

/** Returns the rows the bank lists after all these changes. */
export function presentRows(events: readonly RowEvent[]): readonly BankRow[] {
  const known = knownRows.get(events);
  if (known !== undefined) return known;
  const rows = new Map<string, BankRow>();
  for (const event of events) {
    if ("put" in event) rows.set(event.put.key, event.put);
    else rows.delete(event.drop);
  }
  const present = [...rows.values()];
  knownRows.set(events, present);
  return present;
}

function keyOf(event: RowEvent): string {
  return "put" in event ? event.put.key : event.drop;
}
