import type { z } from "zod";
import { tellChanges } from "#server/events/changes.ts";
import type { Kernel } from "#server/feature.ts";
import { PlaidError, type PlaidBank } from "#upstreams/plaid/index.ts";
import { statusOfItem, statusOfWarning, stateOfProblem } from "../../domain/item-status.ts";
import { webhookAction } from "../../domain/webhook-action.ts";
import type { BankMetrics } from "../bank-metrics.ts";
import { toBankProblem } from "../sync/bank-problem.ts";
import type { ItemStore, LinkedItem } from "../item-store.ts";
import type { StoredWebhook, WebhookInbox, webhookPayload } from "./webhook-inbox.ts";

type HandlerOptions = {
  kernel: Pick<Kernel, "log" | "now" | "bus">;
  bank: Pick<PlaidBank, "getItem">;
  items: ItemStore;
  inbox: WebhookInbox;
  metrics: BankMetrics;
};
type Payload = z.infer<typeof webhookPayload>;

/** Result of a webhook, as stored in the inbox. */
type Outcome = "synced" | "state" | "ignored" | "unknown-item" | "unknown-code";

/**
 * Processes stored webhooks, which may arrive twice, late, and in any order. A reported state is stored at once and
 * checked against `/item/get` by the sync that follows.
 */
export class WebhookHandler {
  readonly #options: HandlerOptions;

  constructor(options: HandlerOptions) {
    this.#options = options;
  }

  /** Processes a webhook. @throws PlaidError if it should be retried */
  async handle(webhookId: number, payload: Payload, signal: AbortSignal): Promise<void> {
    const { inbox, metrics } = this.#options;
    const webhook = await inbox.find(webhookId);
    if (webhook === null) return;
    const outcome = await this.#outcomeOf(webhook, payload, signal);
    await inbox.handled(webhook, outcome);
    metrics.webhooks.inc({ outcome });
  }

  async #outcomeOf(webhook: StoredWebhook, payload: Payload, signal: AbortSignal): Promise<Outcome> {
    const { kernel, items } = this.#options;
    const { type, code } = webhook;
    if (webhookAction(webhook) === "unknown") {
      kernel.log.warn({ type, code }, "Stored a bank webhook of unknown type.");
      return "unknown-code";
    }
    if (webhookAction(webhook) === "ignore") return "ignored";
    const item = webhook.itemId === null ? null : await items.findByBankItem(webhook.itemId);
    if (item === null) {
      kernel.log.info({ type, code }, "Ignored a webhook for an unknown link.");
      return "unknown-item";
    }
    const hasActed = await this.#act(item, webhook, { ...payload, signal });
    if (!hasActed) return "ignored";
    tellChanges(kernel.bus, { userId: item.userId, changes: ["institutions"] });
    return webhookAction(webhook) === "sync" ? "synced" : "state";
  }

  /** Applies a webhook; false if the link has ended or the webhook is obsolete. */
  async #act(
    item: LinkedItem,
    { type, code }: StoredWebhook,
    { error, consentExpiresAt, signal }: Payload & { signal: AbortSignal },
  ): Promise<boolean> {
    const { kernel, items } = this.#options;
    const thenSync = { thenSync: true };
    switch (webhookAction({ type, code })) {
      case "problem":
        return items.note(item, error === null ? {} : problem(error), thenSync);
      case "warning": {
        const endsAt = consentExpiresAt === null ? null : new Date(consentExpiresAt);
        const status = statusOfWarning(code, endsAt, kernel.now());
        return status !== null && items.note(item, status, thenSync);
      }
      case "repaired":
        return this.#repaired(item, signal);
      case "new-accounts":
        return items.note(item, { newAccountsAvailable: true });
      case "revoked":
        return items.note(item, { state: "revoked", stateCode: code, expiresAt: null });
      default:
        return items.note(item, {}, thenSync);
    }
  }

  async #repaired(item: LinkedItem, signal: AbortSignal): Promise<boolean> {
    const { kernel, items } = this.#options;
    if (item.accessToken === null) return false;
    const found = await this.#readItem(item.accessToken, signal);
    if (found === null) return items.note(item, {}, { thenSync: true });
    const before = { ...item, hasSynced: item.syncCursor !== null };
    const status = statusOfItem(found, before, { now: kernel.now(), isRepaired: true });
    return items.note(item, status, { thenSync: true });
  }

  /** Reads the item's state; null if the bank refuses, since the sync that follows handles that. */
  async #readItem(accessToken: string, signal: AbortSignal) {
    try {
      return toBankProblem(await this.#options.bank.getItem(accessToken, signal));
    } catch (error) {
      if (error instanceof PlaidError && (error.kind === "gone" || error.kind === "user-action")) return null;
      throw error;
    }
  }
}

function problem(error: { type: string; code: string }) {
  return { state: stateOfProblem(error), stateCode: error.code };
}
