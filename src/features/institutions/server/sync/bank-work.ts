import { z } from "zod";
import type { Kernel } from "#server/feature.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import { bankJobs } from "./bank-jobs.ts";
import { bankPauseMs } from "./bank-pause.ts";
import { runDailyPass } from "./daily-pass.ts";
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
/** Banks are slow, not we: several may be waited for at a time. */
const syncsAtATime = 4;

/** Names to the queue what is done for banks in the background. */
export function registerBankWork(options: WorkOptions): void {
  const { jobs, sync, removal, webhooks } = options;
  const pauseMs = bankPauseMs;
  jobs.register({
    kind: bankJobs.sync,
    payload: nothing,
    concurrency: syncsAtATime,
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
      await runDailyPass(options, signal);
      return undefined;
    },
  });
}
