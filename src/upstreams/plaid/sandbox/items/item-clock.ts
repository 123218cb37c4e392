import type { Item } from "./item.ts";
import type { Sandbox } from "../sandbox-context.ts";
import { webhookBody, type WebhookCode } from "../webhooks/webhook-bodies.ts";

/** Sends an Item's webhooks when they are due. */
export type ItemClock = {
  /** Sends the due webhooks. Returns when to check again, in milliseconds since 1970. */
  tick: () => number;
  /** Starts checking automatically whenever something is due. Keeps no process alive. */
  start: () => void;
  /** Checks soon, because an Item was changed. */
  wake: () => void;
};

type Milestone = { name: string; atMs: number; codes: WebhookCode[] };

/** Longest interval, because rows arrive daily and another server may have linked something. */
const mostMs = 60_000;
const leastMs = 250;

export function createItemClock(sandbox: Sandbox): ItemClock {
  const { items, webhooks, nowMs } = sandbox;
  /** Next change of an Item's list, and the number of changes from outside it was computed with. */
  const quietUntil = new Map<string, { ops: number; dueMs: number }>();
  let timer: NodeJS.Timeout | null = null;
  let isStarted = false;

  function look(item: Item): number {
    const { ops, removedAtMs, milestones } = item.state();
    if (removedAtMs !== null) return Number.POSITIVE_INFINITY;
    const open = milestonesOf(item).filter(({ name }) => !milestones.includes(name));
    for (const milestone of open.filter(({ atMs }) => atMs <= nowMs())) {
      item.update((state) => ({ milestones: [...state.milestones, milestone.name] }));
      for (const code of milestone.codes) webhooks.send(item, webhookBody(item, code, nowMs()));
    }
    const later = open.filter(({ atMs }) => atMs > nowMs()).map(({ atMs }) => atMs);
    const quiet = quietUntil.get(item.itemId);
    const isQuiet = quiet !== undefined && quiet.ops === ops.length && quiet.dueMs > nowMs();
    if (!isQuiet) {
      announce(item);
      quietUntil.set(item.itemId, { ops: ops.length, dueMs: item.nextEventMs() });
    }
    return Math.min(...later, quietUntil.get(item.itemId)?.dueMs ?? Number.POSITIVE_INFINITY);
  }

  /** Announces new changes once somebody has synced and the bank is readable. */
  function announce(item: Item): void {
    const { isArmed, announced } = item.state();
    const count = item.events().length;
    if (!isArmed || count <= announced || items.conditionOf(item) !== null) return;
    item.update(() => ({ announced: count }));
    webhooks.send(item, webhookBody(item, "SYNC_UPDATES_AVAILABLE", nowMs()));
  }

  function tick(): number {
    webhooks.retryDue();
    const due = items.known().map(look);
    return Math.min(...due, webhooks.nextRetryMs() ?? Number.POSITIVE_INFINITY);
  }

  function schedule(inMs: number): void {
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(run, inMs);
    timer.unref();
  }

  function run(): void {
    timer = null;
    const pauseMs = tick() - nowMs();
    schedule(Math.min(Math.max(pauseMs, leastMs), mostMs));
  }

  return {
    tick,
    start() {
      isStarted = true;
      schedule(leastMs);
    },
    wake() {
      if (isStarted && timer !== null) schedule(leastMs);
    },
  };
}

/** Lists webhooks sent once in an Item's life, with their times. */
function milestonesOf(item: Item): Milestone[] {
  const { bank, seed, troubleAtMs } = item;
  const trouble: WebhookCode[] = [
    ...(bank.trouble === "login" ? ["ERROR" as const] : []),
    // The bank announces data, and is down when asked for it.
    ...(bank.trouble === "down" ? ["SYNC_UPDATES_AVAILABLE" as const] : []),
    ...(seed.behavior === "expiring" ? ["PENDING_EXPIRATION" as const] : []),
    ...(seed.behavior === "revoked" ? ["USER_PERMISSION_REVOKED" as const] : []),
    ...(seed.behavior === "new-accounts" ? ["NEW_ACCOUNTS_AVAILABLE" as const] : []),
  ];
  return [
    { name: "initial", atMs: item.initialAtMs, codes: ["INITIAL_UPDATE"] },
    { name: "historical", atMs: item.historicalAtMs, codes: ["HISTORICAL_UPDATE"] },
    ...(trouble.length === 0 ? [] : [{ name: "trouble", atMs: troubleAtMs, codes: trouble }]),
  ];
}
