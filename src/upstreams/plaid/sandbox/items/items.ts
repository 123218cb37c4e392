import { conditionOf, type ItemCondition } from "./item-condition.ts";
import { createItemLists } from "./item-lists.ts";
import { createItem, type Item, type SandboxTiming } from "./item.ts";
import { createHousehold, type Household } from "../flows/household.ts";
import { findBank } from "../sandbox-banks.ts";
import { problems, SandboxError } from "../sandbox-errors.ts";
import type { SandboxStore } from "../sandbox-store.ts";
import type { ItemSeed } from "../sandbox-tokens.ts";

export type Items = {
  /** The item of a token, whether the store has heard of it or not. */
  open: (seed: ItemSeed) => Item;
  /** Every item that the store knows. */
  known: () => Item[];
  find: (itemId: string) => Item | null;
  /** Takes a bank down, or up again, whatever its nature; null gives it back to that. */
  setDown: (bankId: string, isDown: boolean | null) => void;
  /** What is wrong with an item now; null when nothing is. */
  conditionOf: (item: Item) => ItemCondition | null;
};

export function createItems(options: {
  store: SandboxStore;
  timing: SandboxTiming;
  nowMs: () => number;
  /** Called after something was done to an item. */
  onChange: () => void;
}): Items {
  const { store, nowMs } = options;
  const households = new Map<string, Household>();
  const listOf = createItemLists();
  /** Since when a bank is down by order; null: it is up by order. */
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
    known: () => store.itemIds().flatMap((itemId) => find(itemId) ?? []),
    setDown(bankId, isDown) {
      if (isDown === null) orders.delete(bankId);
      else orders.set(bankId, isDown ? nowMs() : null);
    },
    conditionOf: (item) => conditionOf(item, nowMs(), downSince(item)),
  };
}
