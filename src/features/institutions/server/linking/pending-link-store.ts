import { and, eq, lt } from "drizzle-orm";
import type { Database, Transaction } from "#server/database/db.ts";
import type { Kernel } from "#server/feature.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import type { LinkSource } from "../../domain/item-status.ts";
import { bankJobs } from "../sync/bank-jobs.ts";
import { exchangedTokens, pendingLinks } from "#server/tables/institution-tables.ts";
import { createTokenSeal, type SealedToken, type TokenSeal } from "./token-seal.ts";

/** Item created at the bank that isn't a linked bank yet. */
export type PendingLink = {
  pendingLinkId: string;
  userId: string;
  source: LinkSource;
  itemId: string;
  /** Null if it can't be decrypted with this SECRET_KEY. */
  accessToken: string | null;
  expiresAt: Date;
};

export type HeldLink = typeof pendingLinks.$inferSelect;

/** Time limit for "link anyway" (docs/reference/money.md, "Linking"). */
const pendingMs = 15 * 60_000;
/** Allowance for clock differences: a link is undone only once no server can complete it. */
const marginMs = 30_000;

/** SQL for pending links and their public tokens. A link that isn't completed is undone at the bank. */
export class PendingLinkStore {
  readonly #database: Database;
  readonly #seal: TokenSeal;
  readonly #mode: "sandbox" | "live";
  readonly #jobs: Jobs;
  readonly #now: () => Date;

  constructor(kernel: Pick<Kernel, "database" | "secretKey" | "settings" | "now">, jobs: Jobs) {
    this.#database = kernel.database;
    this.#seal = createTokenSeal(kernel.secretKey);
    this.#mode = kernel.settings.bankMode;
    this.#jobs = jobs;
    this.#now = kernel.now;
  }

  /** Returns the result of an earlier exchange by token hash; null for a new token. */
  async exchanged(
    userId: string,
    tokenHash: string,
  ): Promise<{ institutionAccessItemId: number | null; pendingLinkId: string | null } | null> {
    const [row] = await this.#database.asUser(userId, (tx) =>
      tx
        .select()
        .from(exchangedTokens)
        .where(and(eq(exchangedTokens.userId, userId), eq(exchangedTokens.tokenHash, tokenHash))),
    );
    return row ?? null;
  }

  /** Returns the linked bank that a pending link became, null if none yet, undefined for an unknown link. */
  async linkedItemOf(userId: string, pendingLinkId: string): Promise<number | null | undefined> {
    const [row] = await this.#database.asUser(userId, (tx) =>
      tx.select().from(exchangedTokens).where(isTokenOf(userId, pendingLinkId)),
    );
    return row?.institutionAccessItemId;
  }

  /** Stores the result of a token exchange as a pending link. */
  async hold(
    userId: string,
    link: { tokenHash: string; source: LinkSource; itemId: string; accessToken: string },
  ): Promise<string> {
    const { tokenHash, source, itemId, accessToken } = link;
    const expiresAt = new Date(this.#now().getTime() + pendingMs);
    return this.#database.asUser(userId, async (tx) => {
      const sealed = this.#seal.close(accessToken, itemId);
      const pendingLinkId = await this.#insert(tx, userId, { source, itemId, ...sealed, expiresAt });
      await tx.insert(exchangedTokens).values({ tokenHash, userId, pendingLinkId, exchangedAt: this.#now() });
      return pendingLinkId;
    });
  }

  async find(userId: string, pendingLinkId: string): Promise<PendingLink | null> {
    const [row] = await this.#database.asUser(userId, (tx) =>
      tx.select().from(pendingLinks).where(this.#isPending(userId, pendingLinkId)),
    );
    if (row === undefined) return null;
    const { source, itemId, expiresAt } = row;
    return { pendingLinkId, userId, source, itemId, accessToken: this.#seal.open(row, itemId), expiresAt };
  }

  /** Returns the time from which a pending link can no longer be completed and may be undone at the bank. */
  undoableAt({ expiresAt }: Pick<PendingLink, "expiresAt">): Date {
    return new Date(expiresAt.getTime() + marginMs);
  }

  /** Discards a pending link: it can't be completed and is undone at the bank. */
  async discard(userId: string, pendingLinkId: string): Promise<void> {
    await this.#database.asUser(userId, async (tx) => {
      const rows = await tx
        .update(pendingLinks)
        .set({ expiresAt: this.#longExpired() })
        .where(this.#isPending(userId, pendingLinkId))
        .returning({ id: pendingLinks.pendingLinkId });
      if (rows.length > 0) await this.#enqueueUndo(tx, { pendingLinkId, userId, dueAt: this.#now() });
    });
  }

  /** Deletes a pending link that was undone at the bank. */
  async drop({ userId, pendingLinkId }: PendingLink): Promise<void> {
    await this.#database.asUser(userId, (tx) =>
      tx.delete(pendingLinks).where(this.#isPending(userId, pendingLinkId)),
    );
  }

  /** Deletes public tokens that have expired. */
  async purgeExchanged(before: Date): Promise<void> {
    await this.#database.unsafeDb.delete(exchangedTokens).where(lt(exchangedTokens.exchangedAt, before));
  }

  /** Locks a pending link until the end of the transaction; null if it has expired. */
  async take(tx: Transaction, userId: string, pendingLinkId: string): Promise<HeldLink | null> {
    const [held] = await tx
      .select()
      .from(pendingLinks)
      .where(this.#isPending(userId, pendingLinkId))
      .for("update");
    return held === undefined || held.expiresAt <= this.#now() ? null : held;
  }

  /** Marks a pending link as completed, so that repeated requests with its token return the linked bank. */
  async use(tx: Transaction, held: HeldLink, institutionAccessItemId: number): Promise<void> {
    const { userId, pendingLinkId } = held;
    await tx.update(exchangedTokens).set({ institutionAccessItemId }).where(isTokenOf(userId, pendingLinkId));
    await tx.delete(pendingLinks).where(this.#isPending(userId, pendingLinkId));
  }

  /** Undoes an item at the bank that was replaced. */
  async abandon(
    tx: Transaction,
    userId: string,
    item: SealedToken & { source: LinkSource; itemId: string },
  ): Promise<void> {
    await this.#insert(tx, userId, { ...item, expiresAt: this.#longExpired() });
  }

  async #insert(
    tx: Transaction,
    userId: string,
    link: SealedToken & { source: LinkSource; itemId: string; expiresAt: Date },
  ): Promise<string> {
    const [row] = await tx
      .insert(pendingLinks)
      .values({ userId, mode: this.#mode, ...link })
      .returning({ pendingLinkId: pendingLinks.pendingLinkId });
    if (row === undefined) throw new Error("The database kept no pending link.");
    await this.#enqueueUndo(tx, { ...row, userId, dueAt: this.undoableAt(link) });
    return row.pendingLinkId;
  }

  async #enqueueUndo(
    tx: Transaction,
    { pendingLinkId, userId, dueAt }: { pendingLinkId: string; userId: string; dueAt: Date },
  ): Promise<void> {
    await this.#jobs.enqueue(tx, {
      kind: bankJobs.pendingLink,
      key: pendingLinkId,
      payload: { userId },
      dueAt,
    });
  }

  #longExpired(): Date {
    return new Date(this.#now().getTime() - marginMs);
  }

  #isPending(userId: string, pendingLinkId: string) {
    return and(
      eq(pendingLinks.userId, userId),
      eq(pendingLinks.pendingLinkId, pendingLinkId),
      eq(pendingLinks.mode, this.#mode),
    );
  }
}

function isTokenOf(userId: string, pendingLinkId: string) {
  return and(eq(exchangedTokens.userId, userId), eq(exchangedTokens.pendingLinkId, pendingLinkId));
}
