import {
  createPlaidSandbox,
  type PlaidSandbox,
  type PlaidSandboxOptions,
} from "#upstreams/plaid/sandbox/plaid-sandbox.ts";
import { itemControl } from "./control-items.ts";
import { rowControl } from "./control-rows.ts";
import { webhookControl } from "./control-webhooks.ts";
import type { ItemClock } from "#upstreams/plaid/sandbox/items/item-clock.ts";
import type { Item } from "#upstreams/plaid/sandbox/items/item.ts";
import type { Sandbox } from "#upstreams/plaid/sandbox/sandbox-context.ts";
import { problems } from "#upstreams/plaid/sandbox/sandbox-errors.ts";

export type DrivenBank = { app: PlaidSandbox["app"]; control: BankControl };

/** Drives the sandbox bank: its clock, its banks, and what happens at them. Items are named by Plaid's item id. */
export type BankControl = ReturnType<typeof createControl>;

/** The sandbox bank, driven by a test. */
export function createDrivenBank(options: PlaidSandboxOptions): DrivenBank {
  const clock = { setMs: null as number | null };
  const now = () => new Date(clock.setMs ?? (options.now?.() ?? new Date()).getTime());
  const { app, parts, itemClock } = createPlaidSandbox({ ...options, now });
  return { app, control: createControl(parts, clock, itemClock) };
}

function createControl(sandbox: Sandbox, clock: { setMs: number | null }, itemClock: ItemClock) {
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
