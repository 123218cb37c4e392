import type { BankRow, RowEvent } from "./bank-rows.ts";
import { householdEvents, mergeOps, sharedAccounts, type EventSource } from "./item-events.ts";
import { createHousehold, type Household } from "./household.ts";
import type { ItemOp, ItemState } from "./item-state.ts";
import { accountsAt, findBank, type SandboxAccount, type SandboxBank } from "./sandbox-banks.ts";
import { problems, SandboxError, type SandboxProblem } from "./sandbox-errors.ts";
import type { SandboxStore } from "./sandbox-store.ts";
import { plaidId, type ItemSeed } from "./sandbox-tokens.ts";
import { presentRows } from "./sync-changes.ts";

/** How long after linking what happens, in milliseconds. */
export type SandboxTiming = {
  /** Until the last 30 days can be read; before, a sync answers that nothing is ready. */
  initialUpdateMs: number;
  /** Until everything can be read. */
  historicalUpdateMs: number;
  /** Until the bank that needs repair needs it, and the one that goes down is down. */
  troubleAfterMs: number;
};

/** A linked item: its token, what has been done to it, and what follows of both at the clock's moment. */
export type Item = {
  itemId: string;
  seed: ItemSeed;
  bank: SandboxBank;
  state: () => ItemState;
  update: (change: (state: ItemState) => Partial<ItemState>) => void;
  /** Adds to what was done to it; always at a later instant than the last. */
  apply: (ops: readonly NewOp[]) => void;
  /** Every change of its list so far. */
  events: () => readonly RowEvent[];
  /** The rows that the bank lists now. */
  rows: () => BankRow[];
  accounts: () => SandboxAccount[];
  accountId: (account: string) => string;
  transactionId: (rowKey: string) => string;
  initialAtMs: number;
  historicalAtMs: number;
  troubleAtMs: number;
  household: Household;
};

/** An op without its instant. */
export type NewOp = ItemOp extends infer Op ? (Op extends ItemOp ? Omit<Op, "atMs"> : never) : never;

export type Items = {
  open: (seed: ItemSeed) => Item;
  /** Every item that the store knows. */
  known: () => Item[];
  find: (itemId: string) => Item | null;
  /** Takes a bank down, or up again, whatever its items say. */
  setDown: (bankId: string, isDown: boolean | null) => void;
  /** What is wrong with an item; null when nothing is. */
  problemOf: (item: Item) => SandboxProblem | null;
};

const importingMs = 5 * 60_000;
const maxLists = 8;

/** The list of one item, kept from call to call. */
type ItemList = { eventsOf: (source: EventSource, untilMs: number) => readonly RowEvent[] };

/** The lists that are asked for, by item. */
function createItemLists(): (itemId: string, source: EventSource, nowMs: number) => readonly RowEvent[] {
  const lists = new Map<string, ItemList>();
  return (itemId, source, nowMs) => {
    const list = lists.get(itemId) ?? createItemList();
    lists.delete(itemId);
    lists.set(itemId, list);
    const oldest = lists.keys().next();
    if (lists.size > maxLists && oldest.done !== true) lists.delete(oldest.value);
    return list.eventsOf(source, Math.max(nowMs, source.ops.at(-1)?.atMs ?? 0));
  };
}

const aheadMs = 24 * 60 * 60_000;

/** The household's part is made a day ahead, so that it serves every call of that day. */
function createItemList(): ItemList {
  let base: { sharing: string; fromMs: number; untilMs: number; events: RowEvent[] } | null = null;
  let merged: { untilMs: number; ops: number; events: RowEvent[] } | null = null;
  return {
    eventsOf(source, untilMs) {
      const sharing = JSON.stringify(source.ops.filter(({ kind }) => kind === "share" || kind === "close"));
      if (base === null || base.sharing !== sharing || untilMs < base.fromMs || untilMs > base.untilMs) {
        const horizonMs = untilMs + aheadMs;
        base = { sharing, fromMs: untilMs, untilMs: horizonMs, events: householdEvents(source, horizonMs) };
        merged = null;
      }
      if (merged === null || merged.untilMs !== untilMs || merged.ops !== source.ops.length) {
        merged = { untilMs, ops: source.ops.length, events: mergeOps(base.events, source.ops, untilMs) };
      }
      return merged.events;
    },
  };
}

export function createItems(options: {
  store: SandboxStore;
  timing: SandboxTiming;
  nowMs: () => number;
}): Items {
  const { store, timing, nowMs } = options;
  const households = new Map<string, Household>();
  const eventsOf = createItemLists();
  const downBanks = new Map<string, boolean>();

  function householdOf({ bank, person }: ItemSeed): Household {
    const key = `${bank} ${person}`;
    const known = households.get(key) ?? createHousehold(bank, person);
    households.set(key, known);
    return known;
  }

  function open(seed: ItemSeed): Item {
    const bank = findBank(seed.bank);
    if (bank === undefined) throw new SandboxError(problems.itemNotFound);
    const itemId = itemIdOf(seed.nonce);
    const initialAtMs =
      seed.linkedAtMs + (seed.behavior === "importing" ? importingMs : timing.initialUpdateMs);
    const historicalAtMs = Math.max(initialAtMs, seed.linkedAtMs + timing.historicalUpdateMs);
    const household = householdOf(seed);
    const state = () => store.read(itemId) ?? newState(seed);
    const source = (): EventSource => ({
      household,
      linkedAtMs: seed.linkedAtMs,
      days: seed.days,
      accounts: seed.accounts,
      initialAtMs,
      historicalAtMs,
      ops: state().ops,
      isEmpty: seed.behavior === "empty",
    });
    const update: Item["update"] = (change) => {
      const now = state();
      store.write(itemId, { ...now, ...change(now) });
    };
    return {
      itemId,
      seed,
      bank,
      state,
      update,
      apply: (added) => update(({ ops }) => ({ ops: [...ops, ...datedOps(added, ops, nowMs())] })),
      events: () => eventsOf(itemId, source(), nowMs()),
      rows: () => presentRows(eventsOf(itemId, source(), nowMs())),
      accounts() {
        const shared = sharedAccounts(source());
        return accountsAt(seed.bank, seed.person).filter(({ key }) => shared.includes(key));
      },
      accountId: (account) => plaidId(`${seed.nonce} account ${account}`),
      transactionId: (rowKey) => plaidId(`${seed.nonce} row ${rowKey}`),
      initialAtMs,
      historicalAtMs,
      troubleAtMs: seed.linkedAtMs + timing.troubleAfterMs,
      household,
    };
  }

  const find: Items["find"] = (itemId) => {
    const state = store.read(itemId);
    return state === null ? null : open(state.seed);
  };

  return {
    open,
    find,
    known: () => store.itemIds().flatMap((itemId) => find(itemId) ?? []),
    setDown(bankId, isDown) {
      if (isDown === null) downBanks.delete(bankId);
      else downBanks.set(bankId, isDown);
    },
    problemOf(item) {
      const isDown =
        downBanks.get(item.bank.id) ?? (item.bank.trouble === "down" && nowMs() >= item.troubleAtMs);
      return conditionOf(item, nowMs(), isDown);
    },
  };
}

function itemIdOf(nonce: string): string {
  return plaidId(`item ${nonce}`);
}

function newState(seed: ItemSeed): ItemState {
  return {
    seed,
    removedAtMs: null,
    revokedAtMs: null,
    loginRequiredAtMs: null,
    repairedAtMs: null,
    consentExpiresAtMs: null,
    webhook: seed.webhook,
    isArmed: false,
    announced: 0,
    milestones: [],
    lastWebhook: null,
    ops: [],
  };
}

/** No two at one instant: so positions in the list stay what they are. */
function datedOps(added: readonly NewOp[], ops: readonly ItemOp[], nowMs: number): ItemOp[] {
  let atMs = Math.max(nowMs, (ops.at(-1)?.atMs ?? 0) + 1);
  return added.map((op) => ({ ...op, atMs: atMs++ }));
}

function conditionOf(item: Item, nowMs: number, isDown: boolean): SandboxProblem | null {
  const state = item.state();
  if (state.removedAtMs !== null) return problems.itemNotFound;
  const isRevoked = item.seed.behavior === "revoked" && nowMs >= item.troubleAtMs;
  if (state.revokedAtMs !== null || isRevoked) return problems.permissionRevoked;
  const expiresAtMs = consentEnd(item);
  if (expiresAtMs !== null && expiresAtMs <= nowMs) return problems.loginRequired;
  const requiredAtMs = Math.max(
    state.loginRequiredAtMs ?? 0,
    item.bank.trouble === "login" && nowMs >= item.troubleAtMs ? item.troubleAtMs : 0,
  );
  if (requiredAtMs > 0 && requiredAtMs > (state.repairedAtMs ?? -1)) return problems.loginRequired;
  return isDown ? problems.institutionDown : null;
}

const expiringAfterMs = 5 * 24 * 60 * 60_000;

/** When the consent ends, where it does; a repair renews it without an end. */
export function consentEnd(item: Item): number | null {
  const { consentExpiresAtMs, repairedAtMs } = item.state();
  if (consentExpiresAtMs !== null) return consentExpiresAtMs;
  const ends = item.seed.behavior === "expiring" && repairedAtMs === null;
  return ends ? item.seed.linkedAtMs + expiringAfterMs : null;
}
