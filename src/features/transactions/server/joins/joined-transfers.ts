import { sql } from "drizzle-orm";
import { transferDecisions } from "#server/tables/transaction-tables.ts";
import type { Transaction } from "#server/database/db.ts";

/**
 * Moves the person's words on transfers from one row to another of the same amount, where the other has none of its own, and
 * returns the rows that they are about.
 */
export async function moveDecisions(
  tx: Transaction,
  fromId: number,
  toId: number,
  only: readonly number[] | null = null,
): Promise<number[]> {
  const moved: number[] = [];
  for (const [own, opposite] of [
    [sql`out_transaction_id`, sql`in_transaction_id`],
    [sql`in_transaction_id`, sql`out_transaction_id`],
  ] as const) {
    const { rows } = await tx.execute<{ id: number }>(sql`
      update ${transferDecisions} word set ${own} = ${toId}
      where word.${own} = ${fromId} and (${only === null} or word.${opposite} = any(${sql.param([...(only ?? [])])}::int[]))
        and not exists (select from ${transferDecisions} other where other.${own} = ${toId}
          and (other.${opposite} = word.${opposite} or other.is_transfer and word.is_transfer))
      returning word.${opposite} as id`);
    moved.push(...rows.map(({ id }) => id));
  }
  return moved;
}
