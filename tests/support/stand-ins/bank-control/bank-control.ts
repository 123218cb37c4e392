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

/** Controls the sandbox bank: its clock, its banks and their events. Items are identified by Plaid's item id. */
export type BankControl = ReturnType<typeof createControl>;

/** Creates a sandbox bank controlled by a test. */
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
    /** Stops the clock at a time, which must not be earlier than now. Null lets it run with the options' `now`. */
    setNow(now: Date | null): void {
      if (now !== null && now.getTime() < nowMs()) {
        throw new RangeError("the bank's clock does not go back");
      }
      clock.setMs = now === null ? null : now.getTime();
    },
    /** Moves the clock forward and stops it there. */
    advance(ms: number): void {
      clock.setMs = nowMs() + ms;
    },
    /** Sends the due webhooks; `settled` waits for their arrival. */
    tick: (): void => void itemClock.tick(),
    /** Sends due webhooks automatically from now on. Keeps no process alive. */
    start: (): void => itemClock.start(),
    /** Changes the list after a first page, a number of times, so that the next page fails. */
    mutateDuringPaging: (itemId: string, times = 1): void => faults.mutateDuringPaging(itemId, times),
    /** Makes the next calls of a path such as `/transactions/sync` fail. */
    failNext: (path: string, problem: keyof typeof problems, times = 1): void =>
      faults.failNext(path, problems[problem], times),
    ...itemControl(open, sandbox),
    ...rowControl(open, nowMs),
    ...webhookControl(open, sandbox),
  };
}
