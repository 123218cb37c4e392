import type { Kernel } from "#server/feature.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import { bankJobs } from "./bank-jobs.ts";
import type { ItemStore } from "../item-store.ts";
import type { PendingLinkStore } from "../linking/pending-link-store.ts";
import type { WebhookInbox } from "../webhooks/webhook-inbox.ts";

type PassOptions = {
  kernel: Pick<Kernel, "database" | "log" | "now">;
  jobs: Jobs;
  items: ItemStore;
  pendings: PendingLinkStore;
  inbox: WebhookInbox;
};

const dayMs = 24 * 60 * 60_000;
const perBatch = 200;
/** Between two items, so that banks and Plaid are not asked for everything at once. */
const apartMs = 2_000;
/** What was dealt with may be looked up for so long. */
const inboxDays = 30;
/** A public token works for half an hour. */
const tokenDays = 2;

/**
 * Once a day every linked institution is asked how it is and synced, since nothing may depend on webhooks alone
 * (docs/reference/money.md, "Sync"); unlinks under way are seen to; what is no longer needed is dropped. One job for
 * all servers.
 */
export async function runDailyPass(options: PassOptions, signal: AbortSignal): Promise<void> {
  const { kernel, jobs, items, pendings, inbox } = options;
  const startedAt = kernel.now();
  let asked = 0;
  for (let after = 0; ;) {
    signal.throwIfAborted();
    const ids = await items.linkedAfter(after, perBatch);
    const last = ids.at(-1);
    if (last === undefined) break;
    await enqueueAll(ids, bankJobs.sync, (index) => (asked + index) * apartMs);
    asked += ids.length;
    after = last;
  }
  await enqueueAll(await items.removing(), bankJobs.removal, () => 0);
  const dropped = await inbox.purge(daysBefore(inboxDays));
  await pendings.purgeExchanged(daysBefore(tokenDays));
  kernel.log.info({ institutions: asked, droppedWebhooks: dropped }, "every linked bank is looked at today");

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
