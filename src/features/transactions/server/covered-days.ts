import { sql, type SQL } from "drizzle-orm";
import { accounts } from "#server/tables/institution-tables.ts";
import { providerTransactions, transactions } from "#server/tables/transaction-tables.ts";
import type { Transaction } from "#server/database/db.ts";
import type { BankDays } from "../domain/ledger-plan.ts";
import type { Days } from "../domain/row-match.ts";

type DaysOfLink = { accountId: number; isCurrent: boolean; from: string | null; to: string | null };

/** First and last days of a group of files (`first` and `last`), as JSON; those that overlap or adjoin are one. */
export const daysOfFiles = sql`(
  select coalesce(json_agg(json_build_object('from', lower(span), 'to', upper(span) - 1)), '[]')
  from unnest(range_agg(daterange(first, last, '[]')) filter (where import_id is not null)) as span)`;

/** Returns the first and the last day of each file that brought rows to accounts; none where the person only typed rows. */
export async function readFileDays(
  tx: Transaction,
  userId: string,
  accountIds: readonly number[],
): Promise<Map<number, readonly Days[]>> {
  // Typed rows have no import.
  const { rows } = await tx.execute<{ accountId: number; days: Days[] }>(sql`
    select account_id as "accountId", ${daysOfFiles} as days
    from (select account_id, import_id, min(date) as first, max(date) as last from ${providerTransactions}
      where user_id = ${userId} and account_id = any(${sql.param([...accountIds])}::int[]) and source in ('file', 'manual')
      group by account_id, import_id) file
    group by account_id`);
  return new Map(rows.map(({ accountId, days }) => [accountId, days]));
}

/**
 * Returns the first and the last day of what each link of accounts to banks delivered and the bank still has. One link has no holes,
 * but there may be one before the next.
 */
export async function readBankDays(
  tx: Transaction,
  userId: string,
  accountIds: readonly number[],
): Promise<Map<number, BankDays>> {
  const end = (order: "asc" | "desc", link: SQL, when: SQL) => sql`(select own.date from ${transactions} own
    where own.user_id = ${userId} and own.account_id = wanted.account_id and ${when}
      and exists (select from ${providerTransactions} fact where fact.transaction_id = own.transaction_id
        and fact.source in ('plaid', 'simplefin') and fact.removed_at is null and fact.link_number = ${link})
    order by own.date ${sql.raw(order)} limit 1)`;
  const ofCurrent = (order: "asc" | "desc") => end(order, sql`wanted.link_number`, sql`true`);
  // From its first day on, the current link covers all, so none of its own rows is looked through for those of earlier ones.
  const ofEarlier = (order: "asc" | "desc") =>
    end(order, sql`link.number`, sql`own.date < coalesce(wanted.first, 'infinity')`);
  const { rows } = await tx.execute<DaysOfLink>(sql`
    with wanted as materialized (
      select account_id, link_number, ${ofCurrent("asc")} as first, ${ofCurrent("desc")} as last
      from ${accounts} wanted where user_id = ${userId} and account_id = any(${sql.param([...accountIds])}::int[]))
    select account_id as "accountId", true as "isCurrent", first::text as from, last::text as to from wanted
    union all
    select account_id, false, ${ofEarlier("asc")}::text, ${ofEarlier("desc")}::text
    from wanted cross join generate_series(1, link_number - 1) as link(number)`);
  return new Map(
    [...Map.groupBy(rows, ({ accountId }) => accountId)].map(([accountId, links]) => {
      const [current = null] = daysOf(links.filter(({ isCurrent }) => isCurrent));
      return [accountId, { current, earlier: daysOf(links.filter(({ isCurrent }) => !isCurrent)) }] as const;
    }),
  );
}

function daysOf(links: readonly DaysOfLink[]): Days[] {
  return links.flatMap(({ from, to }) => (from === null || to === null ? [] : [{ from, to }]));
}
