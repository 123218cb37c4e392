import type { Item } from "../items/item.ts";
import type { WebhookKeys } from "./webhook-keys.ts";

/** Body of a webhook, identified by `webhook_type` and `webhook_code`. */
export type WebhookBody = { webhook_type: string; webhook_code: string; item_id: string } & Record<
  string,
  unknown
>;

/** Sends webhooks. */
export type Webhooks = {
  /** Sends to the Item's address without waiting; false if it has none. */
  send: (item: Item, body: WebhookBody) => boolean;
  /** Retries failed deliveries that are due. */
  retryDue: () => void;
  /** Resolves once everything being sent has arrived or failed. */
  settled: () => Promise<void>;
  /** Returns the time of the next retry; null if there is none. */
  nextRetryMs: () => number | null;
};

type Delivery = { url: string; text: string; failures: number };

/** Pauses grow, like Plaid's. */
const retryAfterMs = [30_000, 120_000, 480_000];
const maxWaiting = 200;
const timeoutMs = 10_000;

export function createWebhooks(options: {
  fetch: typeof fetch;
  keys: WebhookKeys;
  nowMs: () => number;
  /** Returns whether webhooks may be sent to an address. */
  isAllowed: (url: URL) => boolean;
}): Webhooks {
  const { keys, nowMs } = options;
  const running = new Set<Promise<void>>();
  let waiting: { delivery: Delivery; dueMs: number }[] = [];

  function start(delivery: Delivery): void {
    const run = deliver(delivery).finally(() => running.delete(run));
    running.add(run);
  }

  /** Delivers a webhook. A failure doesn't affect the bank: the delivery is retried, then dropped. */
  async function deliver(delivery: Delivery): Promise<void> {
    // Signed for each attempt, because a signature is valid for minutes.
    const signature = await keys.sign(delivery.text);
    const isTaken = await options
      .fetch(delivery.url, {
        method: "POST",
        body: delivery.text,
        headers: {
          "content-type": "application/json",
          "plaid-verification": signature,
          "user-agent": "Plaid-Webhook-Sandbox",
        },
        redirect: "manual",
        signal: AbortSignal.timeout(timeoutMs),
      })
      .then(
        async (response) => {
          await response.body?.cancel();
          return response.ok;
        },
        () => false,
      );
    const pauseMs = retryAfterMs[delivery.failures];
    if (isTaken || pauseMs === undefined || waiting.length >= maxWaiting) return;
    waiting.push({ delivery: { ...delivery, failures: delivery.failures + 1 }, dueMs: nowMs() + pauseMs });
  }

  return {
    send(item, body) {
      const { webhook } = item.state();
      if (webhook === null || !URL.canParse(webhook) || !options.isAllowed(new URL(webhook))) return false;
      item.update(() => ({ lastWebhook: { code: body.webhook_code, sentAtMs: nowMs() } }));
      start({ url: webhook, text: JSON.stringify(body, null, 2), failures: 0 });
      return true;
    },
    retryDue() {
      const due = waiting.filter(({ dueMs }) => dueMs <= nowMs());
      waiting = waiting.filter(({ dueMs }) => dueMs > nowMs());
      for (const { delivery } of due) start(delivery);
    },
    async settled() {
      while (running.size > 0) await Promise.all(running);
    },
    nextRetryMs: () => (waiting.length === 0 ? null : Math.min(...waiting.map(({ dueMs }) => dueMs))),
  };
}
