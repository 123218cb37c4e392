import { and, eq } from "drizzle-orm";
import { applyBankChanges } from "#features/transactions/server/index.ts";
import type { Database, Transaction } from "#server/db.ts";
import type { BankAccount } from "#upstreams/plaid/index.ts";
import type { Standing } from "../domain/item-state.ts";
import { saveAccounts, type ItemRef } from "./account-store.ts";
import { accounts, institutionAccessItems as items } from "./institution-tables.ts";
import { isStill, type LinkedItem } from "./item-store.ts";
import type { Collected } from "./page-collector.ts";

export type SyncResult = { added: number; modified: number; removed: number };

/**
 * Commits a sync: rows, accounts, state and cursor in one transaction (FINANCE section 2). Null, and nothing changed,
 * where the link was ended or replaced meanwhile, or another sync has gone on from the cursor that this one began at.
 */
export async function commitSync(
  database: Pick<Database, "unsafeDb">,
  item: LinkedItem,
  collected: Collected,
  wanted: { listed: BankAccount[]; standing: Standing; lastSuccessfulUpdate: Date; now: Date },
): Promise<SyncResult | null> {
  const { userId, institutionAccessItemId } = item;
  return database.unsafeDb.transaction(async (tx) => {
    const [row] = await tx
      .select({ syncCursor: items.syncCursor })
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
        ...wanted.standing,
        syncCursor: collected.nextCursor,
        lastSuccessfulUpdate: wanted.lastSuccessfulUpdate,
      })
      .where(isStill(item));
    return result;
  });
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
