import { money } from "#shared/money.ts";
import { addDays, addMonths, monthOf, monthsFrom } from "#shared/time/plain-dates.ts";
import type { BankRow, RowEvent } from "./bank-rows.ts";
import type { Household } from "../flows/household.ts";
import type { ItemOp } from "./item-state.ts";
import { seededRandom } from "../flows/seeded-random.ts";

/** Inputs of an Item's list of changes. */
export type EventSource = {
  household: Household;
  linkedAtMs: number;
  /** Number of days it reaches back. */
  days: number;
  /** Accounts shared when linking. */
  accounts: readonly string[];
  /** Times at which the last 30 days, and then everything, are available. */
  initialAtMs: number;
  historicalAtMs: number;
  ops: readonly ItemOp[];
  isEmpty: boolean;
};

/** Number of days Plaid fetches first. */
const initialDays = 30;

/** Period in which an account is shared. */
type Sharing = { account: string; fromMs: number; untilMs: number };

/**
 * Returns the household's changes to an Item's list up to an instant, oldest first. A later instant only appends, so positions
 * in the list stay valid.
 */
export function householdEvents(source: EventSource, untilMs: number): RowEvent[] {
  if (source.isEmpty) return [];
  return sharingsOf(source)
    .flatMap((sharing) => sharedEvents(source, sharing, untilMs))
    .filter((event) => event.atMs <= untilMs)
    .toSorted((a, b) => a.atMs - b.atMs);
}

/** Merges the household's changes up to an instant with those made from outside, by time. */
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

/** Returns the periods in order of their start, so that changes of one instant keep their order whatever is added later. */
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

/** Returns the accounts currently shared. */
export function sharedAccounts(source: Pick<EventSource, "accounts" | "ops">): string[] {
  const closed = new Set<string>();
  let shared = [...source.accounts];
  for (const op of source.ops) {
    if (op.kind === "share") shared = op.accounts;
    if (op.kind === "close") closed.add(op.account);
  }
  return shared.filter((account) => !closed.has(account));
}

/** Returns the state of an account's rows when it was linked, then the changes since. */
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
    const first = rowStateAt(events, linkedAtMs);
    if (first !== null && first.date < firstDay) continue;
    const stageMs = (first?.date ?? linkDay) < firstRecentDay ? source.historicalAtMs : source.initialAtMs;
    const fromMs = Math.max(stageMs, sharing.fromMs);
    if (first !== null) add({ atMs: fromMs, put: first });
    for (const event of events) {
      if (event.atMs > linkedAtMs) add(event.atMs >= fromMs ? event : { ...event, atMs: fromMs });
    }
  }
  return found;
}

/** Returns the state of a row at an instant; null if it wasn't listed. */
function rowStateAt(events: readonly RowEvent[], atMs: number): BankRow | null {
  const last = events.findLast((event) => event.atMs <= atMs);
  if (last === undefined || "drop" in last) return null;
  // The row it replaced was never listed for this Item.
  return last.put.pendingKey === null ? last.put : { ...last.put, pendingKey: null };
}

function injectedEvents(op: ItemOp): RowEvent[] {
  if (op.kind === "put") return [{ atMs: op.atMs, put: op.row }];
  if (op.kind === "drop") return [{ atMs: op.atMs, drop: op.key, account: op.account }];
  return op.kind === "rows" ? furtherRows(op) : [];
}

/** Returns the requested number of posted purchases, spread over the preceding two years. */
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
