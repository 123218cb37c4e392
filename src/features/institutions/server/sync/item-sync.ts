import { tellChanges } from "#server/events/changes.ts";
import { isDatabaseAway } from "#server/database/db.ts";
import type { Kernel } from "#server/feature.ts";
import type { JobOutcome } from "#server/jobs/jobs.ts";
import { PlaidError, type BankItem, type PlaidBank } from "#upstreams/plaid/index.ts";
import { ownCodes, standingOfItem, stateOfProblem, type Standing } from "../../domain/item-state.ts";
import type { BankAddress } from "../linking/bank-address.ts";
import type { BankMetrics } from "../bank-metrics.ts";
import { codeOfFailure, toBankProblem } from "./bank-problem.ts";
import type { ItemStore, LinkedItem } from "../item-store.ts";
import { collectChanges } from "./page-collector.ts";
import { commitSync } from "./sync-store.ts";

type ItemSyncOptions = {
  kernel: Pick<Kernel, "database" | "log" | "now" | "bus">;
  bank: PlaidBank;
  items: ItemStore;
  address: BankAddress;
  metrics: BankMetrics;
  /** Between two tries; tests make time pass with it. */
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
};

/** An item whose token can be read. */
type OpenItem = LinkedItem & { accessToken: string };
type SyncRun = { institutionAccessItemId: number; failures: number; signal: AbortSignal };

/** Plaid's own trouble and the network's pass mostly before anybody sees them: the bank is "down" after so many tries. */
const failuresUntilDown = 3;
const shortestWaitMs = 2_000;
const longestWaitMs = 5 * 60_000;

/**
 * Brings one institution up to date (docs/reference/money.md, "Sync"): asks how it is, reads its list to the end, applies it all at
 * once. Runs as a job whose key is the institution, so that nobody else syncs it at the same time.
 */
export class ItemSync {
  readonly #options: ItemSyncOptions;

  constructor(options: ItemSyncOptions) {
    this.#options = options;
  }

  /** @throws PlaidError and others where the sync is to be tried again */
  async run({ institutionAccessItemId, failures, signal }: SyncRun): Promise<JobOutcome> {
    const item = await this.#options.items.findForJob(institutionAccessItemId);
    if (item === null || item.itemId === null || item.state === "removing") return undefined;
    try {
      return isOpen(item) ? await this.#sync(item, signal) : await this.#keyIsLost(item);
    } catch (error) {
      if (signal.aborted || isDatabaseAway(error)) throw error;
      if (error instanceof PlaidError) return this.#failed(item, error, failures);
      // What came cannot be brought in: nothing of it is, and the person is told.
      await this.#options.items.note(item, { state: "down", stateCode: ownCodes.unreadable });
      throw error;
    } finally {
      tellChanges(this.#options.kernel.bus, { userId: item.userId, changes: ["institutions"] });
    }
  }

  async #sync(item: OpenItem, signal: AbortSignal): Promise<JobOutcome> {
    const { kernel, bank, items, metrics } = this.#options;
    const found = await bank.getItem(item.accessToken, signal);
    const standing = this.#standing(item, found, { hasSynced: item.syncCursor !== null });
    if (standing.state === "repair" || standing.state === "revoked") {
      await items.note(item, standing);
      metrics.syncs.inc({ outcome: "needs-person" });
      return undefined;
    }
    await this.#tellWebhookAddress(item, signal);
    const startedAt = performance.now();
    const { accessToken, syncCursor: cursor } = item;
    const collected = await collectChanges(
      { accessToken, cursor },
      { ...this.#options, log: kernel.log, signal },
    );
    if (collected === null) return this.#notReady(item, standing);
    this.#warnOfRefused(item, collected.refusedCount);
    const listed = await bank.getAccounts(accessToken, signal);
    signal.throwIfAborted();
    const result = await commitSync(kernel.database, item, collected, {
      listed,
      standing: this.#standing(item, found, { hasSynced: true }),
      lastSuccessfulUpdate:
        found.lastSuccessfulUpdate === null ? kernel.now() : new Date(found.lastSuccessfulUpdate),
      now: kernel.now(),
    });
    metrics.syncs.inc({ outcome: result === null ? "superseded" : "done" });
    if (result === null) return undefined;
    for (const change of ["added", "modified", "removed"] as const)
      metrics.rows.inc({ change }, result[change]);
    const { institutionAccessItemId } = item;
    const durationMs = Math.round(performance.now() - startedAt);
    kernel.log.info(
      { institutionAccessItemId, pages: collected.pageCount, ...result, durationMs },
      "a bank was synced",
    );
    return undefined;
  }

  #standing(item: LinkedItem, found: BankItem, { hasSynced }: { hasSynced: boolean }): Standing {
    const now = this.#options.kernel.now();
    return standingOfItem(toBankProblem(found), { ...item, hasSynced }, { now, isRepaired: false });
  }

  #warnOfRefused({ institutionAccessItemId, institutionName }: LinkedItem, refusedCount: number): void {
    if (refusedCount === 0) return;
    this.#options.kernel.log.warn(
      { institutionAccessItemId, institutionName, refusedCount },
      "a bank sent transactions of more than can be counted: they were left out",
    );
  }

  /** Stays importing; asked again soon, then less and less often. */
  async #notReady(item: LinkedItem, standing: Standing): Promise<JobOutcome> {
    const { kernel, items, metrics } = this.#options;
    const isImporting = standing.state === "importing";
    await items.note(item, isImporting ? { ...standing, stateCode: ownCodes.notReady } : standing);
    metrics.syncs.inc({ outcome: "not-ready" });
    const now = kernel.now().getTime();
    const waitMs = Math.min(longestWaitMs, Math.max(shortestWaitMs, (now - item.linkedAt.getTime()) / 2));
    return { againAt: new Date(now + waitMs) };
  }

  /** The site's address may have changed since the bank was linked. */
  async #tellWebhookAddress(item: OpenItem, signal: AbortSignal): Promise<void> {
    const { kernel, bank, items, address } = this.#options;
    const webhookUrl = address.webhookUrl();
    if (webhookUrl === null || webhookUrl === item.webhookUrl) return;
    try {
      await bank.updateWebhook(item.accessToken, webhookUrl, signal);
      await items.note(item, { webhookUrl });
    } catch (error) {
      // The daily pass finds what no webhook tells.
      kernel.log.warn({ error, about: item.institutionAccessItemId }, "a bank could not be told our address");
    }
  }

  async #keyIsLost(item: LinkedItem): Promise<undefined> {
    this.#options.kernel.log.error(
      { institutionAccessItemId: item.institutionAccessItemId },
      "the token of a linked bank cannot be read with this SECRET_KEY: it must be linked again",
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
        "a bank needs its person",
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
