import type { BankRow, RowEvent } from "./bank-rows.ts";
import type { Household } from "../flows/household.ts";
import { sharedAccounts, type EventSource } from "./item-events.ts";
import type { ItemList } from "./item-lists.ts";
import type { ItemOp, ItemState } from "./item-state.ts";
import { accountsAt, type SandboxAccount, type SandboxBank } from "../sandbox-banks.ts";
import type { RecordStore } from "#shared/record-store.ts";
import { plaidId, type ItemSeed } from "../sandbox-tokens.ts";
import { presentRows } from "../sync/sync-changes.ts";

/** Delays after linking, in milliseconds. */
export type SandboxTiming = {
  /** Until the last 30 days are available; before, a sync returns that nothing is ready. */
  initialUpdateMs: number;
  /** Until everything is available. */
  historicalUpdateMs: number;
  /** Until the problems of the bank that needs repair and the one that goes down begin. */
  troubleAfterMs: number;
};

/** A linked Item: its token, the changes made to it, and the resulting state at the current time. */
export type Item = {
  itemId: string;
  seed: ItemSeed;
  bank: SandboxBank;
  household: Household;
  initialAtMs: number;
  historicalAtMs: number;
  troubleAtMs: number;
  state: () => ItemState;
  update: (change: (state: ItemState) => Partial<ItemState>) => void;
  /** Adds changes, always at a later instant than the last. */
  apply: (ops: readonly NewOp[]) => void;
  /** Returns every change of its list so far. */
  events: () => readonly RowEvent[];
  /** Returns the rows currently listed. */
  rows: () => readonly BankRow[];
  /** Returns the time of its household's next change, at most a day ahead. */
  nextEventMs: () => number;
  /** Returns the accounts that are shared and open. */
  accounts: () => SandboxAccount[];
  accountId: (account: string) => string;
  transactionId: (rowKey: string) => string;
};

/** A change without its time. */
export type NewOp = ItemOp extends infer Op ? (Op extends ItemOp ? Omit<Op, "atMs"> : never) : never;

const importingMs = 5 * 60_000;

/** Returns when the two parts of an Item's history are there. */
function updatesOf({ behavior, linkedAtMs }: ItemSeed, timing: SandboxTiming) {
  if (behavior === "ready") return { initialAtMs: linkedAtMs, historicalAtMs: linkedAtMs };
  const initialAtMs = linkedAtMs + (behavior === "importing" ? importingMs : timing.initialUpdateMs);
  return { initialAtMs, historicalAtMs: Math.max(initialAtMs, linkedAtMs + timing.historicalUpdateMs) };
}

export function createItem(
  seed: ItemSeed,
  { bank, household, list, store, timing, nowMs, onChange }: ItemMakings,
): Item {
  const itemId = itemIdOf(seed);
  const { initialAtMs, historicalAtMs } = updatesOf(seed, timing);
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
  function update(change: (before: ItemState) => Partial<ItemState>): void {
    const before = state();
    store.write(itemId, { ...before, ...change(before) });
    onChange();
  }
  return {
    itemId,
    seed,
    bank,
    household,
    initialAtMs,
    historicalAtMs,
    troubleAtMs: seed.linkedAtMs + timing.troubleAfterMs,
    state,
    update,
    apply: (added) =>
      update(({ ops }) => {
        const lastMs = ops.at(-1)?.atMs ?? seed.linkedAtMs;
        return { ops: [...ops, ...datedOps(added, Math.max(nowMs(), lastMs + 1))] };
      }),
    events: () => list().eventsOf(source(), nowMs()),
    rows: () => presentRows(list().eventsOf(source(), nowMs())),
    nextEventMs: () => list().nextEventMs(source(), nowMs()),
    accounts() {
      const shared = sharedAccounts(source());
      return accountsAt(seed.bank, seed.person).filter(({ key }) => shared.includes(key));
    },
    accountId: (account) => plaidId(`${seed.nonce} account ${account}`),
    transactionId: (rowKey) => plaidId(`${seed.nonce} row ${rowKey}`),
  };
}

export type ItemMakings = {
  bank: SandboxBank;
  household: Household;
  list: () => ItemList;
  store: RecordStore<ItemState>;
  timing: SandboxTiming;
  nowMs: () => number;
  onChange: () => void;
};

export function itemIdOf({ nonce }: Pick<ItemSeed, "nonce">): string {
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

/** Gives each change its own instant, so that positions in the list stay valid. */
function datedOps(added: readonly NewOp[], firstMs: number): ItemOp[] {
  return added.map((op, index) => ({ ...op, atMs: firstMs + index }));
}
