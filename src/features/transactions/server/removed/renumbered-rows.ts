import { sql } from "drizzle-orm";
import type { Transaction } from "#server/database/db.ts";
import { accounts } from "#server/tables/institution-tables.ts";
import { providerTransactions, transactions } from "#server/tables/transaction-tables.ts";
import type { IncomingChanges } from "../../domain/incoming-changes.ts";
import type { ArrivedChanges } from "../../domain/ledger-plan.ts";
import { findRenumbered, type MatchableRow } from "../../domain/row-match.ts";
import type { LedgerOwner } from "../ledger-writer.ts";

type Owner = LedgerOwner & { accountIds: ReadonlyMap<string, number> };

/**
 * Finds rows of complete accounts that their source has numbered anew (docs/reference/money.md, "SimpleFIN"), and lets each
 * replace its earlier version as a posted row replaces its pending one. Other changes stay as they are.
 */
export async function recognizeRenumbered(
  tx: Transaction,
  owner: Owner,
  { complete }: IncomingChanges,
  changes: ArrivedChanges,
): Promise<ArrivedChanges> {
  if (complete === undefined || complete.providerAccountIds.length === 0) return changes;
  const accountIds = complete.providerAccountIds.flatMap((id) => owner.accountIds.get(id) ?? []);
  const known = await readKnown(tx, owner, { accountIds, sinceDay: complete.sinceDay });
  const knownIds = new Set(known.map(({ id }) => id));
  const here = new Set(changes.rows.map(({ fact }) => fact.providerTransactionId));
  const fresh = changes.rows.flatMap((row) => {
    const { providerTransactionId: id, accountId, date, pending } = row.fact;
    const isUnknown = !pending && date >= complete.sinceDay && !knownIds.has(id);
    return isUnknown && accountIds.includes(accountId) ? [{ ...row.ledger, id }] : [];
  });
  const twins = new Map(
    [...findRenumbered(fresh, known, ({ id }) => !here.has(id))].map(([row, twin]) => [row.id, twin.id]),
  );
  if (twins.size === 0) return changes;
  return {
    rows: changes.rows.map((row) => {
      const twin = twins.get(row.fact.providerTransactionId);
      return twin === undefined ? row : { ...row, fact: { ...row.fact, pendingTransactionId: twin } };
    }),
    // An earlier number that comes back finds its row free.
    removed: [...changes.removed, ...twins.values()],
  };
}

type KnownPosted = MatchableRow & { id: string };

async function readKnown(
  tx: Transaction,
  { userId, source }: Owner,
  { accountIds, sinceDay }: { accountIds: number[]; sinceDay: string },
): Promise<KnownPosted[]> {
  const { rows } = await tx.execute<Omit<KnownPosted, "amount"> & { amount: string | number }>(sql`
    select fact.provider_transaction_id as id, own.account_id as "accountId", own.amount, own.iso_currency_code as "isoCurrencyCode",
      fact.date::text, fact.name
    from ${providerTransactions} fact
    join ${accounts} home on home.account_id = fact.account_id and home.link_number = fact.link_number
    join ${transactions} own on own.transaction_id = fact.transaction_id
    where fact.user_id = ${userId} and fact.source = ${source} and fact.account_id = any(${sql.param(accountIds)}::int[])
      and fact.removed_at is null and not fact.pending and fact.date >= ${sinceDay}
    order by fact.date, fact.transaction_id`);
  return rows.map((row) => Object.assign(row, { amount: Number(row.amount) }));
}
