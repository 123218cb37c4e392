import type { RowEvent } from "./bank-rows.ts";
import { householdEvents, mergeOps, type EventSource } from "./item-events.ts";

/** The list of changes of one item, kept from call to call. */
export type ItemList = {
  eventsOf: (source: EventSource, nowMs: number) => readonly RowEvent[];
  /** When the household brings the next change; at the latest where the list made so far ends. */
  nextEventMs: (source: EventSource, nowMs: number) => number;
};

const maxLists = 8;
const aheadMs = 24 * 60 * 60_000;

/** The lists that are asked for, by item; those that nobody asks for are made anew when somebody does. */
export function createItemLists(): (itemId: string) => ItemList {
  const lists = new Map<string, ItemList>();
  return (itemId) => {
    const list = lists.get(itemId) ?? createItemList();
    lists.delete(itemId);
    lists.set(itemId, list);
    const oldest = lists.keys().next();
    if (lists.size > maxLists && oldest.done !== true) lists.delete(oldest.value);
    return list;
  };
}

type BasePart = { sharing: string; fromMs: number; untilMs: number; events: RowEvent[] };

/** Good from an instant until just before the next change. */
type MergedList = { base: BasePart; fromMs: number; nextMs: number; ops: number; events: RowEvent[] };

/** The household's part is made a day ahead, so that it serves every call of that day. */
function createItemList(): ItemList {
  let base: BasePart | null = null;
  let merged: MergedList | null = null;

  function baseOf(source: EventSource, untilMs: number): BasePart {
    const sharing = JSON.stringify(source.ops.filter(({ kind }) => kind === "share" || kind === "close"));
    const isGood = base?.sharing === sharing && untilMs >= base.fromMs && untilMs <= base.untilMs;
    if (base !== null && isGood) return base;
    const horizonMs = untilMs + aheadMs;
    base = { sharing, fromMs: untilMs, untilMs: horizonMs, events: householdEvents(source, horizonMs) };
    return base;
  }

  return {
    eventsOf(source, nowMs) {
      const untilMs = endOf(source, nowMs);
      const part = baseOf(source, untilMs);
      const isSame = merged?.base === part && merged.ops === source.ops.length;
      if (merged === null || !isSame || untilMs < merged.fromMs || untilMs >= merged.nextMs) {
        const events = mergeOps(part.events, source.ops, untilMs);
        const nextMs = nextAfter(part, untilMs);
        merged = { base: part, fromMs: untilMs, nextMs, ops: source.ops.length, events };
      }
      return merged.events;
    },
    nextEventMs(source, nowMs) {
      const untilMs = endOf(source, nowMs);
      return nextAfter(baseOf(source, untilMs), untilMs);
    },
  };
}

function nextAfter(part: BasePart, atMs: number): number {
  return part.events.find((event) => event.atMs > atMs)?.atMs ?? part.untilMs;
}

/** What was done last may be milliseconds ahead of the clock: no two things are done at one instant. */
function endOf(source: EventSource, nowMs: number): number {
  return Math.max(nowMs, source.ops.at(-1)?.atMs ?? 0);
}
