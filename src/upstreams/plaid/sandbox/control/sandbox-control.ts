import { itemControl } from "./control-items.ts";
import { rowControl } from "./control-rows.ts";
import { webhookControl } from "./control-webhooks.ts";
import type { ItemClock } from "../items/item-clock.ts";
import type { Item } from "../items/item.ts";
import type { Sandbox } from "../sandbox-context.ts";
import { problems } from "../sandbox-errors.ts";

/** Drives the sandbox: its clock, its banks, and what happens at them. Items are named by Plaid's item id. */
export type PlaidSandboxControl = ReturnType<typeof createControl>;

export function createControl(sandbox: Sandbox, clock: { setMs: number | null }, itemClock: ItemClock) {
  const { items, faults, nowMs } = sandbox;

  function open(itemId: string): Item {
    const item = items.find(itemId);
    if (item === null) throw new Error(`the sandbox has no item ${itemId}`);
    return item;
  }

  return {
    now: () => new Date(nowMs()),
    /** Sets the clock and lets it stand; it may not go back. Null lets it run with the `now` of the options. */
    setNow(now: Date | null): void {
      if (now !== null && now.getTime() < nowMs()) {
        throw new RangeError("the bank's clock does not go back");
      }
      clock.setMs = now === null ? null : now.getTime();
    },
    /** Sets the clock forward and lets it stand there. */
    advance(ms: number): void {
      clock.setMs = nowMs() + ms;
    },
    /** Sends the webhooks that are due by the clock; `settled` waits for their arrival. */
    tick: (): void => void itemClock.tick(),
    /** Does so by itself from now on, as the days pass. Keeps no process alive. */
    start: (): void => itemClock.start(),
    /** Changes the list after a first page, as often as told: the page after it fails. */
    mutateDuringPaging: (itemId: string, times = 1): void => faults.mutateDuringPaging(itemId, times),
    /** Lets the next calls of a path such as `/transactions/sync` fail. */
    failNext: (path: string, problem: keyof typeof problems, times = 1): void =>
      faults.failNext(path, problems[problem], times),
    ...itemControl(open, sandbox),
    ...rowControl(open, nowMs),
    ...webhookControl(open, sandbox),
  };
}
