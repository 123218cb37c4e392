import { and, eq, gte, sql } from "drizzle-orm";
import type { Transaction } from "#server/database/db.ts";
import { accountBalances, accounts } from "#server/tables/institution-tables.ts";
import { towardsBalance } from "#shared/banks.ts";
import { money, type Money } from "#shared/money.ts";
import { addDays } from "#shared/time/plain-dates.ts";

/** Balance of an account at the end of a day, by its bank, a file, or the person's check; negative for what is owed. */
export type NotedBalance = {
  accountId: number;
  date: string;
  amount: Money;
  isoCurrencyCode: string;
  /** The file's import; null for a file's balance only. */
  importId: number | null;
};

/**
 * Notes what accounts held at the end of a day (docs/reference/money.md, "Net worth"). A later word of the same source about the
 * same day replaces the earlier one.
 */
export async function noteBalances(
  tx: Transaction,
  userId: string,
  source: "bank" | "file" | "check",
  balances: readonly NotedBalance[],
): Promise<void> {
  if (balances.length === 0) return;
  await tx
    .insert(accountBalances)
    .values(balances.map((balance) => ({ userId, source, ...balance })))
    .onConflictDoUpdate({
      target: [accountBalances.accountId, accountBalances.date, accountBalances.source],
      set: {
        amount: sql`excluded.amount`,
        isoCurrencyCode: sql`excluded.iso_currency_code`,
        importId: sql`excluded.import_id`,
      },
    });
}

/** Notes the balances that a bank reports now of its accounts which aren't closed. */
export async function noteBankBalances(
  tx: Transaction,
  { userId, institutionAccessItemId }: { userId: string; institutionAccessItemId: number },
  date: string,
): Promise<void> {
  const rows = await tx
    .select({
      accountId: accounts.accountId,
      type: accounts.type,
      balance: accounts.currentBalance,
      isoCurrencyCode: accounts.isoCurrencyCode,
    })
    .from(accounts)
    .where(
      sql`${eq(accounts.userId, userId)} and ${eq(accounts.institutionAccessItemId, institutionAccessItemId)}
        and ${accounts.closedAt} is null and ${accounts.currentBalance} is not null`,
    );
  await noteBalances(
    tx,
    userId,
    "bank",
    rows.flatMap(({ accountId, type, balance, isoCurrencyCode }) =>
      balance === null
        ? []
        : [
            {
              accountId,
              date,
              amount: towardsBalance(type, money(balance)),
              isoCurrencyCode,
              importId: null,
            },
          ],
    ),
  );
}

/** Forgets checks of an account from a day on, because the person has since changed what they compared. */
export async function forgetChecks(
  tx: Transaction,
  { userId, accountId }: { userId: string; accountId: number },
  from: string,
): Promise<void> {
  await tx
    .delete(accountBalances)
    .where(
      and(
        eq(accountBalances.userId, userId),
        eq(accountBalances.accountId, accountId),
        eq(accountBalances.source, "check"),
        gte(accountBalances.date, from),
      ),
    );
}

/** Forgets the balances that an import brought. */
export async function forgetFileBalances(tx: Transaction, userId: string, importId: number): Promise<void> {
  await tx
    .delete(accountBalances)
    .where(and(eq(accountBalances.userId, userId), eq(accountBalances.importId, importId)));
}

type ManualAccount = Pick<
  typeof accounts.$inferSelect,
  "userId" | "accountId" | "type" | "openingBalance" | "openingDate" | "isoCurrencyCode"
>;

/** Moves what is known of a manual account to the linked one that it becomes. Its opening goes along, as a check. */
export async function moveBalances(tx: Transaction, from: ManualAccount, toId: number): Promise<void> {
  const { userId, accountId, type, openingBalance, openingDate, isoCurrencyCode } = from;
  if (openingBalance !== null && openingDate !== null)
    await noteBalances(tx, userId, "check", [
      {
        accountId,
        date: addDays(openingDate, -1),
        amount: towardsBalance(type, money(openingBalance)),
        isoCurrencyCode,
        importId: null,
      },
    ]);
  await tx.execute(sql`
    update ${accountBalances} own set account_id = ${toId}
    where own.user_id = ${userId} and own.account_id = ${accountId} and not exists (select from ${accountBalances} other
      where other.account_id = ${toId} and other.date = own.date and other.source = own.source)`);
}
