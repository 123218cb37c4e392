import { z } from "zod";
import type { Kernel } from "#server/feature.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import { bankJobs } from "./bank-jobs.ts";
import { bankPauseMs } from "./bank-pause.ts";
import type { ItemRemoval } from "../item-removal.ts";
import type { ItemStore } from "../item-store.ts";
import type { ItemSync } from "./item-sync.ts";
import type { PendingLinkStore } from "../linking/pending-link-store.ts";
import type { WebhookHandler } from "../webhooks/webhook-handler.ts";
import { webhookPayload, type WebhookInbox } from "../webhooks/webhook-inbox.ts";
import { createHash } from "node:crypto";

type WorkOptions = {
  kernel: Pick<Kernel, "database" | "log" | "now">;
  jobs: Jobs;
  items: ItemStore;
  pendings: PendingLinkStore;
  inbox: WebhookInbox;
  sync: ItemSync;
  removal: ItemRemoval;
  webhooks: WebhookHandler;
};

const dayMs = 24 * 60 * 60_000;
const nothing = z.object({});
/** Syncs run in parallel because they mostly wait for banks. */
const syncConcurrency = 4;

/** Registers the background jobs of linked banks. */
export function registerBankWork(options: WorkOptions): void {
  const { jobs, sync, removal, webhooks } = options;
  const pauseMs = bankPauseMs;
  jobs.register({
    kind: bankJobs.sync,
    payload: nothing,
    concurrency: syncConcurrency,
    pauseMs,
    run: ({ key, failures, signal }) => sync.run({ institutionAccessItemId: Number(key), failures, signal }),
  });
  jobs.register({
    kind: bankJobs.removal,
    payload: nothing,
    pauseMs,
    run: async ({ key, signal }) => {
      await removal.remove(Number(key), signal);
      return undefined;
    },
  });
  jobs.register({
    kind: bankJobs.pendingLink,
    payload: z.object({ userId: z.uuid() }),
    pauseMs,
    run: ({ key, payload, signal }) => removal.undo(key, payload.userId, signal),
  });
  jobs.register({
    kind: bankJobs.webhook,
    payload: webhookPayload,
    pauseMs,
    run: async ({ key, payload, signal }) => {
      await webhooks.handle(Number(key), payload, signal);
      return undefined;
    },
  });
  jobs.repeat({
    kind: bankJobs.daily,
    everyMs: dayMs,
    run: async (signal) => {
      await runDailySync(options, signal);
      return undefined;
    },
  });
}

type DailySyncOptions = {
  kernel: Pick<Kernel, "database" | "log" | "now">;
  jobs: Jobs;
  items: ItemStore;
  pendings: PendingLinkStore;
  inbox: WebhookInbox;
};

const perBatch = 200;
/** Interval between banks, to spread the load on banks and Plaid. */
const staggerMs = 2_000;
/** Time over which banks at SimpleFIN are spread, each at an hour of its own, so that sites don't all call at once. */
const jitterSpanMs = 6 * 60 * 60_000;
/** Retention of processed webhooks. */
const inboxDays = 30;
/** Retention of public tokens, which expire within 30 minutes. */
const tokenDays = 2;

/**
 * Enqueues a sync of every linked bank, since nothing may depend on webhooks alone (docs/reference/money.md, "Sync").
 * Also resumes pending unlinks and deletes old webhooks and tokens. Runs once a day for all servers.
 */
async function runDailySync(options: DailySyncOptions, signal: AbortSignal): Promise<void> {
  const { kernel, jobs, items, pendings, inbox } = options;
  const startedAt = kernel.now();
  let asked = 0;
  for (let after = 0; ;) {
    signal.throwIfAborted();
    const banks = await items.linkedAfter(after, perBatch);
    const last = banks.at(-1);
    if (last === undefined) break;
    const ids = banks.map(({ id }) => id);
    await enqueueAll(ids, bankJobs.sync, (index) => {
      const bank = banks[index];
      return bank?.source === "simplefin" ? jitterMs(bank.id) : (asked + index) * staggerMs;
    });
    asked += ids.length;
    after = last.id;
  }
  await enqueueAll(await items.removing(), bankJobs.removal, () => 0);
  const dropped = await inbox.purge(daysBefore(inboxDays));
  await pendings.purgeExchanged(daysBefore(tokenDays));
  kernel.log.info({ banks: asked, deletedWebhooks: dropped }, "Enqueued the daily sync of all linked banks.");

  function daysBefore(days: number): Date {
    return new Date(startedAt.getTime() - days * dayMs);
  }

  async function enqueueAll(ids: number[], kind: string, delayMs: (index: number) => number): Promise<void> {
    if (ids.length === 0) return;
    await kernel.database.unsafeDb.transaction(async (tx) => {
      for (const [index, id] of ids.entries()) {
        const dueAt = new Date(startedAt.getTime() + delayMs(index));
        await jobs.enqueue(tx, { kind, key: String(id), dueAt });
      }
    });
  }
}

/** Returns a bank's own part of the span, the same every day, so that a day passes between its calls. */
function jitterMs(institutionAccessItemId: number): number {
  const digest = createHash("sha256").update(`daily sync ${institutionAccessItemId}`).digest();
  return digest.readUInt32BE(0) % jitterSpanMs;
}
