import { tellChanges } from "#server/events/changes.ts";
import type { Kernel } from "#server/feature.ts";
import { PlaidError, type PlaidBank } from "#upstreams/plaid/index.ts";
import { codeOfFailure } from "./sync/bank-problem.ts";
import type { ItemStore, LinkedItem } from "./item-store.ts";
import type { PendingLinkStore } from "./linking/pending-link-store.ts";

type RemovalOptions = {
  kernel: Pick<Kernel, "log" | "now" | "bus">;
  bank: Pick<PlaidBank, "removeItem">;
  items: ItemStore;
  pendings: PendingLinkStore;
};

/** Ends links at the bank first and here afterwards, so that no token is forgotten that still opens something. */
export class ItemRemoval {
  readonly #options: RemovalOptions;

  constructor(options: RemovalOptions) {
    this.#options = options;
  }

  /** Of an institution that the person has unlinked. @throws PlaidError where it is to be tried again */
  async remove(institutionAccessItemId: number, signal: AbortSignal): Promise<void> {
    const { kernel, items } = this.#options;
    const item = await items.findForJob(institutionAccessItemId);
    if (item === null || item.state !== "removing") return;
    try {
      await this.#letGo(item, signal);
      if (item.keepHistory === false) await items.endWithHistory(item, signal);
      else await items.endKeepingHistory(item, kernel.now());
    } catch (error) {
      if (error instanceof PlaidError) await items.noteRemovalProblem(item, codeOfFailure(error));
      throw error;
    } finally {
      tellChanges(kernel.bus, { userId: item.userId, changes: ["institutions"] });
    }
    kernel.log.info({ institutionAccessItemId, keepHistory: item.keepHistory }, "a bank was unlinked");
  }

  /** Of a link that nobody has completed in its time. Answers when to look again, where it may still be completed. */
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
    await this.#letGo(pending, signal);
    await pendings.drop(pending);
    kernel.log.info({ pendingLinkId }, "a link that nobody wanted was undone at the bank");
    return undefined;
  }

  /** What the bank does not know any more is done. */
  async #letGo(
    { itemId, accessToken }: Pick<LinkedItem, "itemId" | "accessToken">,
    signal: AbortSignal,
  ): Promise<void> {
    const { kernel, bank } = this.#options;
    if (itemId === null) return;
    if (accessToken === null) {
      kernel.log.error(
        {},
        "a link cannot be ended at the bank: its token cannot be read with this SECRET_KEY. End it in the bank's own settings.",
      );
      return;
    }
    try {
      await bank.removeItem(accessToken, signal);
    } catch (error) {
      if (!(error instanceof PlaidError) || error.kind !== "gone") throw error;
    }
  }
}
