import { and, eq, isNotNull, lt } from "drizzle-orm";
import { z } from "zod";
import type { Transaction } from "#server/database/db.ts";
import type { Kernel } from "#server/feature.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import type { Webhook } from "#upstreams/plaid/index.ts";
import { bankJobs } from "../sync/bank-jobs.ts";
import { webhookInbox } from "#server/tables/institution-tables.ts";

/** Payload of a webhook's job, read when its signature was checked. */
export const webhookPayload = z.object({
  error: z.object({ type: z.string(), code: z.string() }).nullable(),
  consentExpiresAt: z.iso.datetime({ offset: true }).nullable(),
});

export type StoredWebhook = { webhookId: number; itemId: string | null; type: string; code: string };

/**
 * Verified webhooks, each with a job that processes it. Plaid signs the body and a timestamp in seconds, so two
 * deliveries may be identical. The second is ignored while the first waits, and processed again once the first is done,
 * since it may report newer changes.
 */
export class WebhookInbox {
  readonly #kernel: Pick<Kernel, "database" | "now">;
  readonly #jobs: Jobs;

  constructor(kernel: Pick<Kernel, "database" | "now">, jobs: Jobs) {
    this.#kernel = kernel;
    this.#jobs = jobs;
  }

  /** Stores a webhook and enqueues its job; false for a known delivery, whose job is enqueued again. */
  async put(webhook: Webhook, deliveryHash: string): Promise<boolean> {
    const { database, now } = this.#kernel;
    return database.unsafeDb.transaction(async (tx) => {
      const [row] = await tx
        .insert(webhookInbox)
        .values({
          source: "plaid",
          deliveryHash,
          itemId: webhook.itemId,
          webhookType: webhook.type,
          webhookCode: webhook.code,
          body: webhook.body,
          receivedAt: now(),
        })
        .onConflictDoNothing()
        .returning({ webhookId: webhookInbox.webhookId });
      const [known] = row === undefined ? await reopen(tx, deliveryHash) : [row];
      if (known === undefined) return false;
      const { error, consentExpiresAt } = webhook;
      const payload = {
        error: error === null ? null : { type: error.type, code: error.code },
        consentExpiresAt,
      };
      await this.#jobs.enqueue(tx, { kind: bankJobs.webhook, key: String(known.webhookId), payload });
      return row !== undefined;
    });
  }

  /** Finds a job's webhook, processed or not, since it may have arrived again; null if it was deleted. */
  async find(webhookId: number): Promise<StoredWebhook | null> {
    const [row] = await this.#kernel.database.unsafeDb
      .select()
      .from(webhookInbox)
      .where(eq(webhookInbox.webhookId, webhookId));
    if (row === undefined) return null;
    return { webhookId, itemId: row.itemId, type: row.webhookType, code: row.webhookCode };
  }

  async handled({ webhookId }: StoredWebhook, outcome: string): Promise<void> {
    await this.#kernel.database.unsafeDb
      .update(webhookInbox)
      .set({ handledAt: this.#kernel.now(), outcome })
      .where(eq(webhookInbox.webhookId, webhookId));
  }

  /** Deletes processed webhooks received before `before`; returns their number. */
  async purge(before: Date): Promise<number> {
    const { rowCount } = await this.#kernel.database.unsafeDb
      .delete(webhookInbox)
      .where(and(isNotNull(webhookInbox.handledAt), lt(webhookInbox.receivedAt, before)));
    return rowCount ?? 0;
  }
}

/** Marks a known webhook as unprocessed. */
function reopen(tx: Transaction, deliveryHash: string): Promise<{ webhookId: number }[]> {
  return tx
    .update(webhookInbox)
    .set({ handledAt: null, outcome: null })
    .where(eq(webhookInbox.deliveryHash, deliveryHash))
    .returning({ webhookId: webhookInbox.webhookId });
}
