import { money } from "#shared/money.ts";
import { addDays, addMonths, monthOf, monthsFrom } from "#shared/time/plain-dates.ts";
import type { BankRow, RowEvent } from "./bank-rows.ts";
import type { Household } from "../flows/household.ts";
import type { ItemOp } from "./item-state.ts";
import { seededRandom } from "../flows/seeded-random.ts";

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

/** In the order in which they began: so the changes of one instant keep their order, whatever comes later. */
function sharingsOf({ accounts, linkedAtMs, ops }: EventSource): Sharing[] {
  const sharings: Sharing[] = [];
  function isOpen({ untilMs }: Sharing): boolean {
    return untilMs === Number.POSITIVE_INFINITY;
  }
  function begin(account: string, fromMs: number): void {
    if (sharings.some((sharing) => sharing.account === account && isOpen(sharing))) return;
    sharings.push({ account, fromMs, untilMs: Number.POSITIVE_INFINITY });
  }
  function endAll(isEnded: (account: string) => boolean, untilMs: number): void {
    const ended = sharings.filter((sharing) => isOpen(sharing) && isEnded(sharing.account));
    for (const sharing of ended) sharing.untilMs = untilMs;
  }
  for (const account of accounts) begin(account, linkedAtMs);
  for (const op of ops) {
    if (op.kind === "close") endAll((account) => account === op.account, op.atMs);
    if (op.kind !== "share") continue;
    endAll((account) => !op.accounts.includes(account), op.atMs);
    for (const account of op.accounts) begin(account, op.atMs);
  }
  return sharings;
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
  const found: RowEvent[] = [];
  function add(event: RowEvent): void {
    if (event.atMs <= sharing.untilMs) found.push(event);
  }
  for (const events of months.flatMap((month) => source.household.lifecyclesOf(month, sharing.account))) {
    const standing = standingRow(events, linkedAtMs);
    if (standing !== null && standing.date < firstDay) continue;
    const stageMs = (standing?.date ?? linkDay) < firstRecentDay ? source.historicalAtMs : source.initialAtMs;
    const fromMs = Math.max(stageMs, sharing.fromMs);
    if (standing !== null) add({ atMs: fromMs, put: standing });
    for (const event of events) {
      if (event.atMs > linkedAtMs) add(event.atMs >= fromMs ? event : { ...event, atMs: fromMs });
    }
  }
  return found;
}

/** How a row stood at an instant; null where it was not listed. */
function standingRow(events: readonly RowEvent[], atMs: number): BankRow | null {
  const last = events.findLast((event) => event.atMs <= atMs);
  if (last === undefined || "drop" in last) return null;
  // What it replaced was never listed to this item.
  return last.put.pendingKey === null ? last.put : { ...last.put, pendingKey: null };
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
