import type { Columns } from "./column-guess.ts";
import { looseMinor } from "./loose-balance.ts";

/** Columns of which the third is the first plus the second, in every row. */
type BalancePair = { before: number; amount: number; after: number };

/** Columns among which such three are looked for. */
const mostCandidates = 8;

/**
 * Finds balances before and after the rows, which prove the amounts and their signs without any name, even in a single row. Of balances
 * and amounts that could change places, those win that lead from one row to the next, then the smaller amounts. Null if there are none.
 */
export function findBalancePair({ rows }: Columns, candidates: readonly number[]): BalancePair | null {
  const few = candidates.slice(0, mostCandidates);
  const read = new Map(few.map((index) => [index, rows.map((cells) => looseMinor(cells[index]))]));
  const valueAt = (index: number, row: number) => read.get(index)?.[row] ?? null;
  const fits = ({ before, amount, after }: BalancePair) =>
    rows.some((_, row) => valueAt(amount, row) !== 0) &&
    rows.every((_, row) => {
      const [from, moved, to] = [valueAt(before, row), valueAt(amount, row), valueAt(after, row)];
      return from !== null && moved !== null && to !== null && to - from === moved;
    });
  const links = ({ before, after }: BalancePair) => {
    const count = (one: number, other: number) =>
      rows.filter((_, row) => row > 0 && valueAt(one, row - 1) === valueAt(other, row)).length;
    return Math.max(count(after, before), count(before, after));
  };
  const size = ({ amount }: BalancePair) =>
    rows.reduce((sum, _, row) => sum + Math.abs(valueAt(amount, row) ?? 0), 0);
  const found = few
    .flatMap((before) =>
      few.flatMap((after) =>
        before === after
          ? []
          : few.flatMap((amount) =>
              amount === before || amount === after ? [] : [{ before, amount, after }],
            ),
      ),
    )
    .filter(fits);
  return found.toSorted((a, b) => links(b) - links(a) || size(a) - size(b))[0] ?? null;
}
