import { tellChanges } from "#server/events/changes.ts";
import { isDatabaseAway } from "#server/database/db.ts";
import type { Kernel } from "#server/feature.ts";
import type { JobOutcome } from "#server/jobs/jobs.ts";
import {
  ownCodes,
  statusOfItem,
  stateOfProblem,
  type ItemStatus,
  type LinkSource,
} from "../../domain/item-status.ts";
import {
  isBankError,
  isOffered,
  type BankError,
  type BankReport,
  type BankSource,
  type BankSources,
  type OpenItem,
} from "../sources/bank-source.ts";
import type { BankMetrics } from "../bank-metrics.ts";
import { codeOfFailure } from "./bank-problem.ts";
import type { ItemStore, LinkedItem } from "../item-store.ts";
import { dateInZone } from "#shared/time/date-in-zone.ts";
import { commitSync, type OnImport } from "./sync-store.ts";

type ItemSyncOptions = {
  kernel: Pick<Kernel, "database" | "log" | "now" | "bus" | "settings" | "site">;
  sources: BankSources;
  items: ItemStore;
  metrics: BankMetrics;
  onImport: OnImport;
};

/** Link that can be synced, with the door to its source. */
type Syncing = { item: OpenItem & { source: LinkSource }; source: BankSource };
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

  /** Runs a sync. @throws BankError and others if it should be retried */
  async run({ institutionAccessItemId, failures, signal }: SyncRun): Promise<JobOutcome> {
    const item = await this.#options.items.findForJob(institutionAccessItemId);
    if (item === null || item.itemId === null || item.state === "removing" || item.source === "manual")
      return undefined;
    // Its keys were removed, and come back before it can be asked again.
    if (!isOffered(this.#options.kernel, item.source)) return undefined;
    const source = this.#options.sources[item.source];
    try {
      if (item.accessToken === null) return await this.#keyLost(item);
      return await this.#sync(
        { item: { ...item, accessToken: item.accessToken, source: item.source }, source },
        signal,
      );
    } catch (error) {
      if (signal.aborted || isDatabaseAway(error)) throw error;
      if (isBankError(error)) return this.#failed(item, error, { failures, source });
      // The changes can't be applied: keep nothing and show the bank as down.
      await this.#options.items.note(item, { state: "down", stateCode: ownCodes.unreadable });
      return this.#again(error, source);
    } finally {
      tellChanges(this.#options.kernel.bus, { userId: item.userId, changes: ["institutions"] });
    }
  }

  async #sync({ item, source }: Syncing, signal: AbortSignal): Promise<JobOutcome> {
    const { kernel, items, metrics, onImport } = this.#options;
    const startedAt = performance.now();
    const news = await source.changes(item, signal);
    const status = this.#status(item, news.report, { hasSynced: item.syncCursor !== null });
    if (news.is === "blocked") {
      await items.note(item, status);
      metrics.syncs.inc({ outcome: "needs-person" });
      return undefined;
    }
    if (news.is === "not-ready") return this.#notReady(item, status);
    const { collected, report, listed, institutionName } = news;
    this.#warnOfSkipped(item, collected.refusedCount);
    signal.throwIfAborted();
    const lastSuccessfulUpdate = report.lastSuccessfulUpdate ?? kernel.now();
    const result = await commitSync(kernel.database, item, collected, {
      source: item.source,
      listed,
      status: this.#status(item, report, { hasSynced: true }),
      lastSuccessfulUpdate,
      balanceDay: dateInZone(lastSuccessfulUpdate, kernel.site.timeZone),
      now: kernel.now(),
      onImport,
      ...(institutionName === undefined ? {} : { institutionName }),
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

  #status(item: LinkedItem, found: BankReport, { hasSynced }: { hasSynced: boolean }): ItemStatus {
    const now = this.#options.kernel.now();
    return statusOfItem(found, { ...item, hasSynced }, { now, isRepaired: false });
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

  async #keyLost(item: LinkedItem): Promise<undefined> {
    this.#options.kernel.log.error(
      { institutionAccessItemId: item.institutionAccessItemId },
      "The token of a linked bank can't be read with this SECRET_KEY. Link the bank again.",
    );
    await this.#options.items.note(item, { state: "revoked", stateCode: ownCodes.keyLost });
    return undefined;
  }

  async #failed(
    item: LinkedItem,
    error: BankError,
    { failures, source }: { failures: number; source: BankSource },
  ): Promise<undefined> {
    const { items, metrics } = this.#options;
    const stateCode = codeOfFailure(error);
    metrics.syncs.inc({ outcome: error.kind });
    const type = "errorType" in error ? error.errorType : null;
    if (error.kind === "user-action" || error.kind === "gone") {
      const state = error.kind === "gone" ? "revoked" : stateOfProblem({ type, code: error.errorCode });
      await items.note(item, { state, stateCode });
      this.#options.kernel.log.info(
        { error, about: item.institutionAccessItemId },
        "A bank needs the person's attention.",
      );
      return undefined;
    }
    const isDown =
      error.kind === "our-fault" ||
      type === "INSTITUTION_ERROR" ||
      source.retries === "tomorrow" ||
      failures + 1 >= failuresUntilDown;
    if (isDown) await items.note(item, { state: "down", stateCode });
    return this.#again(error, source);
  }

  /** Throws an error for the job to be retried, unless the source may be asked only so often; then the daily sync does it. */
  #again(error: unknown, { retries }: BankSource): undefined {
    if (retries === "soon") throw error;
    this.#options.kernel.log.warn({ error }, "Can't sync a bank. The daily sync will try again.");
    return undefined;
  }
}
