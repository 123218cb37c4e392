import { and, asc, count, eq, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { z } from "zod";
import { budgetAccessItems, budgetExemptions, budgets } from "#server/tables/budget-tables.ts";
import { incomePayments, incomeSources } from "#server/tables/income-tables.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import type { Transaction } from "#server/database/db.ts";
import type { institutionsContract } from "../contract.ts";
import type { ItemRef } from "./account-store.ts";
import { accounts } from "#server/tables/institution-tables.ts";

type ItemUsage = z.input<typeof institutionsContract.getAccessItemUsage.output>;

/** Counts the data deleted with a bank's history, for a confirmation (docs/reference/product.md, "Undo"). */
export async function readItemUsage(tx: Transaction, item: ItemRef): Promise<ItemUsage> {
  const sources = await readSources(tx, item);
  const [accountRow] = await tx
    .select({ count: count() })
    .from(accounts)
    .where(
      and(
        eq(accounts.userId, item.userId),
        eq(accounts.institutionAccessItemId, item.institutionAccessItemId),
      ),
    );
  return {
    accountCount: accountRow?.count ?? 0,
    ...(await countTransactions(tx, item)),
    budgets: await readBudgets(tx, item),
    incomeSources: sources,
    incomePaymentCount: await countPayments(tx, item, sources),
  };
}

async function countTransactions(
  tx: Transaction,
  { userId, institutionAccessItemId }: ItemRef,
): Promise<Pick<ItemUsage, "transactionCount" | "markedTransactionCount">> {
  const { rows } = await tx.execute<Awaited<ReturnType<typeof countTransactions>>>(sql`
    select count(*)::int as "transactionCount",
      count(*) filter (
        where (t.category_source = 'person' and t.financial_category_id is not null) or t.chosen_kind is not null
          or exists (select from ${budgetExemptions} e where e.transaction_id = t.transaction_id)
          or exists (select from ${incomePayments} p where p.transaction_id = t.transaction_id)
      )::int as "markedTransactionCount"
    from ${transactions} t
    where t.user_id = ${userId} and t.institution_access_item_id = ${institutionAccessItemId}
      and t.dismissed_at is null`);
  return rows[0] ?? { transactionCount: 0, markedTransactionCount: 0 };
}

function readBudgets(
  tx: Transaction,
  { userId, institutionAccessItemId }: ItemRef,
): Promise<ItemUsage["budgets"]> {
  return tx
    .select({ budgetId: budgets.budgetId, budgetName: budgets.name })
    .from(budgets)
    .innerJoin(budgetAccessItems, eq(budgetAccessItems.budgetId, budgets.budgetId))
    .where(
      and(
        eq(budgets.userId, userId),
        isNull(budgets.deletedAt),
        // The template of a series isn't a budget of its own.
        or(isNull(budgets.seriesId), isNotNull(budgets.seriesStart)),
        eq(budgetAccessItems.institutionAccessItemId, institutionAccessItemId),
      ),
    )
    .orderBy(asc(budgets.startDate), asc(budgets.budgetId));
}

function readSources(
  tx: Transaction,
  { userId, institutionAccessItemId }: ItemRef,
): Promise<ItemUsage["incomeSources"]> {
  return tx
    .select({ incomeSourceId: incomeSources.incomeSourceId, name: incomeSources.name })
    .from(incomeSources)
    .where(
      and(
        eq(incomeSources.userId, userId),
        isNull(incomeSources.deletedAt),
        eq(incomeSources.institutionAccessItemId, institutionAccessItemId),
      ),
    )
    .orderBy(asc(incomeSources.name), asc(incomeSources.incomeSourceId));
}

/** Counts payments of the bank's sources, cash included. */
async function countPayments(
  tx: Transaction,
  { userId }: ItemRef,
  sources: ItemUsage["incomeSources"],
): Promise<number> {
  if (sources.length === 0) return 0;
  const ids = sources.map(({ incomeSourceId }) => incomeSourceId);
  const [row] = await tx
    .select({ count: count() })
    .from(incomePayments)
    .where(and(eq(incomePayments.userId, userId), inArray(incomePayments.incomeSourceId, ids)));
  return row?.count ?? 0;
}
