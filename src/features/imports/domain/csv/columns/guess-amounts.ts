import { ask, differ, indexesOf, score, type ColumnGuess, type Columns } from "./column-guess.ts";
import { isAmountColumn } from "./column-profile.ts";
import type { ColumnRole } from "./column-roles.ts";
import { currencyInName, isOtherMoney, plainName, qualifierOf } from "./header-words.ts";
import { bestFit, looseMinor, type Moved } from "./loose-balance.ts";
import { isOwed } from "../split-signs.ts";

/**
 * Settles which columns are amounts and balances (docs/reference/import.md, "Columns"), after names have been looked up: halves
 * of a pair that were found alone, names that fit several columns, and columns without names. The running balance decides
 * before the person is asked.
 */
export function guessAmounts(columns: Columns, guess: ColumnGuess): void {
  const { roles } = guess;
  pairHalves(columns, guess);
  const sides = (["debit", "credit"] as const).filter((role) => roles.includes(role));
  if (sides.length === 2) clear(roles, "amount");
  else if (roles.includes("amount")) {
    // A column named "Debit" or "In" without its counterpart, next to an amount, isn't half of a pair.
    for (const side of sides) clear(roles, side);
    settleTie(columns, guess, roles.indexOf("amount"));
  } else if (sides[0] !== undefined) settleLoneHalf(columns, guess, sides[0]);
  else guessUnnamed(columns, guess);
  chooseBalance(columns, guess);
  guessCurrency(columns, guess);
}

/** Makes a lone half of money out and in, and the column that is filled only where it isn't, a pair. */
function pairHalves(columns: Columns, guess: ColumnGuess): void {
  const { roles } = guess;
  const halves = indexesOf(
    columns.profiles,
    (_, index) => roles[index] === "debit" || roles[index] === "credit",
  );
  const [half = roles.indexOf("amount")] = halves;
  if (halves.length > 1 || half === -1 || (halves.length === 0 && isSigned(columns, half))) return;
  const open = openColumns(columns, roles).concat(roles.indexOf("amount"));
  const others = open.filter((index) => index !== -1 && index !== half && takeTurns(columns, half, index));
  const filled = (index: number) => columns.profiles[index]?.filled ?? 0;
  const [other] = others.toSorted((a, b) => filled(b) - filled(a) || a - b);
  if (other === undefined) return;
  if (filled(half) === 0 && isSigned(columns, other)) return;
  // Only a name that means one side is certain.
  const isCertain = halves.length > 0 && score(columns, half, "debit") !== score(columns, half, "credit");
  const debit = roles[half] === "debit" ? half : other;
  assignPair(columns, guess, [half, other], isCertain ? debit : null);
}

/**
 * Gives the roles of money out and in: by the name that is certain, or else by the running balance, which can be what is owed
 * on a card or loan, or else as the person says.
 */
function assignPair(
  columns: Columns,
  guess: ColumnGuess,
  [first, second]: readonly [number, number],
  certainDebit: number | null,
): void {
  const { roles } = guess;
  const named = roles.indexOf("balance");
  const balances =
    named === -1
      ? openColumns(columns, roles).filter((index) => index !== first && index !== second)
      : [named];
  const fit = bestFit(columns, [{ amount: first, moved: splitMoves(first, second) }], balances);
  if (fit !== null) roles[fit.balance] = "balance";
  const isProof = fit !== null && !isOwed(columns.options.accountType);
  const proven = isProof ? (fit.sign === 1 ? first : second) : null;
  const inOrder = [Math.min(first, second), Math.max(first, second)];
  const debit = certainDebit ?? proven ?? ask(columns, guess, "debit", inOrder);
  roles[debit] = "debit";
  roles[debit === first ? second : first] = "credit";
}

/** Keeps a lone half of a pair; a name that could mean either side is only an amount. */
function settleLoneHalf(columns: Columns, { roles }: ColumnGuess, side: "debit" | "credit"): void {
  const index = roles.indexOf(side);
  if (score(columns, index, side) === 2) roles[index] = "amount";
}

/** Chooses between columns that are named as the amount equally well. */
function settleTie(columns: Columns, guess: ColumnGuess, named: number): void {
  const { roles } = guess;
  const points = score(columns, named, "amount");
  const tied = openColumns(columns, roles).filter(
    (index) => score(columns, index, "amount") === points && differ(columns, named, index),
  );
  if (tied.length === 0) return;
  roles[named] = null;
  const candidates = [named, ...tied].toSorted((a, b) => a - b);
  roles[fitAmong(columns, roles, candidates) ?? ask(columns, guess, "amount", candidates)] = "amount";
}

/** Finds amounts by content if no name says them: the running balance tells amounts and balances apart. */
function guessUnnamed(columns: Columns, guess: ColumnGuess): void {
  const { roles } = guess;
  const open = openColumns(columns, roles);
  const separated = open.filter((index) => (columns.profiles[index]?.separated ?? 0) > 0);
  const unequal = (separated.length > 0 ? separated : open).filter(
    (index, at, all) => all.findIndex((other) => !differ(columns, other, index)) === at,
  );
  const [first] = unequal;
  if (first === undefined) return;
  const balances = findBalancePair(columns, unequal);
  if (balances !== null) {
    roles[balances.amount] = "amount";
    roles[balances.after] = "balance";
    guess.isSignProven = true;
    return;
  }
  const pair = unequal
    .flatMap((one, at) => unequal.slice(at + 1).map((other) => [one, other] as const))
    .find(
      ([one, other]) =>
        takeTurns(columns, one, other) && !isSigned(columns, one) && !isSigned(columns, other),
    );
  if (pair !== undefined) return assignPair(columns, guess, pair, null);
  const fitting = fitAmong(columns, roles, unequal);
  const amount = fitting ?? (unequal.length === 1 ? first : ask(columns, guess, "amount", unequal));
  roles[amount] = "amount";
}

/** Returns the column whose running sum a balance is, and gives that balance its role; null if there's none. */
function fitAmong(
  columns: Columns,
  roles: (ColumnRole | null)[],
  candidates: readonly number[],
): number | null {
  const named = roles.indexOf("balance");
  const amounts = candidates.map((amount) => ({ amount, moved: loneMoves(amount) }));
  const fit = bestFit(columns, amounts, named === -1 ? candidates : [named]);
  if (fit !== null) roles[fit.balance] = "balance";
  return fit?.amount ?? null;
}

/** Of several columns named as a balance, keeps the one that is the running sum of the amounts. */
function chooseBalance(columns: Columns, { roles }: ColumnGuess): void {
  const named = roles.indexOf("balance");
  const others = openColumns(columns, roles).filter((index) => score(columns, index, "balance") > 0);
  if (named === -1 || others.length === 0) return;
  const amount = roles.indexOf("amount");
  const moved =
    amount === -1 ? splitMoves(roles.indexOf("debit"), roles.indexOf("credit")) : loneMoves(amount);
  const fit = bestFit(columns, [{ amount, moved }], [named, ...others]);
  if (fit === null) return;
  roles[named] = null;
  roles[fit.balance] = "balance";
}

/** Takes the currency in the amount's name before any column, or else the column named as the amount is. */
function guessCurrency({ names, profiles }: Columns, { roles }: ColumnGuess): void {
  const index = roles.findIndex((role) => role === "amount" || role === "debit" || role === "credit");
  if (index === -1) return;
  const name = names[index] ?? "";
  if (currencyInName(name) !== null) return clear(roles, "currency");
  const isNameless = names.every((one) => one === "");
  const [own] = indexesOf(
    profiles,
    ({ filled, currencies }, at) =>
      filled > 0 &&
      currencies === filled &&
      (roles[at] === null || roles[at] === "currency") &&
      (isNameless || plainName(names[at] ?? "") !== "") &&
      qualifierOf(names[at] ?? "") === qualifierOf(name),
  );
  if (own === undefined) return;
  clear(roles, "currency");
  roles[own] = "currency";
}

/** More columns aren't compared with each other. */
const mostOpen = 20;

/** Returns columns of amounts without a role that can be what is booked. */
function openColumns({ names, profiles }: Columns, roles: readonly (ColumnRole | null)[]): number[] {
  return indexesOf(
    profiles,
    (profile, index) => isAmountColumn(profile) && roles[index] === null && !isOtherMoney(names[index] ?? ""),
  ).slice(0, mostOpen);
}

/** Returns true for two columns of amounts that are never both filled; zeros are none. A half of a pair can be empty. */
function takeTurns({ rows, profiles }: Columns, first: number, second: number): boolean {
  const has = (cells: readonly string[], index: number) => (looseMinor(cells[index]) ?? 0) !== 0;
  return (
    (profiles[first]?.filled === 0 || rows.some((cells) => has(cells, first))) &&
    rows.some((cells) => has(cells, second)) &&
    rows.every((cells) => !has(cells, first) || !has(cells, second))
  );
}

/** Returns true for a column with both signs, which is no half of a pair. */
function isSigned({ profiles }: Columns, index: number): boolean {
  const { amounts = 0, negative = 0 } = profiles[index] ?? {};
  return negative > 0 && negative < amounts;
}

function clear(roles: (ColumnRole | null)[], role: ColumnRole): void {
  const index = roles.indexOf(role);
  if (index !== -1) roles[index] = null;
}

const loneMoves =
  (amount: number): Moved =>
  (cells) =>
    looseMinor(cells[amount]) ?? 0;

/** Money in less money out, whatever signs are printed. */
const splitMoves =
  (debit: number, credit: number): Moved =>
  (cells) =>
    Math.abs(looseMinor(cells[credit]) ?? 0) - Math.abs(looseMinor(cells[debit]) ?? 0);

/** Columns of which the third is the first plus the second, in every row. */
type BalancePair = { before: number; amount: number; after: number };

/** Columns among which such three are looked for. */
const mostCandidates = 8;

/**
 * Finds balances before and after the rows, which prove the amounts and their signs without any name, even in a single row. Of balances
 * and amounts that could change places, those win that lead from one row to the next, then the smaller amounts. Null if there are none.
 */
function findBalancePair({ rows }: Columns, candidates: readonly number[]): BalancePair | null {
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
