import { and, eq, isNotNull, sql } from "drizzle-orm";
import { actingMember } from "#server/database/acting.ts";
import type { Transaction } from "#server/database/db.ts";
import { transactionTags } from "#server/tables/part-tables.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import { hasId } from "../sorting/row-kinds.ts";
import { sortRows } from "../sorting/row-sorting.ts";
import { hasWordRules } from "../rules/rule-tags.ts";

/**
 * Notes that the person took off something that a rule had given to rows: rules give them neither notes nor tags any more, and
 * what is left of theirs is the person's (docs/reference/money.md, "Notes and tags").
 */
export async function keepWords(
  tx: Transaction,
  userId: string,
  transactionIds: readonly number[],
): Promise<void> {
  await tx
    .update(transactions)
    .set({
      keepsWords: true,
      noteRuleId: null,
      noteBy: sql`case when ${transactions.noteRuleId} is null then ${transactions.noteBy} else ${actingMember} end`,
    })
    .where(and(eq(transactions.userId, userId), hasId(transactionIds)));
  await tx
    .update(transactionTags)
    .set({ ruleId: null })
    .where(
      and(
        eq(transactionTags.userId, userId),
        isNotNull(transactionTags.ruleId),
        sql`${transactionTags.transactionId} = any(${sql.param([...transactionIds])}::int[])`,
      ),
    );
}

/** Sorts rows whose notes or tags have changed, if any rule is about these. The caller holds the lock of the ledger. */
export async function sortWords(
  tx: Transaction,
  userId: string,
  transactionIds: readonly number[],
): Promise<void> {
  if (transactionIds.length > 0 && (await hasWordRules(tx, userId)))
    await sortRows(tx, userId, { transactionIds });
}
