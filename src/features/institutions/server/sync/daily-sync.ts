import { createHash } from "node:crypto";
import type { Kernel } from "#server/feature.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import { bankJobs } from "./bank-jobs.ts";
import type { ItemStore } from "../item-store.ts";
import type { PendingLinkStore } from "../linking/pending-link-store.ts";
import type { WebhookInbox } from "../webhooks/webhook-inbox.ts";

type DailySyncOptions = {
  kernel: Pick<Kernel, "database" | "log" | "now">;
  jobs: Jobs;
  items: ItemStore;
  pendings: PendingLinkStore;
  inbox: WebhookInbox;
};

const dayMs = 24 * 60 * 60_000;
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
export async function runDailySync(options: DailySyncOptions, signal: AbortSignal): Promise<void> {
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
