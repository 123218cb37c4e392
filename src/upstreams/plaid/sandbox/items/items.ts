import { conditionOf, type ItemCondition } from "./item-condition.ts";
import type { ItemState } from "./item-state.ts";
import { createItemLists } from "./item-lists.ts";
import { createItem, type Item, type SandboxTiming } from "./item.ts";
import { createHousehold, type Household } from "../flows/household.ts";
import { findBank } from "../sandbox-banks.ts";
import { problems, SandboxError } from "../sandbox-errors.ts";
import type { RecordStore } from "#shared/record-store.ts";
import type { ItemSeed } from "../sandbox-tokens.ts";

export type Items = {
  /** Returns the Item of a token, whether the store has it or not. */
  open: (seed: ItemSeed) => Item;
  /** Returns every Item in the store. */
  known: () => Item[];
  find: (itemId: string) => Item | null;
  /** Takes a bank down or brings it up, whatever its usual behavior; null restores that. */
  setDown: (bankId: string, isDown: boolean | null) => void;
  /** Returns an Item's current problem; null if there is none. */
  conditionOf: (item: Item) => ItemCondition | null;
};

export function createItems(options: {
  store: RecordStore<ItemState>;
  timing: SandboxTiming;
  nowMs: () => number;
  /** Called after a change to an Item. */
  onChange: () => void;
}): Items {
  const { store, nowMs } = options;
  const households = new Map<string, Household>();
  const listOf = createItemLists();
  /** Since when a bank has been taken down; null if it was brought up. */
  const orders = new Map<string, number | null>();

  function householdOf({ bank, person }: ItemSeed): Household {
    const key = `${bank} ${person}`;
    const known = households.get(key) ?? createHousehold(bank, person);
    households.set(key, known);
    return known;
  }

  function open(seed: ItemSeed): Item {
    const bank = findBank(seed.bank);
    if (bank === undefined) throw new SandboxError(problems.itemNotFound);
    const item = createItem(seed, {
      ...options,
      bank,
      household: householdOf(seed),
      list: () => listOf(item.itemId),
    });
    return item;
  }

  function find(itemId: string): Item | null {
    const state = store.read(itemId);
    return state === null ? null : open(state.seed);
  }

  function downSince(item: Item): number | null {
    const ordered = orders.get(item.bank.id);
    if (ordered !== undefined) return ordered;
    return item.bank.trouble === "down" && nowMs() >= item.troubleAtMs ? item.troubleAtMs : null;
  }

  return {
    open,
    find,
    known: () => store.ids().flatMap((itemId) => find(itemId) ?? []),
    setDown(bankId, isDown) {
      if (isDown === null) orders.delete(bankId);
      else orders.set(bankId, isDown ? nowMs() : null);
    },
    conditionOf: (item) => conditionOf(item, nowMs(), downSince(item)),
  };
}
