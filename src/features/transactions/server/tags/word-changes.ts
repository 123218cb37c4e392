import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { actingMember } from "#server/database/acting.ts";
import type { Transaction } from "#server/database/db.ts";
import { tags, transactionTags } from "#server/tables/part-tables.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import { tagKey } from "../../domain/note-shapes.ts";
import { hasId } from "../sorting/row-kinds.ts";
import { sortRows } from "../sorting/row-sorting.ts";
import { hasWordRules } from "../rules/rule-tags.ts";

/** Tags and the note that rules have given a row; null for a note that the person wrote, or none. */
export type GivenWords = { tags: string[]; note: string | null };

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

/** Returns what rules have given rows, for an undo. */
export async function readGiven(
  tx: Transaction,
  userId: string,
  transactionIds: readonly number[],
): Promise<ReadonlyMap<number, GivenWords>> {
  const { rows } = await tx.execute<GivenWords & { id: number }>(sql`
    select transaction_id as id, case when note_rule_id is not null then note end as note, array(
      select tag.name from ${transactionTags} own join ${tags} tag on tag.tag_id = own.tag_id
      where own.transaction_id = ${transactions.transactionId} and own.rule_id is not null order by tag.name_key) as tags
    from ${transactions} where ${transactions.userId} = ${userId} and ${hasId(transactionIds)}`);
  return new Map(rows.map(({ id, ...given }) => [id, given]));
}

/**
 * Takes back what the person took off or wrote over what rules had given rows: rules give it again, and what none of them gives
 * anymore is the person's. What the person has written since stays. The caller holds the lock of the ledger.
 */
export async function giveAgain(
  tx: Transaction,
  userId: string,
  transactionIds: readonly number[],
  given: GivenWords,
): Promise<void> {
  const note = given.note === "" ? null : given.note;
  const keys = sql`${sql.param(given.tags.map(tagKey))}::text[]`;
  const ids = sql`${sql.param([...transactionIds])}::int[]`;
  const isOfRows = and(eq(transactions.userId, userId), hasId(transactionIds));
  await tx.execute(sql`
    delete from ${transactionTags} own using ${tags} tag
    where tag.tag_id = own.tag_id and tag.user_id = ${userId} and tag.name_key = any(${keys})
      and own.transaction_id = any(${ids})`);
  const isGiven = sql`${transactions.note} is not distinct from ${note}`;
  await tx
    .update(transactions)
    .set({
      keepsWords: false,
      note: sql`case when not (${isGiven}) then ${transactions.note} end`,
      noteRuleId: sql`case when not (${isGiven}) then ${transactions.noteRuleId} end`,
      noteBy: sql`case when not (${isGiven}) then ${transactions.noteBy} end`,
    })
    .where(isOfRows);
  await sortWords(tx, userId, transactionIds);
  await tx.execute(sql`
    insert into ${transactionTags} (transaction_id, tag_id, user_id)
    select id, tag.tag_id, ${userId} from unnest(${ids}) as row (id), ${tags} tag
    where tag.user_id = ${userId} and tag.name_key = any(${keys})
    on conflict (transaction_id, tag_id) do nothing`);
  if (note === null) return;
  await tx
    .update(transactions)
    .set({ note, noteBy: actingMember })
    .where(and(isOfRows, isNull(transactions.note)));
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
