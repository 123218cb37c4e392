import { and, eq } from "drizzle-orm";
import { applyBankChanges } from "#features/transactions/server/index.ts";
import type { Database, Transaction } from "#server/database/db.ts";
import { takeLock } from "#server/database/named-lock.ts";
import { deadlock, retried } from "#server/database/transaction-retries.ts";
import type { BankAccount } from "#upstreams/plaid/index.ts";
import type { Standing } from "../../domain/item-state.ts";
import { saveAccounts, type ItemRef } from "../account-store.ts";
import { accounts, institutionAccessItems as items } from "#server/tables/institution-tables.ts";
import { isStill, type LinkedItem } from "../item-store.ts";
import type { Collected } from "./page-collector.ts";

export type SyncResult = { added: number; modified: number; removed: number };

type SyncWish = { listed: BankAccount[]; standing: Standing; lastSuccessfulUpdate: Date; now: Date };

/**
 * Commits a sync: rows, accounts, state and cursor in one transaction (docs/reference/money.md, "Sync"). Null, and nothing changed,
 * where the link was ended or replaced meanwhile, or another sync has gone on from the cursor that this one began at.
 * Where it and a change by the person wait for each other, it is made again: nothing is wrong with what the bank sent.
 */
export function commitSync(
  database: Pick<Database, "unsafeDb">,
  item: LinkedItem,
  collected: Collected,
  wanted: SyncWish,
): Promise<SyncResult | null> {
  return retried([deadlock], () =>
    database.unsafeDb.transaction((tx) => commit(tx, item, collected, wanted)),
  );
}

async function commit(
  tx: Transaction,
  item: LinkedItem,
  collected: Collected,
  wanted: SyncWish,
): Promise<SyncResult | null> {
  const { userId, institutionAccessItemId } = item;
  // One bank of a person's after the other: the two sides of a transfer that two banks bring at once would not see each other.
  await takeLock(tx, `folio ledger ${userId}`);
  const [row] = await tx
    .select({
      syncCursor: items.syncCursor,
      state: items.state,
      stateCode: items.stateCode,
      expiresAt: items.expiresAt,
    })
    .from(items)
    .where(isStill(item))
    .for("update");
  if (row === undefined || row.syncCursor !== item.syncCursor) return null;
  const ref = { userId, institutionAccessItemId };
  const mentioned = [...collected.accounts.values()];
  await saveAccounts(tx, ref, { listed: wanted.listed, mentioned }, wanted.now);
  const accountIds = await readAccountIds(tx, ref);
  const owner = { ...ref, source: "plaid" as const, accountIds };
  const result = await applyBankChanges(tx, owner, collected.changes, wanted.now);
  await tx
    .update(items)
    .set({
      // What was noted while the list was read is newer than what the bank was asked before: a warning is not lost.
      ...(isSameStanding(row, item) ? wanted.standing : {}),
      syncCursor: collected.nextCursor,
      lastSuccessfulUpdate: wanted.lastSuccessfulUpdate,
    })
    .where(isStill(item));
  return result;
}

function isSameStanding(one: Standing, other: Standing): boolean {
  return (
    one.state === other.state &&
    one.stateCode === other.stateCode &&
    one.expiresAt?.getTime() === other.expiresAt?.getTime()
  );
}

/** Closed ones as well: the bank may still say something of their rows. */
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
