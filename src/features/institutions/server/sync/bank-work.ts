import { z } from "zod";
import type { Kernel } from "#server/feature.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import { bankJobs } from "./bank-jobs.ts";
import { bankPauseMs } from "./bank-pause.ts";
import { runDailySync } from "./daily-sync.ts";
import type { ItemRemoval } from "../item-removal.ts";
import type { ItemStore } from "../item-store.ts";
import type { ItemSync } from "./item-sync.ts";
import type { PendingLinkStore } from "../linking/pending-link-store.ts";
import type { WebhookHandler } from "../webhooks/webhook-handler.ts";
import { webhookPayload, type WebhookInbox } from "../webhooks/webhook-inbox.ts";

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
