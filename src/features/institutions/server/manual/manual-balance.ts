import { and, eq, gte, inArray, lte, sql } from "drizzle-orm";
import { isAtBank } from "#features/transactions/server/index.ts";
import type { Transaction } from "#server/database/db.ts";
import { accounts } from "#server/tables/institution-tables.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import { money, moneyFromSum, type Money } from "#shared/money.ts";
import { balanceAfter } from "../../domain/manual-account.ts";

/**
 * Returns the balances of manual accounts at the end of a day: the opening balance with the rows since
 * (docs/reference/money.md, "Manual accounts"). Accounts of a bank, which have balances of their own, aren't in the map.
 */
export async function manualBalance(
  tx: Transaction,
  userId: string,
  { accountIds, day }: { accountIds: readonly number[]; day: string },
): Promise<ReadonlyMap<number, Money>> {
  const rows = await tx
    .select({
      accountId: accounts.accountId,
      type: accounts.type,
      opening: accounts.openingBalance,
      moved: sql<string | null>`sum(${transactions.amount})::text`,
    })
    .from(accounts)
    .leftJoin(
      transactions,
      and(
        eq(transactions.accountId, accounts.accountId),
        eq(transactions.userId, userId),
        gte(transactions.date, accounts.openingDate),
        lte(transactions.date, day),
        isAtBank,
      ),
    )
    .where(
      and(
        eq(accounts.userId, userId),
        inArray(accounts.accountId, [...accountIds]),
        sql`${accounts.openingBalance} is not null`,
      ),
    )
    .groupBy(accounts.accountId);
  return new Map(
    rows.flatMap(({ accountId, type, opening, moved }) =>
      opening === null ? [] : [[accountId, balanceAfter(type, money(opening), moneyFromSum(moved))]],
    ),
  );
}
