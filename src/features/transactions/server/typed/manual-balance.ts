import { sql } from "drizzle-orm";
import type { Transaction } from "#server/database/db.ts";
import { accountBalances, accounts } from "#server/tables/institution-tables.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import { towardsBalance } from "#shared/banks.ts";
import { moneyFromSum, type Money } from "#shared/money.ts";
import { isAtBank, isMarkable } from "../sorting/row-kinds.ts";

type Row = { accountId: number; type: string; worth: string };

/**
 * Returns the balances of a person's manual accounts at the end of a day, or after all their rows, in the account's currency
 * (docs/reference/money.md, "Manual accounts"): what is known next after the day without the rows in between, or else what was
 * known last with the rows since. Known are the opening balance, checks, and balances of files. Accounts of a bank, which have
 * balances of their own, aren't in the map.
 */
export async function manualBalances(
  tx: Transaction,
  userId: string,
  day: string | null,
): Promise<ReadonlyMap<number, Money>> {
  const end = day === null ? sql`'infinity'::date` : sql`${day}::date`;
  const opening = sql`${accounts.openingDate} - 1`;
  // Balances for the same day as the opening say nothing against it; of several, the strongest source's counts.
  const known = sql`
    select date, amount, case source when 'file' then 1 else 2 end as rank from ${accountBalances} noted
    where noted.account_id = ${accounts.accountId} and noted.iso_currency_code = ${accounts.isoCurrencyCode} and noted.source <> 'bank'
    union all
    select ${opening}, case when ${accounts.type} in ('credit', 'loan') then -${accounts.openingBalance} else ${accounts.openingBalance} end, 0`;
  const { rows } = await tx.execute<Row>(sql`
    select ${accounts.accountId} as "accountId", ${accounts.type} as type,
      (anchor.amount + coalesce(case when anchor.date > ${end} then -moved.sum else moved.sum end, 0))::text as worth
    from ${accounts}
    cross join lateral (
      select known.date, known.amount from (${known}) known
      order by known.date < ${end}, case when known.date >= ${end} then known.date end, known.date desc, known.rank limit 1) anchor
    cross join lateral (
      select sum(${transactions.amount}) from ${transactions}
      where ${transactions.userId} = ${userId} and ${transactions.accountId} = ${accounts.accountId}
        and ${transactions.institutionAccessItemId} = ${accounts.institutionAccessItemId}
        and ${transactions.isoCurrencyCode} = ${accounts.isoCurrencyCode}
        and ${transactions.date} > least(anchor.date, ${end}) and ${transactions.date} <= greatest(anchor.date, ${end})
        and ${isAtBank} and ${isMarkable}) moved
    where ${accounts.userId} = ${userId} and ${accounts.openingBalance} is not null`);
  return new Map(rows.map((row) => [row.accountId, towardsBalance(row.type, moneyFromSum(row.worth))]));
}
