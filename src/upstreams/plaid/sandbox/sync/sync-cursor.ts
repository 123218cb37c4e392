import { hashOf } from "../flows/seeded-random.ts";
import type { RowEvent } from "../items/bank-rows.ts";

/** Position of a sync: everything before `position` is known, plus `offset` changes of those that follow up to `end`. */
export type SyncPosition = { position: number; end: number; offset: number };

/** Owner of a position: the Item, and the account if only one was requested. */
export type CursorOwner = { nonce: string; accountId: string | null };

const shape = /^(\d+)\.(\d+)\.(\d+)\.(\d+)$/;

export function writeCursor(owner: CursorOwner, events: readonly RowEvent[], at: SyncPosition): string {
  const text = `${at.position}.${at.end}.${at.offset}.${markOf(owner, events, at)}`;
  return Buffer.from(text).toString("base64");
}

/** Parses a cursor; null if it belongs to another Item or list. */
export function readCursor(
  owner: CursorOwner,
  events: readonly RowEvent[],
  cursor: string,
): SyncPosition | null {
  const found = shape.exec(Buffer.from(cursor, "base64").toString());
  if (found === null) return null;
  const [position = 0, end = 0, offset = 0, mark = 0] = found.slice(1).map(Number);
  const at = { position, end, offset };
  if (position > end || end > events.length) return null;
  return markOf(owner, events, at) === mark ? at : null;
}

function markOf({ nonce, accountId }: CursorOwner, events: readonly RowEvent[], at: SyncPosition): number {
  const last = events[at.end - 1];
  const key = last === undefined ? "" : "put" in last ? last.put.key : last.drop;
  return hashOf(`${nonce} ${accountId} ${at.position} ${at.end} ${at.offset} ${key} ${last?.atMs ?? 0}`);
}
