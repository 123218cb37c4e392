import { and, eq, lt } from "drizzle-orm";
import type { Database, Transaction } from "#server/database/db.ts";
import type { Kernel } from "#server/feature.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import { bankJobs } from "../sync/bank-jobs.ts";
import { exchangedTokens, pendingLinks } from "#server/tables/institution-tables.ts";
import { createTokenSeal, type SealedToken, type TokenSeal } from "./token-seal.ts";

/** An item that was made at the bank and is nobody's institution yet. */
export type PendingLink = {
  pendingLinkId: string;
  userId: string;
  itemId: string;
  /** Null where it can no longer be read (another SECRET_KEY). */
  accessToken: string | null;
  expiresAt: Date;
};

export type HeldLink = typeof pendingLinks.$inferSelect;

/** How long "link anyway" can be said (docs/reference/money.md, "Linking"). */
const pendingMs = 15 * 60_000;
/** Servers' clocks may differ: the bank is asked to undo a link only when no server can complete it any more. */
const marginMs = 30_000;

/** All SQL of links that wait, and of the public tokens that they came by. A link that nobody completes is undone at the bank. */
export class PendingLinkStore {
  readonly #database: Database;
  readonly #seal: TokenSeal;
  readonly #mode: "sandbox" | "live";
  readonly #jobs: Jobs;
  readonly #now: () => Date;

  constructor(kernel: Pick<Kernel, "database" | "secretKey" | "settings" | "now">, jobs: Jobs) {
    this.#database = kernel.database;
    this.#seal = createTokenSeal(kernel.secretKey);
    this.#mode = kernel.settings.modes.plaid;
    this.#jobs = jobs;
    this.#now = kernel.now;
  }

  /** What a public token was traded for already, by its hash; null for a new one. */
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

  /** The institution that a pending link has become, null while it has become none; undefined for one never heard of. */
  async becameOf(userId: string, pendingLinkId: string): Promise<number | null | undefined> {
    const [row] = await this.#database.asUser(userId, (tx) =>
      tx.select().from(exchangedTokens).where(isTokenOf(userId, pendingLinkId)),
    );
    return row?.institutionAccessItemId;
  }

  /** Keeps what a public token was traded for, before anything else can go wrong. */
  async hold(
    userId: string,
    { tokenHash, itemId, accessToken }: { tokenHash: string; itemId: string; accessToken: string },
  ): Promise<string> {
    const expiresAt = new Date(this.#now().getTime() + pendingMs);
    return this.#database.asUser(userId, async (tx) => {
      const sealed = this.#seal.close(accessToken, itemId);
      const pendingLinkId = await this.#insert(tx, userId, { itemId, ...sealed, expiresAt });
      await tx.insert(exchangedTokens).values({ tokenHash, userId, pendingLinkId, exchangedAt: this.#now() });
      return pendingLinkId;
    });
  }

  async find(userId: string, pendingLinkId: string): Promise<PendingLink | null> {
    const [row] = await this.#database.asUser(userId, (tx) =>
      tx.select().from(pendingLinks).where(this.#isPending(userId, pendingLinkId)),
    );
    if (row === undefined) return null;
    const { itemId, expiresAt } = row;
    return { pendingLinkId, userId, itemId, accessToken: this.#seal.open(row, itemId), expiresAt };
  }

  /** When nobody can complete it any more and it may be undone at the bank. */
  undoableAt({ expiresAt }: Pick<PendingLink, "expiresAt">): Date {
    return new Date(expiresAt.getTime() + marginMs);
  }

  /** Nobody wants it: from now on it cannot be completed, and is undone at the bank. */
  async discard(userId: string, pendingLinkId: string): Promise<void> {
    await this.#database.asUser(userId, async (tx) => {
      const rows = await tx
        .update(pendingLinks)
        .set({ expiresAt: this.#longOver() })
        .where(this.#isPending(userId, pendingLinkId))
        .returning({ id: pendingLinks.pendingLinkId });
      if (rows.length > 0) await this.#askForUndo(tx, { pendingLinkId, userId, dueAt: this.#now() });
    });
  }

  /** It is undone at the bank. */
  async drop({ userId, pendingLinkId }: PendingLink): Promise<void> {
    await this.#database.asUser(userId, (tx) =>
      tx.delete(pendingLinks).where(this.#isPending(userId, pendingLinkId)),
    );
  }

  /** Forgets public tokens that no bank would take any more. */
  async purgeExchanged(before: Date): Promise<void> {
    await this.#database.unsafeDb.delete(exchangedTokens).where(lt(exchangedTokens.exchangedAt, before));
  }

  /** Locks a link that can still be completed, for the rest of the transaction; null where it is over. */
  async take(tx: Transaction, userId: string, pendingLinkId: string): Promise<HeldLink | null> {
    const [held] = await tx
      .select()
      .from(pendingLinks)
      .where(this.#isPending(userId, pendingLinkId))
      .for("update");
    return held === undefined || held.expiresAt <= this.#now() ? null : held;
  }

  /** It has become an institution: who sends the token again is answered with that. */
  async use(tx: Transaction, held: HeldLink, institutionAccessItemId: number): Promise<void> {
    const { userId, pendingLinkId } = held;
    await tx.update(exchangedTokens).set({ institutionAccessItemId }).where(isTokenOf(userId, pendingLinkId));
    await tx.delete(pendingLinks).where(this.#isPending(userId, pendingLinkId));
  }

  /** Has an item undone at the bank that is not an institution's any more. */
  async giveUp(tx: Transaction, userId: string, item: SealedToken & { itemId: string }): Promise<void> {
    await this.#insert(tx, userId, { ...item, expiresAt: this.#longOver() });
  }

  async #insert(
    tx: Transaction,
    userId: string,
    link: SealedToken & { itemId: string; expiresAt: Date },
  ): Promise<string> {
    const [row] = await tx
      .insert(pendingLinks)
      .values({ userId, source: "plaid", mode: this.#mode, ...link })
      .returning({ pendingLinkId: pendingLinks.pendingLinkId });
    if (row === undefined) throw new Error("The database kept no pending link.");
    await this.#askForUndo(tx, { ...row, userId, dueAt: this.undoableAt(link) });
    return row.pendingLinkId;
  }

  async #askForUndo(
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

  #longOver(): Date {
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
