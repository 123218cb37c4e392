import { PlaidError } from "#upstreams/plaid/index.ts";
import { tellChanges } from "#server/events/changes.ts";
import type { Kernel } from "#server/feature.ts";
import type { LinkSource } from "../domain/item-status.ts";
import { isBankError, isOffered, type BankSources } from "./sources/bank-source.ts";
import { codeOfFailure } from "./sync/bank-problem.ts";
import type { ItemStore, LinkedItem } from "./item-store.ts";
import type { PendingLinkStore } from "./linking/pending-link-store.ts";

/** Code for a live link on a site without live Plaid credentials. */
export const notLiveCode = "PLAID_NOT_LIVE";

type RemovalOptions = {
  kernel: Pick<Kernel, "log" | "now" | "bus" | "settings">;
  sources: Readonly<Record<LinkSource, Pick<BankSources[LinkSource], "revoke">>>;
  items: ItemStore;
  pendings: PendingLinkStore;
};

/** Ends links at the bank first, then here, so that no usable token is lost. */
export class ItemRemoval {
  readonly #options: RemovalOptions;

  constructor(options: RemovalOptions) {
    this.#options = options;
  }

  /** Removes a bank that the person has unlinked. @throws BankError if a retry is needed */
  async remove(institutionAccessItemId: number, signal: AbortSignal): Promise<void> {
    const { kernel, items } = this.#options;
    const item = await items.findForJob(institutionAccessItemId);
    if (item === null || item.state !== "removing") return;
    try {
      await this.#removeAtBank(item, signal);
      if (item.keepHistory === false) await items.endWithHistory(item, signal);
      else await items.endKeepingHistory(item, kernel.now());
    } catch (error) {
      if (isBankError(error)) await items.noteRemovalProblem(item, codeOfFailure(error));
      throw error;
    } finally {
      tellChanges(kernel.bus, { userId: item.userId, changes: ["institutions"] });
    }
    kernel.log.info({ institutionAccessItemId, keepHistory: item.keepHistory }, "Unlinked a bank.");
  }

  /** Undoes a link that wasn't completed in time. Returns when to check again if it may still be completed. */
  async undo(
    pendingLinkId: string,
    userId: string,
    signal: AbortSignal,
  ): Promise<{ againAt: Date } | undefined> {
    const { kernel, pendings } = this.#options;
    const pending = await pendings.find(userId, pendingLinkId);
    if (pending === null) return undefined;
    const againAt = pendings.undoableAt(pending);
    if (againAt > kernel.now()) return { againAt };
    await this.#removeAtBank(pending, signal);
    await pendings.drop(pending);
    kernel.log.info({ pendingLinkId }, "Undid an uncompleted link at the bank.");
    return undefined;
  }

  /** Removes an item at the bank; one that the bank no longer knows counts as removed, as does one that only the person can end. */
  async #removeAtBank(
    { source, itemId, accessToken }: Pick<LinkedItem, "source" | "itemId" | "accessToken">,
    signal: AbortSignal,
  ): Promise<void> {
    const { kernel, sources } = this.#options;
    if (itemId === null || source === "manual") return;
    const { revoke } = sources[source];
    if (revoke === undefined) return;
    if (!isOffered(kernel, source))
      throw new PlaidError("retry-later", "Plaid isn't live any more.", { errorCode: notLiveCode });
    if (accessToken === null) {
      kernel.log.error(
        {},
        "Can't end a link at the bank, because its token can't be decrypted with this SECRET_KEY. End it in the bank's settings.",
      );
      return;
    }
    try {
      await revoke(accessToken, signal);
    } catch (error) {
      if (!isBankError(error) || error.kind !== "gone") throw error;
    }
  }
}
