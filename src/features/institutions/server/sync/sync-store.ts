import { and, eq } from "drizzle-orm";
import type { BankAccount } from "#shared/bank-rows.ts";
import { applyBankChanges, lockLedger } from "#features/transactions/server/index.ts";
import type { Database, Transaction } from "#server/database/db.ts";
import { deadlock, retried } from "#server/database/transaction-retries.ts";
import type { ItemStatus, LinkSource } from "../../domain/item-status.ts";
import { adoptAccounts, saveAccounts, type ItemRef } from "../account-store.ts";
import { accounts, institutionAccessItems as items } from "#server/tables/institution-tables.ts";
import { isActiveLink, type LinkedItem } from "../item-store.ts";
import type { Collected } from "../sources/bank-source.ts";

export type SyncResult = { added: number; modified: number; removed: number };

/** Queues what follows from a bank's first rows, in the same transaction. */
export type OnImport = (tx: Transaction, userId: string) => Promise<void>;

type SyncUpdate = {
  source: LinkSource;
  listed: BankAccount[];
  /** Name of the bank, if it can change. */
  institutionName?: string;
  status: ItemStatus;
  lastSuccessfulUpdate: Date;
  /** Day of the balances in the site's time zone. */
  balanceDay: string;
  now: Date;
  onImport: OnImport;
};

/** Time after a link during which its history may still arrive in parts. */
const importMs = 24 * 60 * 60_000;

/**
 * Commits a sync: transactions, accounts, state, and cursor in one database transaction (docs/reference/money.md,
 * "Sync"). Returns null and changes nothing if the link was ended or replaced, or another sync has moved the cursor.
 * Retries after a deadlock with a change by the person.
 */
export function commitSync(
  database: Pick<Database, "unsafeDb">,
  item: LinkedItem,
  collected: Collected,
  update: SyncUpdate,
): Promise<SyncResult | null> {
  return retried([deadlock], () =>
    database.unsafeDb.transaction((tx) => commit(tx, item, collected, update)),
  );
}

async function commit(
  tx: Transaction,
  item: LinkedItem,
  collected: Collected,
  update: SyncUpdate,
): Promise<SyncResult | null> {
  const { userId, institutionAccessItemId } = item;
  // One commit per person at a time, so that both sides of a transfer between two banks see each other.
  await lockLedger(tx, userId);
  const [row] = await tx
    .select({
      syncCursor: items.syncCursor,
      state: items.state,
      stateCode: items.stateCode,
      expiresAt: items.expiresAt,
    })
    .from(items)
    .where(isActiveLink(item))
    .for("update");
  if (row === undefined || row.syncCursor !== item.syncCursor) return null;
  const ref = { userId, institutionAccessItemId };
  const mentioned = [...collected.accounts.values()];
  if (update.source === "simplefin") await adoptAccounts(tx, ref, update.listed);
  await saveAccounts(tx, ref, { listed: update.listed, mentioned }, update);
  const accountIds = await readAccountIds(tx, ref);
  const owner = { ...ref, mode: item.mode, source: update.source, accountIds };
  const result = await applyBankChanges(tx, owner, collected.changes, update.now);
  if (result.added > 0 && update.now.getTime() - item.linkedAt.getTime() < importMs)
    await update.onImport(tx, userId);
  await tx
    .update(items)
    .set({
      // A status stored during the sync is newer than this one's, so it stays.
      ...(isSameStatus(row, item) ? { stateMessage: null, ...update.status } : {}),
      ...(update.institutionName === undefined ? {} : { institutionName: update.institutionName }),
      syncCursor: collected.nextCursor,
      historyComplete: collected.isPartial !== true,
      lastSuccessfulUpdate: update.lastSuccessfulUpdate,
    })
    .where(isActiveLink(item));
  return result;
}

function isSameStatus(one: ItemStatus, other: ItemStatus): boolean {
  return (
    one.state === other.state &&
    one.stateCode === other.stateCode &&
    one.expiresAt?.getTime() === other.expiresAt?.getTime()
  );
}

/** Reads account ids, including closed accounts, whose transactions may still change. */
async function readAccountIds(
  tx: Transaction,
  { userId, institutionAccessItemId }: ItemRef,
): Promise<Map<string, number>> {
  const rows = await tx
    .select({ accountId: accounts.accountId, providerAccountId: accounts.providerAccountId })
    .from(accounts)
    .where(and(eq(accounts.userId, userId), eq(accounts.institutionAccessItemId, institutionAccessItemId)));
  return new Map(rows.map((row) => [row.providerAccountId, row.accountId]));
}
