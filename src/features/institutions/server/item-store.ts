import { and, asc, eq, gt, isNull, notInArray, sql } from "drizzle-orm";
import { sortUnpaired } from "#features/transactions/server/index.ts";
import type { Database, Transaction } from "#server/database/db.ts";
import type { Kernel } from "#server/feature.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import type { ItemStatus, LinkSource } from "../domain/item-status.ts";
import { bankJobs } from "./sync/bank-jobs.ts";
import { institutionAccessItems as items, isSeenIn } from "#server/tables/institution-tables.ts";
import { createTokenSeal, type TokenSeal } from "./linking/token-seal.ts";

/** Link to a bank with its token, for server use only. */
export type LinkedItem = ItemStatus & {
  institutionAccessItemId: number;
  userId: string;
  source: LinkSource | "manual";
  /** The link's mode; a manual bank has the site's. */
  mode: "sandbox" | "live";
  institutionId: string;
  institutionName: string;
  /** The bank's item; null once unlinked. */
  itemId: string | null;
  /** Null once unlinked, or if it can't be decrypted with this SECRET_KEY. */
  accessToken: string | null;
  syncCursor: string | null;
  lastSuccessfulUpdate: Date | null;
  webhookUrl: string | null;
  keepHistory: boolean | null;
  linkedAt: Date;
};

/** States in which news from the bank is ignored, because the person has unlinked it. */
const ended = ["removing", "unlinked"] as const;

const transactionsPerDelete = 2_000;

type StoreOptions = { kernel: Pick<Kernel, "database" | "secretKey" | "settings">; jobs: Jobs };

/** SQL for banks, except linking and syncing. Ignores banks of the other mode. */
export class ItemStore {
  readonly #database: Database;
  readonly #seal: TokenSeal;
  readonly #mode: "sandbox" | "live";
  readonly #jobs: Jobs;

  constructor({ kernel, jobs }: StoreOptions) {
    this.#database = kernel.database;
    this.#seal = createTokenSeal(kernel.secretKey);
    this.#mode = kernel.settings.bankMode;
    this.#jobs = jobs;
  }

  /** Finds a person's bank; null if it isn't theirs. */
  async find(userId: string, institutionAccessItemId: number): Promise<LinkedItem | null> {
    return this.#database.asUser(userId, async (tx) => {
      const [row] = await tx
        .select()
        .from(items)
        .where(and(eq(items.userId, userId), this.#isItem(institutionAccessItemId)));
      return row === undefined ? null : this.#opened(row);
    });
  }

  /** Finds a bank for a job, which only knows its id. */
  async findForJob(institutionAccessItemId: number): Promise<LinkedItem | null> {
    const [row] = await this.#database.unsafeDb
      .select({ userId: items.userId })
      .from(items)
      .where(this.#isItem(institutionAccessItemId));
    return row === undefined ? null : this.find(row.userId, institutionAccessItemId);
  }

  /** Finds the bank that a webhook names; null if unknown. */
  async findByBankItem(itemId: string): Promise<LinkedItem | null> {
    const [row] = await this.#database.unsafeDb
      .select({ userId: items.userId, institutionAccessItemId: items.institutionAccessItemId })
      .from(items)
      .where(and(eq(items.source, "plaid"), eq(items.itemId, itemId), eq(items.mode, this.#mode)));
    return row === undefined ? null : this.find(row.userId, row.institutionAccessItemId);
  }

  /** Returns the ids and sources of up to `limit` linked banks after `after`, in order. */
  async linkedAfter(after: number, limit: number): Promise<{ id: number; source: LinkedItem["source"] }[]> {
    return this.#database.unsafeDb
      .select({ id: items.institutionAccessItemId, source: items.source })
      .from(items)
      .where(
        and(
          eq(items.mode, this.#mode),
          notInArray(items.state, [...ended]),
          gt(items.institutionAccessItemId, after),
        ),
      )
      .orderBy(asc(items.institutionAccessItemId))
      .limit(limit);
  }

  /** Returns the ids of banks being unlinked. */
  async removing(): Promise<number[]> {
    const rows = await this.#database.unsafeDb
      .select({ id: items.institutionAccessItemId })
      .from(items)
      .where(and(isSeenIn(this.#mode), eq(items.state, "removing")));
    return rows.map(({ id }) => id);
  }

  /** Counts linked banks by state. */
  async countStates(): Promise<{ state: string; items: number }[]> {
    return this.#database.unsafeDb
      .select({ state: items.state, items: sql<number>`count(*)::int` })
      .from(items)
      .where(eq(items.mode, this.#mode))
      .groupBy(items.state);
  }

  /**
   * Updates a bank unless its link has been ended or replaced; true if updated. `thenSync` enqueues a sync in the same
   * transaction.
   */
  async note(
    item: LinkedItem,
    change: Partial<ItemStatus> & { newAccountsAvailable?: boolean; webhookUrl?: string },
    { thenSync = false }: { thenSync?: boolean } = {},
  ): Promise<boolean> {
    return this.#database.asUser(item.userId, async (tx) => {
      const isEmpty = Object.keys(change).length === 0;
      // Another state has another reason.
      const reset = change.state === undefined ? {} : { stateMessage: null };
      const rows = isEmpty
        ? await tx.select({ id: items.userId }).from(items).where(isActiveLink(item))
        : await tx
            .update(items)
            .set({ ...reset, ...change })
            .where(isActiveLink(item))
            .returning({ id: items.userId });
      if (rows.length > 0 && thenSync) await this.#enqueueSync(tx, item.institutionAccessItemId);
      return rows.length > 0;
    });
  }

  /** Counts a manual refresh and enqueues a sync, or returns how long to wait until the next one is allowed. */
  async refresh(
    item: LinkedItem,
    now: Date,
    { windowMs, most }: { windowMs: number; most: number },
  ): Promise<{ waitMs: number } | null> {
    return this.#database.asUser(item.userId, async (tx) => {
      const [row] = await tx
        .select({ refreshedAt: items.refreshedAt })
        .from(items)
        .where(isActiveLink(item))
        .for("update");
      // A time in the future came from a wrong clock.
      const recent = (row?.refreshedAt ?? []).filter(
        (at) => Math.abs(now.getTime() - at.getTime()) < windowMs,
      );
      const oldest = recent.at(-most);
      if (oldest !== undefined) return { waitMs: oldest.getTime() + windowMs - now.getTime() };
      await tx
        .update(items)
        .set({ refreshedAt: [...recent, now] })
        .where(isActiveLink(item));
      await this.#enqueueSync(tx, item.institutionAccessItemId);
      return null;
    });
  }

  /** Marks a bank as being removed and enqueues the removal. */
  async beginRemoval(item: LinkedItem, { keepHistory }: { keepHistory: boolean }): Promise<void> {
    const { userId, institutionAccessItemId } = item;
    await this.#database.asUser(userId, async (tx) => {
      const rows = await tx
        .update(items)
        .set({
          state: "removing",
          stateCode: null,
          stateMessage: null,
          keepHistory,
          newAccountsAvailable: false,
        })
        .where(and(eq(items.userId, userId), this.#isItem(institutionAccessItemId)))
        .returning({ id: items.userId });
      if (rows.length === 0) return;
      await this.#jobs.enqueue(tx, { kind: bankJobs.removal, key: String(institutionAccessItemId) });
    });
  }

  /** Records why a removal has to wait. */
  async noteRemovalProblem(item: LinkedItem, stateCode: string): Promise<void> {
    await this.#database.asUser(item.userId, (tx) =>
      tx.update(items).set({ stateCode }).where(isRemoving(item)),
    );
  }

  /** Marks a bank as unlinked and clears its token; keeps the history, unless the person now wants it deleted. */
  async endKeepingHistory(item: LinkedItem, now: Date): Promise<void> {
    await this.#database.asUser(item.userId, (tx) =>
      tx
        .update(items)
        .set({
          state: "unlinked",
          stateCode: null,
          stateMessage: null,
          expiresAt: null,
          itemId: null,
          sealedAccessToken: null,
          keyId: null,
          syncCursor: null,
          webhookUrl: null,
          keepHistory: null,
          unlinkedAt: now,
        })
        .where(and(isRemoving(item), eq(items.keepHistory, true))),
    );
  }

  /**
   * Deletes a bank with all dependent data, in batches so that the database stays responsive. Stops if the person now
   * wants to keep the history.
   */
  async endWithHistory(item: LinkedItem, signal: AbortSignal): Promise<void> {
    const { userId, institutionAccessItemId } = item;
    const isStillRequested = and(isRemoving(item), eq(items.keepHistory, false));
    for (;;) {
      signal.throwIfAborted();
      const deleted = await this.#database.asUser(userId, (tx) =>
        tx.execute(sql`
          delete from transactions where transaction_id in (
            select transaction_id from transactions
            where user_id = ${userId} and institution_access_item_id = ${institutionAccessItemId}
              and exists (select from ${items} where ${isStillRequested})
            limit ${transactionsPerDelete}
          )`),
      );
      if ((deleted.rowCount ?? 0) < transactionsPerDelete) break;
    }
    await this.#database.asUser(userId, async (tx) => {
      await tx.delete(items).where(isStillRequested);
      await sortUnpaired(tx, { userId, mode: this.#mode });
    });
  }

  async #enqueueSync(tx: Transaction, institutionAccessItemId: number): Promise<void> {
    await this.#jobs.enqueue(tx, { kind: bankJobs.sync, key: String(institutionAccessItemId) });
  }

  #isItem(institutionAccessItemId: number) {
    return and(eq(items.institutionAccessItemId, institutionAccessItemId), isSeenIn(this.#mode));
  }

  #opened({ sealedAccessToken, keyId, createdAt, ...row }: typeof items.$inferSelect): LinkedItem {
    const { itemId } = row;
    const isSealed = itemId !== null && sealedAccessToken !== null && keyId !== null;
    const accessToken = isSealed ? this.#seal.open({ sealedAccessToken, keyId }, itemId) : null;
    return { ...row, mode: row.mode ?? this.#mode, accessToken, linkedAt: createdAt };
  }
}

/** Condition for a link that hasn't been ended or replaced since it was read. */
export function isActiveLink({ userId, institutionAccessItemId, itemId }: LinkedItem) {
  return and(
    eq(items.userId, userId),
    eq(items.institutionAccessItemId, institutionAccessItemId),
    itemId === null ? sql`false` : eq(items.itemId, itemId),
    notInArray(items.state, [...ended]),
  );
}

/** Condition for a link that is being removed and hasn't been replaced since it was read. */
function isRemoving({ userId, institutionAccessItemId, itemId }: LinkedItem) {
  return and(
    eq(items.userId, userId),
    eq(items.institutionAccessItemId, institutionAccessItemId),
    itemId === null ? isNull(items.itemId) : eq(items.itemId, itemId),
    eq(items.state, "removing"),
  );
}
