import { and, asc, eq, gt, inArray, isNull, lt, or, sql } from "drizzle-orm";
import { changeAsUser } from "#server/database/change-as-user.ts";
import type { Database, Transaction } from "#server/database/db.ts";
import { restorableSince } from "#server/restorable.ts";
import { conflict, invalid, notFound } from "#shared/errors.ts";
import { forgetChecks } from "../balances/balance-store.ts";
import { moveMarks, moveMarksBack, type MarkedRow } from "./moved-marks.ts";
import { isMarked } from "../sorting/row-kinds.ts";
import { lockLedger } from "../sorting/row-sorting.ts";
import { ofMode, type Mode } from "../transaction-store.ts";
import { refuseClosed } from "../typed/manual-account-lock.ts";
import { settleRows } from "../sorting/settle-rows.ts";
import { accounts } from "#server/tables/institution-tables.ts";
import { movedMarks, providerTransactions, transactions } from "#server/tables/transaction-tables.ts";

type Row = MarkedRow &
  Pick<typeof transactions.$inferSelect, "accountId" | "date" | "removedByBankAt" | "dismissedAt">;

/** Actions on rows that the bank removed but that stay because of their marks (docs/reference/money.md, "Removed rows"). */
export class RemovedRows {
  readonly #database: Database;
  readonly #mode: Mode;
  readonly #now: () => Date;

  constructor(database: Database, mode: Mode, now: () => Date) {
    this.#database = database;
    this.#mode = mode;
    this.#now = now;
  }

  /**
   * Moves the marks of a removed row to another row of its account and dismisses the removed one. It keeps a copy of its
   * marks (except the payment, which can exist only once), so everything can be undone.
   * @throws notFound(); 409 if the bank still has the row, or if both pay a source; 400 if the other row can't take them
   */
  move(userId: string, fromId: number, toId: number): Promise<void> {
    return changeAsUser(this.#database, userId, async (tx) => {
      await lockLedger(tx, userId);
      const rows = await this.#lock(tx, userId, [fromId, toId]);
      const from = rows.get(fromId);
      const to = rows.get(toId);
      if (from === undefined || to === undefined) throw notFound();
      if (from.dismissedAt !== null) {
        if (await wasMoved(tx, fromId, toId)) return;
        throw notFound();
      }
      checkMove(from, to);
      await moveMarks(tx, from, to);
      await this.#setDismissed(tx, fromId, this.#now());
      await settleRows(tx, { userId, mode: this.#mode }, { transactionIds: [fromId, toId] });
    });
  }

  /** Dismisses a removed row. @throws notFound(); 409 if the bank still has it */
  dismiss(userId: string, transactionId: number): Promise<void> {
    return this.#database.asUser(userId, async (tx) => {
      const row = (await this.#lock(tx, userId, [transactionId])).get(transactionId);
      if (row === undefined) throw notFound();
      if (row.removedByBankAt === null) throw conflict("transactionId", stillThere);
      if (row.dismissedAt === null) await this.#setDismissed(tx, transactionId, this.#now());
    });
  }

  /**
   * Restores a dismissed row and the marks moved from it, or a deleted row that the person typed. Changes made since on the row they were moved to stay.
   * @throws notFound() if there is none, or not anymore, or the person joined it with another; 409 for a typed row of a closed account
   */
  restore(userId: string, transactionId: number): Promise<void> {
    return changeAsUser(this.#database, userId, async (tx) => {
      await lockLedger(tx, userId);
      const [moved] = await tx
        .select()
        .from(movedMarks)
        .where(eq(movedMarks.fromTransactionId, transactionId));
      const ids = [transactionId, ...(moved === undefined ? [] : [moved.toTransactionId])];
      const rows = await this.#lock(tx, userId, ids);
      const from = rows.get(transactionId);
      if (from === undefined) throw notFound();
      if (from.dismissedAt === null) return;
      if (moved?.isJoin === true || from.dismissedAt < restorableSince(this.#now())) throw notFound();
      const to = moved === undefined ? undefined : rows.get(moved.toTransactionId);
      if (moved !== undefined && to !== undefined) await moveMarksBack(tx, from, to, moved);
      await this.#setDismissed(tx, transactionId, null);
      await restoreTyped(tx, from);
      await settleRows(tx, { userId, mode: this.#mode }, { transactionIds: ids });
    });
  }

  /**
   * Deletes everyone's rows that were dismissed, or lost their last mark, too long ago to restore. Returns their number. Deleted
   * rows of files stay, unseen, so that the same file doesn't bring them again, and so do rows that were joined with others.
   */
  async sweep(): Promise<number> {
    const since = restorableSince(this.#now());
    const isOfFile = sql`exists (select from ${providerTransactions} fact
      where fact.transaction_id = ${transactions.transactionId} and fact.source = 'file')`;
    const isUnmarked = sql`${lt(transactions.removedByBankAt, since)} and not ${isMarked}`;
    const gone = await this.#database.unsafeDb
      .delete(transactions)
      .where(
        and(
          or(lt(transactions.dismissedAt, since), and(isNull(transactions.dismissedAt), isUnmarked)),
          sql`not ${isOfFile}`,
          sql`not ${isJoined}`,
        ),
      )
      .returning({ transactionId: transactions.transactionId });
    return gone.length;
  }

  /** Locks rows by ID, as syncs and bulk edits do, to prevent deadlocks. */
  async #lock(tx: Transaction, userId: string, ids: number[]): Promise<Map<number, Row>> {
    const rows = await tx
      .select()
      .from(transactions)
      .where(
        and(eq(transactions.userId, userId), inArray(transactions.transactionId, ids), ofMode(this.#mode)),
      )
      .orderBy(asc(transactions.transactionId))
      .for("update");
    return new Map(rows.map((row) => [row.transactionId, row]));
  }

  async #setDismissed(tx: Transaction, transactionId: number, dismissedAt: Date | null): Promise<void> {
    await tx.update(transactions).set({ dismissedAt }).where(eq(transactions.transactionId, transactionId));
  }
}

/**
 * Returns what `RemovedRows.restore` brings back of what went since a time: rows that the person typed and deleted, and rows that the
 * bank had removed and they dismissed, moved marks or not.
 */
export async function readDeletedRows(
  tx: Transaction,
  { userId, mode }: { userId: string; mode: Mode },
  since: Date,
): Promise<{ id: number; name: string; at: Date | null }[]> {
  return tx
    .select({ id: transactions.transactionId, name: transactions.payee, at: transactions.dismissedAt })
    .from(transactions)
    .where(
      and(
        eq(transactions.userId, userId),
        ofMode(mode),
        gt(transactions.dismissedAt, since),
        or(lt(transactions.removedByBankAt, transactions.dismissedAt), isDeletedTyped),
        sql`not ${isJoined}`,
      ),
    );
}

const isDeletedTyped = sql`exists (select from ${providerTransactions} fact
  where fact.transaction_id = ${transactions.transactionId} and fact.source = 'manual' and fact.removed_at = ${transactions.dismissedAt})`;

/** The row was joined with another one, which undoes it. */
const isJoined = sql`exists (select from ${movedMarks}
  where ${movedMarks.fromTransactionId} = ${transactions.transactionId} and ${movedMarks.isJoin})`;

const stillThere = "The bank still has this transaction.";

/** Takes back that the person deleted a row they had typed, which is no longer removed then. */
async function restoreTyped(
  tx: Transaction,
  { userId, transactionId, accountId, date, dismissedAt }: Row,
): Promise<void> {
  if (dismissedAt === null) return;
  const { removedAt, source } = providerTransactions;
  const restored = await tx
    .update(providerTransactions)
    .set({ removedAt: null })
    .where(
      and(
        eq(providerTransactions.userId, userId),
        eq(providerTransactions.transactionId, transactionId),
        eq(source, "manual"),
        eq(removedAt, dismissedAt),
      ),
    )
    .returning({ transactionId: providerTransactions.transactionId });
  if (restored.length === 0) return;
  const [account] = await tx
    .select({ closedAt: accounts.closedAt })
    .from(accounts)
    .where(and(eq(accounts.userId, userId), eq(accounts.accountId, accountId)))
    .for("share");
  refuseClosed(account?.closedAt ?? null);
  await forgetChecks(tx, { userId, accountId }, date);
  await tx
    .update(transactions)
    .set({ removedByBankAt: null })
    .where(eq(transactions.transactionId, transactionId));
}

async function wasMoved(tx: Transaction, fromId: number, toId: number): Promise<boolean> {
  const found = await tx
    .select({ to: movedMarks.toTransactionId })
    .from(movedMarks)
    .where(and(eq(movedMarks.fromTransactionId, fromId), eq(movedMarks.toTransactionId, toId)));
  return found.length > 0;
}

function checkMove(from: Row, to: Row): void {
  if (from.removedByBankAt === null) throw conflict("fromTransactionId", stillThere);
  if (to.removedByBankAt !== null) {
    throw invalid({ toTransactionId: ["Choose a transaction that the bank still has."] });
  }
  if (from.accountId !== to.accountId) {
    throw invalid({ toTransactionId: ["Choose a transaction of the same account."] });
  }
}
