import { sql, type SQL } from "drizzle-orm";
import type { Transaction } from "#server/database/db.ts";
import { transactionParts, transactionTags } from "#server/tables/part-tables.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import type { PayeeRow, Sorted } from "../../domain/sorting/row-sorting.ts";

/*
 * Notes and tags of rows for sorting: those that the person wrote, which rules test, and those that rules gave
 * (docs/reference/money.md, "Notes and tags").
 */

/** Note and tags of a row, as `storedWords` selects it; null for nothing, or if it isn't read. */
export type StoredWords = {
  note: string | null;
  noteRuleId: number | null;
  keepsWords: boolean;
  partNotes: string[] | null;
  tags: [tagId: number, ruleId: number | null][] | null;
} | null;

type OwnWords = Pick<PayeeRow, "ownNote" | "partNotes" | "ownTagIds" | "keepsWords">;
type ShownWords = Pick<Sorted, "note" | "noteRuleId" | "ruledTags">;

/** Selects what is written about the row `own`. Most rows have nothing, which costs little. */
export const storedWords: SQL<StoredWords> = sql`case when own.note is not null or own.keeps_words
    or exists (select from ${transactionTags} tag where tag.transaction_id = own.transaction_id)
    or exists (select from ${transactionParts} part where part.transaction_id = own.transaction_id and part.note is not null)
  then json_build_object('note', own.note, 'noteRuleId', own.note_rule_id, 'keepsWords', own.keeps_words,
    'partNotes', (select json_agg(part.note) from ${transactionParts} part
      where part.transaction_id = own.transaction_id and part.note is not null),
    'tags', (select json_agg(json_build_array(tag.tag_id, tag.rule_id)) from ${transactionTags} tag
      where tag.transaction_id = own.transaction_id)) end`;

const noWords: OwnWords & ShownWords = {
  ownNote: null,
  partNotes: [],
  ownTagIds: [],
  keepsWords: false,
  note: null,
  noteRuleId: null,
  ruledTags: new Map(),
};

/** Tells the person's words from those of rules. */
export function readWords(words: StoredWords): OwnWords & ShownWords {
  if (words === null) return noWords;
  const { note, noteRuleId, keepsWords, partNotes, tags } = words;
  const ruledTags = new Map<number, number>();
  const ownTagIds: number[] = [];
  for (const [tagId, ruleId] of tags ?? [])
    if (ruleId === null) ownTagIds.push(tagId);
    else ruledTags.set(tagId, ruleId);
  const ownNote = noteRuleId === null ? note : null;
  return { ownNote, partNotes: partNotes ?? [], ownTagIds, keepsWords, note, noteRuleId, ruledTags };
}

/** Returns true if a rule has given a note or a tag to any of the person's rows. */
export async function hasRuledWords(tx: Transaction, userId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ found: boolean }>(sql`
    select exists (select from ${transactions} where user_id = ${userId} and note_rule_id is not null)
      or exists (select from ${transactionTags} where user_id = ${userId} and rule_id is not null) as found`);
  return rows[0]?.found === true;
}

/** Returns true if a row has the same tags from the same rules. */
export function hasSameTags(a: Pick<Sorted, "ruledTags">, b: Pick<Sorted, "ruledTags">): boolean {
  const [before, now] = [a.ruledTags, b.ruledTags];
  return before.size === now.size && [...before].every(([tagId, ruleId]) => now.get(tagId) === ruleId);
}

/** Rows and the tags that rules gave them before, and give them now. */
type TagDifference = { transactionId: number; before: Sorted["ruledTags"]; now: Sorted["ruledTags"] };

/** Gives rows the tags of rules, and takes off those that no rule gives any more. The person's tags stay. */
export async function writeRuledTags(
  tx: Transaction,
  userId: string,
  rows: readonly TagDifference[],
): Promise<void> {
  const gone = rows.flatMap(({ transactionId, before, now }) =>
    [...before.keys()].flatMap((tagId) => (now.has(tagId) ? [] : [{ transactionId, tagId }])),
  );
  const given = rows.flatMap(({ transactionId, before, now }) =>
    [...now].flatMap(([tagId, ruleId]) =>
      before.get(tagId) === ruleId ? [] : [{ transactionId, tagId, ruleId }],
    ),
  );
  if (gone.length > 0)
    await tx.execute(sql`
      delete from ${transactionTags} own using unnest(${listOf(gone, "transactionId")}, ${listOf(gone, "tagId")}) as gone(row, tag)
      where own.user_id = ${userId} and own.transaction_id = gone.row and own.tag_id = gone.tag and own.rule_id is not null`);
  if (given.length > 0)
    await tx.execute(sql`
      insert into ${transactionTags} as own (transaction_id, tag_id, user_id, rule_id)
      select given.row, given.tag, ${userId}, given.rule
      from unnest(${listOf(given, "transactionId")}, ${listOf(given, "tagId")}, ${listOf(given, "ruleId")}) as given(row, tag, rule)
      on conflict (transaction_id, tag_id) do update set rule_id = excluded.rule_id where own.rule_id is not null`);
}

function listOf<Field extends string>(rows: readonly Record<Field, number>[], field: Field): SQL {
  return sql`${sql.param(rows.map((row) => row[field]))}::int[]`;
}
