import { and, asc, eq, gt, isNull, notInArray, sql } from "drizzle-orm";
import type { Database, Transaction } from "#server/database/db.ts";
import type { Kernel } from "#server/feature.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import type { Standing } from "../domain/item-state.ts";
import { bankJobs } from "./sync/bank-jobs.ts";
import { institutionAccessItems as items } from "#server/tables/institution-tables.ts";
import { createTokenSeal, type TokenSeal } from "./linking/token-seal.ts";

/** The link of an institution to its bank, as the server works with it; never leaves it. */
export type LinkedItem = Standing & {
  institutionAccessItemId: number;
  userId: string;
  institutionId: string;
  institutionName: string;
  /** The bank's item; null once unlinked. */
  itemId: string | null;
  /** Null once unlinked, and where it can no longer be read (another SECRET_KEY). */
  accessToken: string | null;
  syncCursor: string | null;
  lastSuccessfulUpdate: Date | null;
  webhookUrl: string | null;
  keepHistory: boolean | null;
  linkedAt: Date;
};

/** What a bank says of an item is not heard any more once the person has unlinked it. */
const ended = ["removing", "unlinked"] as const;

const refreshWindowMs = 60_000;
const refreshesPerWindow = 2;
const transactionsPerDelete = 2_000;

type StoreOptions = { kernel: Pick<Kernel, "database" | "secretKey" | "settings">; jobs: Jobs };

/** All SQL about linked items but their linking and syncing. Rows of the other mode do not exist here. */
export class ItemStore {
  readonly #database: Database;
  readonly #seal: TokenSeal;
  readonly #mode: "sandbox" | "live";
  readonly #jobs: Jobs;

  constructor({ kernel, jobs }: StoreOptions) {
    this.#database = kernel.database;
    this.#seal = createTokenSeal(kernel.secretKey);
    this.#mode = kernel.settings.modes.plaid;
    this.#jobs = jobs;
  }

  /** Null where it is not this person's. */
  async find(userId: string, institutionAccessItemId: number): Promise<LinkedItem | null> {
    return this.#database.asUser(userId, async (tx) => {
      const [row] = await tx
        .select()
        .from(items)
        .where(and(eq(items.userId, userId), this.#isItem(institutionAccessItemId)));
      return row === undefined ? null : this.#opened(row);
    });
  }

  /** For jobs, which know only what they are about. */
  async findForJob(institutionAccessItemId: number): Promise<LinkedItem | null> {
    const [row] = await this.#database.unsafeDb
      .select({ userId: items.userId })
      .from(items)
      .where(this.#isItem(institutionAccessItemId));
    return row === undefined ? null : this.find(row.userId, institutionAccessItemId);
  }

  /** The item that a webhook names; null for one that this database does not know. */
  async findByBankItem(itemId: string): Promise<LinkedItem | null> {
    const [row] = await this.#database.unsafeDb
      .select({ userId: items.userId, institutionAccessItemId: items.institutionAccessItemId })
      .from(items)
      .where(and(eq(items.source, "plaid"), eq(items.itemId, itemId), eq(items.mode, this.#mode)));
    return row === undefined ? null : this.find(row.userId, row.institutionAccessItemId);
  }

  /** Ids of up to `limit` items that are linked, in their order after `after`. */
  async linkedAfter(after: number, limit: number): Promise<number[]> {
    const rows = await this.#database.unsafeDb
      .select({ id: items.institutionAccessItemId })
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
    return rows.map(({ id }) => id);
  }

  /** Ids of those whose unlink is under way. */
  async removing(): Promise<number[]> {
    const rows = await this.#database.unsafeDb
      .select({ id: items.institutionAccessItemId })
      .from(items)
      .where(and(eq(items.mode, this.#mode), eq(items.state, "removing")));
    return rows.map(({ id }) => id);
  }

  /** How many items are in each state. */
  async countStates(): Promise<{ state: string; items: number }[]> {
    return this.#database.unsafeDb
      .select({ state: items.state, items: sql<number>`count(*)::int` })
      .from(items)
      .where(eq(items.mode, this.#mode))
      .groupBy(items.state);
  }

  /**
   * Notes what the bank says of an item, unless the person has ended the link meanwhile, or made another one in its
   * place; true where it was noted. `thenSync` asks for a sync in the same transaction.
   */
  async note(
    item: LinkedItem,
    change: Partial<Standing> & { newAccountsAvailable?: boolean; webhookUrl?: string },
    { thenSync = false }: { thenSync?: boolean } = {},
  ): Promise<boolean> {
    return this.#database.asUser(item.userId, async (tx) => {
      const isEmpty = Object.keys(change).length === 0;
      const rows = isEmpty
        ? await tx.select({ id: items.userId }).from(items).where(isStill(item))
        : await tx.update(items).set(change).where(isStill(item)).returning({ id: items.userId });
      if (rows.length > 0 && thenSync) await this.#askForSync(tx, item.institutionAccessItemId);
      return rows.length > 0;
    });
  }

  /** Counts a refresh by hand and asks for the sync; or answers in how many ms the next one is allowed. */
  async refresh(item: LinkedItem, now: Date): Promise<{ waitMs: number } | null> {
    return this.#database.asUser(item.userId, async (tx) => {
      const [row] = await tx
        .select({ refreshedAt: items.refreshedAt })
        .from(items)
        .where(isStill(item))
        .for("update");
      // One that is still to come was counted by a clock that was wrong.
      const recent = (row?.refreshedAt ?? []).filter(
        (at) => Math.abs(now.getTime() - at.getTime()) < refreshWindowMs,
      );
      const oldest = recent.at(-refreshesPerWindow);
      if (oldest !== undefined) return { waitMs: oldest.getTime() + refreshWindowMs - now.getTime() };
      await tx
        .update(items)
        .set({ refreshedAt: [...recent, now] })
        .where(isStill(item));
      await this.#askForSync(tx, item.institutionAccessItemId);
      return null;
    });
  }

  /** From here on the item is only being removed: at the bank by a job, then here. */
  async beginRemoval(item: LinkedItem, { keepHistory }: { keepHistory: boolean }): Promise<void> {
    const { userId, institutionAccessItemId } = item;
    await this.#database.asUser(userId, async (tx) => {
      const rows = await tx
        .update(items)
        .set({ state: "removing", stateCode: null, keepHistory, newAccountsAvailable: false })
        .where(and(eq(items.userId, userId), this.#isItem(institutionAccessItemId)))
        .returning({ id: items.userId });
      if (rows.length === 0) return;
      await this.#jobs.enqueue(tx, { kind: bankJobs.removal, key: String(institutionAccessItemId) });
    });
  }

  /** Why a removal has to wait. */
  async noteRemovalProblem(item: LinkedItem, stateCode: string): Promise<void> {
    await this.#database.asUser(item.userId, (tx) =>
      tx.update(items).set({ stateCode }).where(isRemoving(item)),
    );
  }

  /** The bank has let go: the history stays, read-only, with nothing that could reach the bank. Unless the person has changed their mind. */
  async endKeepingHistory(item: LinkedItem, now: Date): Promise<void> {
    await this.#database.asUser(item.userId, (tx) =>
      tx
        .update(items)
        .set({
          state: "unlinked",
          stateCode: null,
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
   * Deletes an item with all that hangs on it, a piece at a time so that the database stays free for others; not one piece
   * more once the person has changed their mind.
   */
  async endWithHistory(item: LinkedItem, signal: AbortSignal): Promise<void> {
    const { userId, institutionAccessItemId } = item;
    const isWanted = and(isRemoving(item), eq(items.keepHistory, false));
    for (;;) {
      signal.throwIfAborted();
      const deleted = await this.#database.asUser(userId, (tx) =>
        tx.execute(sql`
          delete from transactions where transaction_id in (
            select transaction_id from transactions
            where user_id = ${userId} and institution_access_item_id = ${institutionAccessItemId}
              and exists (select from ${items} where ${isWanted})
            limit ${transactionsPerDelete}
          )`),
      );
      if ((deleted.rowCount ?? 0) < transactionsPerDelete) break;
    }
    await this.#database.asUser(userId, (tx) => tx.delete(items).where(isWanted));
  }

  async #askForSync(tx: Transaction, institutionAccessItemId: number): Promise<void> {
    await this.#jobs.enqueue(tx, { kind: bankJobs.sync, key: String(institutionAccessItemId) });
  }

  #isItem(institutionAccessItemId: number) {
    return and(eq(items.institutionAccessItemId, institutionAccessItemId), eq(items.mode, this.#mode));
  }

  #opened(row: typeof items.$inferSelect): LinkedItem {
    const { itemId, sealedAccessToken, keyId } = row;
    const isSealed = itemId !== null && sealedAccessToken !== null && keyId !== null;
    return {
      institutionAccessItemId: row.institutionAccessItemId,
      userId: row.userId,
      institutionId: row.institutionId,
      institutionName: row.institutionName,
      itemId,
      accessToken: isSealed ? this.#seal.open({ sealedAccessToken, keyId }, itemId) : null,
      state: row.state,
      stateCode: row.stateCode,
      expiresAt: row.expiresAt,
      syncCursor: row.syncCursor,
      lastSuccessfulUpdate: row.lastSuccessfulUpdate,
      webhookUrl: row.webhookUrl,
      keepHistory: row.keepHistory,
      linkedAt: row.createdAt,
    };
  }
}

/** The same link as when it was read: neither ended nor replaced since. */
export function isStill({ userId, institutionAccessItemId, itemId }: LinkedItem) {
  return and(
    eq(items.userId, userId),
    eq(items.institutionAccessItemId, institutionAccessItemId),
    itemId === null ? sql`false` : eq(items.itemId, itemId),
    notInArray(items.state, [...ended]),
  );
}

/** Being unlinked, and not linked anew since it was read. */
function isRemoving({ userId, institutionAccessItemId, itemId }: LinkedItem) {
  return and(
    eq(items.userId, userId),
    eq(items.institutionAccessItemId, institutionAccessItemId),
    itemId === null ? isNull(items.itemId) : eq(items.itemId, itemId),
    eq(items.state, "removing"),
  );
}
