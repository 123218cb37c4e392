import type { z } from "zod";
import { tellChanges } from "#server/events/changes.ts";
import type { Kernel } from "#server/feature.ts";
import { PlaidError, type PlaidBank } from "#upstreams/plaid/index.ts";
import { standingOfItem, standingOfWarning, stateOfProblem } from "../../domain/item-state.ts";
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
type Said = z.infer<typeof webhookPayload>;

/** What became of a webhook, as the inbox keeps it. */
type Outcome = "synced" | "state" | "ignored" | "unknown-item" | "unknown-code";

/**
 * Works on stored webhooks. They come twice, late and in any order: what one says of an item's state is noted at once,
 * and held against `/item/get` by the sync that follows.
 */
export class WebhookHandler {
  readonly #options: HandlerOptions;

  constructor(options: HandlerOptions) {
    this.#options = options;
  }

  /** @throws PlaidError where it is to be tried again */
  async handle(webhookId: number, said: Said, signal: AbortSignal): Promise<void> {
    const { inbox, metrics } = this.#options;
    const webhook = await inbox.find(webhookId);
    if (webhook === null) return;
    const outcome = await this.#outcomeOf(webhook, said, signal);
    await inbox.handled(webhook, outcome);
    metrics.webhooks.inc({ outcome });
  }

  async #outcomeOf(webhook: StoredWebhook, said: Said, signal: AbortSignal): Promise<Outcome> {
    const { kernel, items } = this.#options;
    const { type, code } = webhook;
    if (webhookAction(webhook) === "unknown") {
      kernel.log.warn({ type, code }, "a webhook of a bank is of no kind that is known; it is kept");
      return "unknown-code";
    }
    if (webhookAction(webhook) === "ignore") return "ignored";
    const item = webhook.itemId === null ? null : await items.findByBankItem(webhook.itemId);
    if (item === null) {
      kernel.log.info({ type, code }, "a webhook is about a link that is not here");
      return "unknown-item";
    }
    const hasActed = await this.#act(item, webhook, { ...said, signal });
    if (!hasActed) return "ignored";
    tellChanges(kernel.bus, { userId: item.userId, changes: ["institutions"] });
    return outcomeOfAction(webhook);
  }

  /** False where the link was ended meanwhile, or the webhook has nothing left to say. */
  async #act(
    item: LinkedItem,
    { type, code }: StoredWebhook,
    { error, consentExpiresAt, signal }: Said & { signal: AbortSignal },
  ): Promise<boolean> {
    const { kernel, items } = this.#options;
    const thenSync = { thenSync: true };
    switch (webhookAction({ type, code })) {
      case "problem":
        return items.note(item, error === null ? {} : problem(error), thenSync);
      case "warning": {
        const endsAt = consentExpiresAt === null ? null : new Date(consentExpiresAt);
        const standing = standingOfWarning(code, endsAt, kernel.now());
        return standing !== null && items.note(item, standing, thenSync);
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
    const found = await this.#ask(item.accessToken, signal);
    if (found === null) return items.note(item, {}, { thenSync: true });
    const before = { ...item, hasSynced: item.syncCursor !== null };
    const standing = standingOfItem(found, before, { now: kernel.now(), isRepaired: true });
    return items.note(item, standing, { thenSync: true });
  }

  /** Null where the bank does not answer for the item: the sync finds out why, and tries again where that helps. */
  async #ask(accessToken: string, signal: AbortSignal) {
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

function outcomeOfAction(webhook: StoredWebhook): Outcome {
  return webhookAction(webhook) === "sync" ? "synced" : "state";
}
