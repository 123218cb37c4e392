import { and, eq, inArray, isNotNull, or } from "drizzle-orm";
import type { Transaction } from "#server/database/db.ts";
import type { Kernel } from "#server/feature.ts";
import { isBankError } from "../sources/bank-source.ts";
import { codeOfFailure } from "../sync/bank-problem.ts";
import {
  institutionAccessItems as items,
  pendingLinks,
  webhookInbox,
} from "#server/tables/institution-tables.ts";
import { notLiveCode, type ItemRemoval } from "../item-removal.ts";
import type { PendingLinkStore } from "./pending-link-store.ts";
import { createTokenSeal } from "./token-seal.ts";

/** Reason why some links haven't ended yet; null if all have. */
export type EndingProblem = { code: string; error: Error } | null;

type EndingsOptions = {
  kernel: Pick<Kernel, "database" | "settings" | "secretKey">;
  pendings: PendingLinkStore;
  removal: ItemRemoval;
};

/** Ends every link of a person who deletes their data: at the bank first, then here with its data. */
export class LinkEndings {
  readonly #options: EndingsOptions;
  readonly #mode: "sandbox" | "live";

  constructor(options: EndingsOptions) {
    this.#options = options;
    this.#mode = options.kernel.settings.bankMode;
  }

  /** Counts links that can't be ended from here, because their token was sealed with a lost key. */
  async countUnreadable(userId: string): Promise<number> {
    const { database, secretKey } = this.#options.kernel;
    const seal = createTokenSeal(secretKey);
    const links = await database.asUser(userId, async (tx) => [
      ...(await tx.select().from(items).where(this.#isOpenItem(userId))),
      ...(await tx.select().from(pendingLinks).where(this.#isOpenPending(userId))),
    ]);
    return links.filter(({ source, itemId, sealedAccessToken, keyId }) => {
      if (source !== "plaid") return false;
      if (itemId === null || sealedAccessToken === null || keyId === null) return false;
      return seal.open({ sealedAccessToken, keyId }, itemId) === null;
    }).length;
  }

  /** Counts links that a bank may still know, in a transaction that sees the person's rows. */
  async countOpen(tx: Transaction, userId: string): Promise<number> {
    return (
      (await tx.$count(items, this.#isOpenItem(userId))) +
      (await tx.$count(pendingLinks, this.#isOpenPending(userId)))
    );
  }

  /**
   * Ends all links that can be ended now. Safe to repeat or interrupt. One bank's failure doesn't stop the others; the
   * first problem is returned at the end.
   */
  async endAll(userId: string, signal: AbortSignal): Promise<EndingProblem> {
    const { kernel, pendings, removal } = this.#options;
    const { itemIds, pendingIds } = await kernel.database.asUser(userId, (tx) => this.#begin(tx, userId));
    const problems: EndingProblem[] = [];
    for (const id of itemIds) problems.push(await endOne(signal, () => removal.remove(id, signal)));
    for (const id of pendingIds) {
      await pendings.discard(userId, id);
      problems.push(await endOne(signal, () => removal.undo(id, userId, signal)));
    }
    const problem = problems.find((found) => found !== null) ?? null;
    if (problem !== null) return problem;
    const left = await kernel.database.asUser(userId, (tx) => this.countOpen(tx, userId));
    if (left === 0) return null;
    return { code: notLiveCode, error: new Error("Live links can only be ended while Plaid is live.") };
  }

  /** Marks all links as being removed, so that no sync or pending link can add data. */
  async #begin(tx: Transaction, userId: string): Promise<{ itemIds: number[]; pendingIds: string[] }> {
    const ours = await tx
      .update(items)
      .set({ state: "removing", keepHistory: false, newAccountsAvailable: false })
      .where(eq(items.userId, userId))
      .returning({ id: items.institutionAccessItemId, mode: items.mode });
    const pending = await tx
      .select({ id: pendingLinks.pendingLinkId })
      .from(pendingLinks)
      .where(and(eq(pendingLinks.userId, userId), eq(pendingLinks.mode, this.#mode)));
    return {
      itemIds: ours.filter(({ mode }) => mode === null || mode === this.#mode).map(({ id }) => id),
      pendingIds: pending.map(({ id }) => id),
    };
  }

  /** Deletes stored webhooks about a person's links; call it before deleting the links. */
  async dropWebhooks(userId: string): Promise<void> {
    const { database } = this.#options.kernel;
    const known = await database.asUser(userId, (tx) =>
      tx.select({ itemId: items.itemId }).from(items).where(eq(items.userId, userId)),
    );
    const itemIds = known.flatMap(({ itemId }) => itemId ?? []);
    if (itemIds.length === 0) return;
    await database.unsafeDb.delete(webhookInbox).where(inArray(webhookInbox.itemId, itemIds));
  }

  /** Condition for links to end at the bank: live ones, and sandbox ones while the sandbox is in use. */
  #isOpenItem(userId: string) {
    return and(
      eq(items.userId, userId),
      isNotNull(items.itemId),
      or(isLivePlaid(items), eq(items.mode, this.#mode)),
    );
  }

  #isOpenPending(userId: string) {
    return and(
      eq(pendingLinks.userId, userId),
      or(isLivePlaid(pendingLinks), eq(pendingLinks.mode, this.#mode)),
    );
  }
}

/** Condition for links that exist at Plaid, so that they can only be ended while Plaid is live. SimpleFIN's end here. */
function isLivePlaid(links: typeof items | typeof pendingLinks) {
  return and(eq(links.mode, "live"), eq(links.source, "plaid"));
}

/** Ends one link. Returns a refusal by the bank or its service as a problem to retry; rethrows anything else. */
async function endOne(signal: AbortSignal, end: () => Promise<unknown>): Promise<EndingProblem> {
  signal.throwIfAborted();
  try {
    await end();
    return null;
  } catch (error) {
    if (isBankError(error)) return { code: codeOfFailure(error), error };
    throw error;
  }
}
