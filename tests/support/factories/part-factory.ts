import { restOf } from "#features/transactions/domain/split-parts.ts";
import type { Database } from "#server/database/db.ts";
import { transactionParts } from "#server/tables/part-tables.ts";
import type { Money } from "#shared/money.ts";

type Part = { amount: Money; financialCategoryId: number | null; leftOut: boolean };

/** Splits a row into these parts and one that is the rest, and returns them all; none if nothing would be left. */
export async function createTestParts(
  { unsafeDb }: Pick<Database, "unsafeDb">,
  row: { userId: string; transactionId: number },
  { amount, parts }: { amount: Money; parts: readonly Part[] },
): Promise<Part[]> {
  const rest = restOf(
    amount,
    parts.map((part) => part.amount),
  );
  if (rest === 0) return [];
  const all = [...parts, { amount: rest, financialCategoryId: 1, leftOut: false }];
  await unsafeDb
    .insert(transactionParts)
    .values(all.map((part, index) => ({ ...part, ...row, partId: index + 1 })));
  return all;
}

/** Sorts the part that decides about its row first: the largest that isn't left out. */
export function byWeight(a: Part, b: Part): number {
  return Number(a.leftOut) - Number(b.leftOut) || Math.abs(b.amount) - Math.abs(a.amount);
}
