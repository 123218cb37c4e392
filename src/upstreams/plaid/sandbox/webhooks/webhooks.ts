import type { Item } from "../items/item.ts";
import type { WebhookKeys } from "./webhook-keys.ts";

/** A body as it is sent; `webhook_type` and `webhook_code` name it. */
export type WebhookBody = { webhook_type: string; webhook_code: string; item_id: string } & Record<
  string,
  unknown
>;

/** What sends webhooks. */
export type Webhooks = {
  /** Sends to the item's address without waiting; false where it has none. */
  send: (item: Item, body: WebhookBody) => boolean;
  /** Sends again what failed, where its time has come. */
  retryDue: () => void;
  /** Resolves once everything that is being sent has arrived or failed. */
  settled: () => Promise<void>;
  /** When the next one is sent again; null when none waits. */
  nextRetryMs: () => number | null;
};

type Delivery = { url: string; text: string; failures: number };

/** Plaid waits longer each time. */
const retryAfterMs = [30_000, 120_000, 480_000];
const maxWaiting = 200;
const timeoutMs = 10_000;

export function createWebhooks(options: {
  fetch: typeof fetch;
  keys: WebhookKeys;
  nowMs: () => number;
  /** Whether a webhook may go to an address at all. */
  isAllowed: (url: URL) => boolean;
}): Webhooks {
  const { keys, nowMs } = options;
  const running = new Set<Promise<void>>();
  let waiting: { delivery: Delivery; dueMs: number }[] = [];

  function start(delivery: Delivery): void {
    const run = deliver(delivery).finally(() => running.delete(run));
    running.add(run);
  }

  /** A delivery that fails is the site's loss, not the bank's: it is tried again, then forgotten. */
  async function deliver(delivery: Delivery): Promise<void> {
    // Signed anew each time: a signature is good for minutes.
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
