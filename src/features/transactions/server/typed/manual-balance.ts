import { and, eq, gte, isNotNull, lte, sql } from "drizzle-orm";
import type { Transaction } from "#server/database/db.ts";
import { accounts } from "#server/tables/institution-tables.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import { towardsBalance } from "#shared/banks.ts";
import { addMoney, money, moneyFromSum, type Money } from "#shared/money.ts";
import { isAtBank, isMarkable } from "../row-kinds.ts";

/**
 * Returns the balances of a person's manual accounts at the end of a day, or after all their rows: the opening balance with the
 * rows since, in the account's currency (docs/reference/money.md, "Manual accounts"). Accounts of a bank, which have balances of
 * their own, aren't in the map.
 */
export async function manualBalances(
  tx: Transaction,
  userId: string,
  day: string | null,
): Promise<ReadonlyMap<number, Money>> {
  const { accountId, type, openingBalance, openingDate, isoCurrencyCode } = accounts;
  const rows = await tx
    .select({
      accountId,
      type,
      opening: openingBalance,
      moved: sql<string | null>`sum(${transactions.amount})::text`,
    })
    .from(accounts)
    .leftJoin(
      transactions,
      and(
        eq(transactions.accountId, accountId),
        eq(transactions.userId, userId),
        eq(transactions.isoCurrencyCode, isoCurrencyCode),
        gte(transactions.date, openingDate),
        day === null ? undefined : lte(transactions.date, day),
        isAtBank,
        isMarkable,
      ),
    )
    .where(and(eq(accounts.userId, userId), isNotNull(openingBalance)))
    .groupBy(accountId);
  return new Map(
    rows.flatMap((row) =>
      row.opening === null
        ? []
        : [[row.accountId, addMoney(money(row.opening), towardsBalance(row.type, moneyFromSum(row.moved)))]],
    ),
  );
}
