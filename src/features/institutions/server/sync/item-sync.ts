import { tellChanges } from "#server/events/changes.ts";
import { isDatabaseAway } from "#server/database/db.ts";
import type { Kernel } from "#server/feature.ts";
import type { JobOutcome } from "#server/jobs/jobs.ts";
import { PlaidError, type BankItem, type PlaidBank } from "#upstreams/plaid/index.ts";
import { ownCodes, statusOfItem, stateOfProblem, type ItemStatus } from "../../domain/item-status.ts";
import type { BankAddress } from "../linking/bank-address.ts";
import type { BankMetrics } from "../bank-metrics.ts";
import { codeOfFailure, toBankProblem } from "./bank-problem.ts";
import type { ItemStore, LinkedItem } from "../item-store.ts";
import { collectChanges } from "./page-collector.ts";
import { commitSync, type OnImport } from "./sync-store.ts";

type ItemSyncOptions = {
  kernel: Pick<Kernel, "database" | "log" | "now" | "bus">;
  bank: PlaidBank;
  items: ItemStore;
  address: BankAddress;
  metrics: BankMetrics;
  onImport: OnImport;
  /** Pauses between attempts; tests replace it. */
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
};

/** Bank whose token can be decrypted. */
type OpenItem = LinkedItem & { accessToken: string };
type SyncRun = { institutionAccessItemId: number; failures: number; signal: AbortSignal };

/** Failures of Plaid or the network before a bank counts as down; most pass sooner. */
const failuresUntilDown = 3;
const minWaitMs = 2_000;
const maxWaitMs = 5 * 60_000;

/**
 * Syncs a bank (docs/reference/money.md, "Sync"): reads its state and all changes, then applies them at once. Runs as a
 * job keyed by bank, so that only one sync of a bank runs at a time.
 */
export class ItemSync {
  readonly #options: ItemSyncOptions;

  constructor(options: ItemSyncOptions) {
    this.#options = options;
  }

  /** Runs a sync. @throws PlaidError and others if it should be retried */
  async run({ institutionAccessItemId, failures, signal }: SyncRun): Promise<JobOutcome> {
    const item = await this.#options.items.findForJob(institutionAccessItemId);
    if (item === null || item.itemId === null || item.state === "removing") return undefined;
    try {
      return isOpen(item) ? await this.#sync(item, signal) : await this.#keyLost(item);
    } catch (error) {
      if (signal.aborted || isDatabaseAway(error)) throw error;
      if (error instanceof PlaidError) return this.#failed(item, error, failures);
      // The changes can't be applied: keep nothing and show the bank as down.
      await this.#options.items.note(item, { state: "down", stateCode: ownCodes.unreadable });
      throw error;
    } finally {
      tellChanges(this.#options.kernel.bus, { userId: item.userId, changes: ["institutions"] });
    }
  }

  async #sync(item: OpenItem, signal: AbortSignal): Promise<JobOutcome> {
    const { kernel, bank, items, metrics, onImport } = this.#options;
    const found = await bank.getItem(item.accessToken, signal);
    const status = this.#status(item, found, { hasSynced: item.syncCursor !== null });
    if (status.state === "repair" || status.state === "revoked") {
      await items.note(item, status);
      metrics.syncs.inc({ outcome: "needs-person" });
      return undefined;
    }
    await this.#updateWebhookAddress(item, signal);
    const startedAt = performance.now();
    const { accessToken, syncCursor: cursor } = item;
    const collected = await collectChanges(
      { accessToken, cursor },
      { ...this.#options, log: kernel.log, signal },
    );
    if (collected === null) return this.#notReady(item, status);
    this.#warnOfSkipped(item, collected.refusedCount);
    const listed = await bank.getAccounts(accessToken, signal);
    signal.throwIfAborted();
    const result = await commitSync(kernel.database, item, collected, {
      listed,
      status: this.#status(item, found, { hasSynced: true }),
      lastSuccessfulUpdate:
        found.lastSuccessfulUpdate === null ? kernel.now() : new Date(found.lastSuccessfulUpdate),
      now: kernel.now(),
      onImport,
    });
    metrics.syncs.inc({ outcome: result === null ? "superseded" : "done" });
    if (result === null) return undefined;
    for (const change of ["added", "modified", "removed"] as const)
      metrics.rows.inc({ change }, result[change]);
    const { institutionAccessItemId } = item;
    const durationMs = Math.round(performance.now() - startedAt);
    kernel.log.info(
      { institutionAccessItemId, pages: collected.pageCount, ...result, durationMs },
      "Synced a bank.",
    );
    return undefined;
  }

  #status(item: LinkedItem, found: BankItem, { hasSynced }: { hasSynced: boolean }): ItemStatus {
    const now = this.#options.kernel.now();
    return statusOfItem(toBankProblem(found), { ...item, hasSynced }, { now, isRepaired: false });
  }

  #warnOfSkipped({ institutionAccessItemId, institutionName }: LinkedItem, refusedCount: number): void {
    if (refusedCount === 0) return;
    this.#options.kernel.log.warn(
      { institutionAccessItemId, institutionName, refusedCount },
      "Skipped transactions whose amounts are too large.",
    );
  }

  /** Keeps a bank importing and checks again soon, then less and less often. */
  async #notReady(item: LinkedItem, status: ItemStatus): Promise<JobOutcome> {
    const { kernel, items, metrics } = this.#options;
    const isImporting = status.state === "importing";
    await items.note(item, isImporting ? { ...status, stateCode: ownCodes.notReady } : status);
    metrics.syncs.inc({ outcome: "not-ready" });
    const now = kernel.now().getTime();
    const waitMs = Math.min(maxWaitMs, Math.max(minWaitMs, (now - item.linkedAt.getTime()) / 2));
    return { againAt: new Date(now + waitMs) };
  }

  /** Updates the webhook address at the bank if this site's address has changed. */
  async #updateWebhookAddress(item: OpenItem, signal: AbortSignal): Promise<void> {
    const { kernel, bank, items, address } = this.#options;
    const webhookUrl = address.webhookUrl();
    if (webhookUrl === null || webhookUrl === item.webhookUrl) return;
    try {
      await bank.updateWebhook(item.accessToken, webhookUrl, signal);
      await items.note(item, { webhookUrl });
    } catch (error) {
      // The daily sync covers missing webhooks.
      kernel.log.warn(
        { error, about: item.institutionAccessItemId },
        "Can't update the webhook address at a bank.",
      );
    }
  }

  async #keyLost(item: LinkedItem): Promise<undefined> {
    this.#options.kernel.log.error(
      { institutionAccessItemId: item.institutionAccessItemId },
      "The token of a linked bank can't be read with this SECRET_KEY. Link the bank again.",
    );
    await this.#options.items.note(item, { state: "revoked", stateCode: ownCodes.keyLost });
    return undefined;
  }

  async #failed(item: LinkedItem, error: PlaidError, failures: number): Promise<undefined> {
    const { items, metrics } = this.#options;
    const stateCode = codeOfFailure(error);
    metrics.syncs.inc({ outcome: error.kind });
    if (error.kind === "user-action" || error.kind === "gone") {
      const state =
        error.kind === "gone" ? "revoked" : stateOfProblem({ type: error.errorType, code: error.errorCode });
      await items.note(item, { state, stateCode });
      this.#options.kernel.log.info(
        { error, about: item.institutionAccessItemId },
        "A bank needs the person's attention.",
      );
      return undefined;
    }
    const isDown =
      error.kind === "our-fault" ||
      error.errorType === "INSTITUTION_ERROR" ||
      failures + 1 >= failuresUntilDown;
    if (isDown) await items.note(item, { state: "down", stateCode });
    throw error;
  }
}

function isOpen(item: LinkedItem): item is OpenItem {
  return item.accessToken !== null;
}
