import { and, eq, isNull, notInArray, sql } from "drizzle-orm";
import type { BankAccount } from "#shared/bank-rows.ts";
import type { Transaction } from "#server/database/db.ts";
import { noteBankBalances, takeOverHistory } from "#features/transactions/server/index.ts";
import { matchAccounts } from "../domain/account-match.ts";
import { retyped, type BankType } from "../domain/account-types.ts";
import { accounts } from "#server/tables/institution-tables.ts";

export type ItemRef = { userId: string; institutionAccessItemId: number };

/**
 * Saves a bank's accounts as listed: inserts new ones, updates known ones, and closes those no longer listed, whose
 * history is kept. A type that the person chose stays. `mentioned` accounts have transactions but may not be listed. Balances are
 * those of the end of `balanceDay`.
 */
export async function saveAccounts(
  tx: Transaction,
  item: ItemRef,
  { listed, mentioned = [] }: { listed: readonly BankAccount[]; mentioned?: readonly BankAccount[] },
  { now, balanceDay }: { now: Date; balanceDay: string },
): Promise<void> {
  await closeOthers(tx, item, listed, now);
  await upsertListed(tx, item, listed);
  await noteBankBalances(tx, item, balanceDay);
  if (mentioned.length === 0) return;
  const closed = mentioned.map((account) => Object.assign(accountRow(item, account), { closedAt: now }));
  await tx.insert(accounts).values(closed).onConflictDoNothing();
}

/**
 * Lets accounts that are listed under an id of their own for the first time take over accounts that are no longer listed, if
 * they are the same (docs/reference/money.md, "Linking"): a source may give all of them other ids.
 */
export async function adoptAccounts(
  tx: Transaction,
  { userId, institutionAccessItemId }: ItemRef,
  listed: readonly BankAccount[],
): Promise<void> {
  const known = await tx
    .select()
    .from(accounts)
    .where(and(eq(accounts.userId, userId), eq(accounts.institutionAccessItemId, institutionAccessItemId)));
  const ids = new Set(known.map(({ providerAccountId }) => providerAccountId));
  const fresh = listed.filter(({ providerAccountId }) => !ids.has(providerAccountId));
  const listedIds = new Set(listed.map(({ providerAccountId }) => providerAccountId));
  const gone = known.filter((one) => one.closedAt === null && !listedIds.has(one.providerAccountId));
  const matches = matchAccounts(gone, fresh);
  if (matches.size === 0) return;
  for (const [{ providerAccountId }, { accountId }] of matches)
    await tx.update(accounts).set({ providerAccountId }).where(eq(accounts.accountId, accountId));
  const accountIds = [...matches.values()].map(({ accountId }) => accountId);
  await takeOverHistory(tx, { userId, accountIds });
}

async function upsertListed(tx: Transaction, item: ItemRef, found: readonly BankAccount[]): Promise<void> {
  if (found.length === 0) return;
  const chosen = await readChosenTypes(tx, item);
  const fromBank = (column: string) => sql.raw(`excluded.${column}`);
  await tx
    .insert(accounts)
    .values(
      found.map((account) => {
        const type = chosen.get(account.providerAccountId);
        return accountRow(item, type === undefined ? account : retyped(account, type));
      }),
    )
    .onConflictDoUpdate({
      target: [accounts.institutionAccessItemId, accounts.providerAccountId],
      set: {
        // A missing persistent id doesn't clear the known one.
        persistentAccountId: sql`coalesce(excluded.persistent_account_id, ${accounts.persistentAccountId})`,
        name: fromBank("name"),
        officialName: fromBank("official_name"),
        mask: fromBank("mask"),
        type: fromBank("type"),
        subtype: fromBank("subtype"),
        currentBalance: fromBank("current_balance"),
        availableBalance: fromBank("available_balance"),
        isoCurrencyCode: fromBank("iso_currency_code"),
        closedAt: null,
      },
    });
}

/** Reads the types that the person chose, by the source's ids. */
async function readChosenTypes(
  tx: Transaction,
  { userId, institutionAccessItemId }: ItemRef,
): Promise<Map<string, BankType>> {
  const { providerAccountId, type, subtype } = accounts;
  const rows = await tx
    .select({ providerAccountId, type, subtype })
    .from(accounts)
    .where(
      and(
        eq(accounts.userId, userId),
        eq(accounts.institutionAccessItemId, institutionAccessItemId),
        eq(accounts.isTypeChosen, true),
      ),
    );
  return new Map(rows.map((row) => [row.providerAccountId, row]));
}

async function closeOthers(
  tx: Transaction,
  { userId, institutionAccessItemId }: ItemRef,
  found: readonly BankAccount[],
  now: Date,
): Promise<void> {
  const listed = found.map(({ providerAccountId }) => providerAccountId);
  await tx
    .update(accounts)
    .set({ closedAt: now })
    .where(
      and(
        eq(accounts.userId, userId),
        eq(accounts.institutionAccessItemId, institutionAccessItemId),
        isNull(accounts.closedAt),
        listed.length === 0 ? undefined : notInArray(accounts.providerAccountId, listed),
      ),
    );
}

function accountRow(
  { userId, institutionAccessItemId }: ItemRef,
  account: BankAccount,
): typeof accounts.$inferInsert {
  return { userId, institutionAccessItemId, ...account };
}
