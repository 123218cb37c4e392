import { money } from "#shared/money.ts";
import { addDays, addMonths, monthOf, monthsFrom } from "#shared/plain-dates.ts";
import type { BankRow, RowEvent } from "./bank-rows.ts";
import type { Household } from "./household.ts";
import type { ItemOp } from "./item-state.ts";
import { seededRandom } from "./seeded-random.ts";

/** What an item's list of changes is made of. */
export type EventSource = {
  household: Household;
  linkedAtMs: number;
  /** How far back it reaches. */
  days: number;
  /** The accounts that were shared at linking. */
  accounts: readonly string[];
  /** When the last 30 days are there, and when all is. */
  initialAtMs: number;
  historicalAtMs: number;
  ops: readonly ItemOp[];
  isEmpty: boolean;
};

/** Days that Plaid fetches first. */
const initialDays = 30;

/** From when to when an account is shared. */
type Sharing = { account: string; fromMs: number; untilMs: number };

/**
 * What the household brings to an item's list up to an instant, oldest first. For a later instant the same changes come
 * first: a position in the list stays what it is.
 */
export function householdEvents(source: EventSource, untilMs: number): RowEvent[] {
  if (source.isEmpty) return [];
  return sharingsOf(source)
    .flatMap((sharing) => sharedEvents(source, sharing, untilMs))
    .filter((event) => event.atMs <= untilMs)
    .toSorted((a, b) => a.atMs - b.atMs);
}

/** The household's changes up to an instant and, at their places among them, those that were made from outside. */
export function mergeOps(base: readonly RowEvent[], ops: readonly ItemOp[], untilMs: number): RowEvent[] {
  const merged: RowEvent[] = [];
  let next = 0;
  function takeUntil(atMs: number): void {
    for (let event = base[next]; event !== undefined && event.atMs <= atMs; event = base[next]) {
      merged.push(event);
      next += 1;
    }
  }
  for (const op of ops) {
    takeUntil(op.atMs);
    for (const event of injectedEvents(op)) merged.push(event);
  }
  takeUntil(untilMs);
  return merged;
}

function sharingsOf({ accounts, linkedAtMs, ops }: EventSource): Sharing[] {
  const open = new Map(accounts.map((account) => [account, linkedAtMs]));
  const ended: Sharing[] = [];
  function end(account: string, untilMs: number): void {
    const fromMs = open.get(account);
    if (fromMs !== undefined) ended.push({ account, fromMs, untilMs });
    open.delete(account);
  }
  for (const op of ops) {
    if (op.kind === "close") end(op.account, op.atMs);
    if (op.kind !== "share") continue;
    for (const account of open.keys()) if (!op.accounts.includes(account)) end(account, op.atMs);
    for (const account of op.accounts) if (!open.has(account)) open.set(account, op.atMs);
  }
  const running = [...open].map(([account, fromMs]) => ({
    account,
    fromMs,
    untilMs: Number.POSITIVE_INFINITY,
  }));
  return [...ended, ...running];
}

/** The accounts that are shared now. */
export function sharedAccounts(source: Pick<EventSource, "accounts" | "ops">): string[] {
  const closed = new Set<string>();
  let shared = [...source.accounts];
  for (const op of source.ops) {
    if (op.kind === "share") shared = op.accounts;
    if (op.kind === "close") closed.add(op.account);
  }
  return shared.filter((account) => !closed.has(account));
}

/** First how its rows stood when it was linked, then what has happened since. */
function sharedEvents(source: EventSource, sharing: Sharing, untilMs: number): RowEvent[] {
  const { linkedAtMs } = source;
  const linkDay = new Date(linkedAtMs).toISOString().slice(0, 10);
  const firstDay = addDays(linkDay, -source.days);
  const firstRecentDay = addDays(linkDay, -initialDays);
  const lastMonth = new Date(untilMs).toISOString().slice(0, 7);
  const months = monthsFrom(addMonths(monthOf(firstDay), -1), lastMonth);
  const lifecycles = months.flatMap((month) => source.household.lifecyclesOf(month, sharing.account));
  return lifecycles.flatMap((events) => {
    const standing = standingRow(events, linkedAtMs);
    const stageMs = (standing?.date ?? linkDay) < firstRecentDay ? source.historicalAtMs : source.initialAtMs;
    const fromMs = Math.max(stageMs, sharing.fromMs);
    if (standing !== null && standing.date < firstDay) return [];
    const later = events
      .filter(({ atMs }) => atMs > linkedAtMs)
      .map((event) => (event.atMs >= fromMs ? event : atInstant(event, fromMs)));
    const first = standing === null ? [] : [{ atMs: fromMs, put: standing }];
    return [...first, ...later].filter(({ atMs }) => atMs <= sharing.untilMs);
  });
}

function atInstant(event: RowEvent, atMs: number): RowEvent {
  return { ...event, atMs };
}

/** How a row stood at an instant; null where it was not listed. */
function standingRow(events: readonly RowEvent[], atMs: number): BankRow | null {
  let standing: BankRow | null = null;
  for (const event of events) {
    if (event.atMs > atMs) break;
    // What it replaced was never listed to this item.
    standing = "put" in event ? { ...event.put, pendingKey: null } : null;
  }
  return standing;
}

function injectedEvents(op: ItemOp): RowEvent[] {
  if (op.kind === "put") return [{ atMs: op.atMs, put: op.row }];
  if (op.kind === "drop") return [{ atMs: op.atMs, drop: op.key, account: op.account }];
  return op.kind === "rows" ? furtherRows(op) : [];
}

/** Posted purchases over the two years before, as many as wanted. */
function furtherRows({ atMs, account, count }: { atMs: number; account: string; count: number }): RowEvent[] {
  const random = seededRandom(`further rows ${account} ${atMs}`);
  const today = new Date(atMs).toISOString().slice(0, 10);
  const days = Array.from({ length: 730 }, (_, index) => addDays(today, -index));
  return Array.from({ length: count }, (_, index) => {
    const date = days[index % days.length] ?? today;
    return {
      atMs,
      put: {
        key: `further/${atMs}/${index}`,
        account,
        amount: money(-random.whole(100, 20_000)),
        pending: false,
        pendingKey: null,
        date,
        authorizedDate: date,
        name: `WAREHOUSE ORDER ${index}`,
        merchantName: null,
        category: "GENERAL_MERCHANDISE_OTHER_GENERAL_MERCHANDISE",
        channel: "online",
      },
    };
  });
}
