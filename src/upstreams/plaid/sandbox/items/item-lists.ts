import { LRUCache } from "lru-cache";
import type { RowEvent } from "./bank-rows.ts";
import { householdEvents, mergeOps, type EventSource } from "./item-events.ts";

/** An Item's list of changes, cached between calls. */
export type ItemList = {
  eventsOf: (source: EventSource, nowMs: number) => readonly RowEvent[];
  /** Returns the time of the household's next change, or the end of the generated list. */
  nextEventMs: (source: EventSource, nowMs: number) => number;
};

const maxLists = 8;
const aheadMs = 24 * 60 * 60_000;

/** Creates a cache of lists by Item; dropped ones are regenerated on demand. */
export function createItemLists(): (itemId: string) => ItemList {
  const lists = new LRUCache<string, ItemList>({ max: maxLists, memoMethod: createItemList });
  return (itemId) => lists.memo(itemId);
}

type BasePart = { sharing: string; fromMs: number; untilMs: number; events: RowEvent[] };

/** Valid from an instant until just before the next change. */
type MergedList = { base: BasePart; fromMs: number; nextMs: number; ops: number; events: RowEvent[] };

/** Generates the household's part a day ahead, so that it serves all calls of that day. */
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

/** The latest change may be milliseconds ahead of the clock, because no two changes share an instant. */
function endOf(source: EventSource, nowMs: number): number {
  return Math.max(nowMs, source.ops.at(-1)?.atMs ?? 0);
}
