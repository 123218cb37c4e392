import type { Item } from "#upstreams/plaid/sandbox/items/item.ts";
import type { Sandbox } from "#upstreams/plaid/sandbox/sandbox-context.ts";
import { webhookBody, type WebhookCode } from "#upstreams/plaid/sandbox/webhooks/webhook-bodies.ts";
import type { WebhookBody } from "#upstreams/plaid/sandbox/webhooks/webhooks.ts";

/** Controls webhooks of every kind, in any order, sent or only signed. */
export function webhookControl(open: (itemId: string) => Item, { keys, webhooks, nowMs }: Sandbox) {
  return {
    rotateWebhookKey: (): void => keys.rotate(),
    /** Returns the body of a webhook about an Item in its current state. */
    webhookBody: (itemId: string, code: WebhookCode): WebhookBody => webhookBody(open(itemId), code, nowMs()),
    /** Sends a webhook to the Item's address; false if it has none. `settled` waits for its arrival. */
    fire(itemId: string, code: WebhookCode, fields: Record<string, unknown> = {}): boolean {
      const item = open(itemId);
      return webhooks.send(item, { ...webhookBody(item, code, nowMs()), ...fields });
    },
    /** Signs any body like Plaid, for a test to post in any order, twice, late or altered. */
    async signWebhook(
      body: WebhookBody,
      options: { issuedAt?: Date; /** 0 is the first key. */ generation?: number } = {},
    ): Promise<{ text: string; headers: Record<string, string> }> {
      const text = JSON.stringify(body, null, 2);
      const signature = await keys.sign(text, {
        ...(options.issuedAt === undefined ? {} : { iatMs: options.issuedAt.getTime() }),
        ...(options.generation === undefined ? {} : { generation: options.generation }),
      });
      return { text, headers: { "content-type": "application/json", "plaid-verification": signature } };
    },
    settled: (): Promise<void> => webhooks.settled(),
  };
}
