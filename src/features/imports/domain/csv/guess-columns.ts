import type { Question } from "../statement.ts";
import { amountParts } from "../values/amount-text.ts";
import { isAmountColumn, isDateColumn } from "./column-profile.ts";
import type { ColumnProfile } from "./column-profile.ts";
import type { ColumnRole } from "./column-roles.ts";
import { nameScore, plainName } from "./header-words.ts";
import { findRunningBalance } from "./running-balance.ts";

/** A table's columns: names (empty without a header), counts, and sample rows. */
export type Columns = {
  names: readonly string[];
  profiles: readonly ColumnProfile[];
  rows: readonly string[][];
};

/** Guessed roles, and questions about columns that neither names nor content settle. */
export type ColumnGuess = { roles: (ColumnRole | null)[]; questions: Question[] };

/** Roles that are found by name, in order of precedence where a name fits several. */
const namedRoles: ColumnRole[] = [
  "direction",
  "debit",
  "credit",
  "amount",
  "balance",
  "currency",
  "payee",
  "memo",
  "category",
  "checkNumber",
  "externalId",
  "account",
  "counterpartyAccount",
  "typeCode",
  "status",
  "mcc",
];

/** Guesses each column's role by its name and its content (docs/reference/import.md, "Columns"). */
export function guessColumns(columns: Columns, answers: Readonly<Record<string, string>>): ColumnGuess {
  const guess: ColumnGuess = { roles: columns.profiles.map(() => null), questions: [] };
  guessDates(columns, guess, answers);
  guessByName(columns, guess);
  guessAmounts(columns, guess, answers);
  guessTexts(columns, guess);
  return guess;
}

/** Finds the day the bank booked; a second column of dates is the day of the purchase or the value date. */
function guessDates(columns: Columns, guess: ColumnGuess, answers: Readonly<Record<string, string>>): void {
  const dates = indexesOf(columns.profiles, isDateColumn);
  const certainty = (index: number) =>
    score(columns, index, "date") - score(columns, index, "authorizedDate");
  const [best, second] = dates.toSorted((a, b) => certainty(b) - certainty(a) || a - b);
  if (best === undefined) return;
  const isOpen =
    second !== undefined &&
    certainty(best) === certainty(second) &&
    columns.rows.some((cells) => cells[best] !== cells[second]);
  const booked = isOpen ? ask(columns, guess, answers, "date", dates) : best;
  guess.roles[booked] = "date";
  const other = dates.find((index) => index !== booked && (index === second || index === best));
  if (other !== undefined) guess.roles[other] = "authorizedDate";
}

function guessByName(columns: Columns, guess: ColumnGuess): void {
  const found = namedRoles.flatMap((role, precedence) =>
    columns.profiles.flatMap((profile, index) => {
      const points = score(columns, index, role);
      return points > 0 && fits(role, profile, columns, points) ? [{ role, index, points, precedence }] : [];
    }),
  );
  found.sort((a, b) => b.points - a.points || a.precedence - b.precedence || a.index - b.index);
  for (const { role, index } of found) {
    if (guess.roles[index] !== null) continue;
    if (role === "memo" || !guess.roles.includes(role)) guess.roles[index] = role;
  }
}

/** Returns true if a column's content can be what its name says. */
function fits(role: ColumnRole, profile: ColumnProfile, { rows }: Columns, points: number): boolean {
  const { filled, distinct, worded } = profile;
  switch (role) {
    case "amount":
    case "balance":
      return isAmountColumn(profile);
    case "debit":
    case "credit":
      return isAmountColumn(profile) || (filled === 0 && points === 3);
    case "direction":
      return filled > 0 && profile.directions === filled;
    case "currency":
      return filled > 0 && profile.currencies === filled;
    case "externalId":
      return filled === rows.length && distinct === filled && filled > 1;
    case "account":
      return (
        filled === rows.length && filled > 1 && (distinct === 1 || (points === 3 && distinct * 4 <= filled))
      );
    case "counterpartyAccount":
      return filled > 0 && (distinct > 1 || filled < rows.length) && profile.dates === 0;
    case "checkNumber":
      return profile.separated === 0 && worded * 2 <= filled;
    case "mcc":
      return worded === 0;
    default:
      return (
        filled > 0 &&
        !isDateColumn(profile) &&
        !(isAmountColumn(profile) && worded === 0 && profile.separated > 0)
      );
  }
}

/** Finds amounts by content if no name says them: the running balance tells amounts and balances apart. */
function guessAmounts(columns: Columns, guess: ColumnGuess, answers: Readonly<Record<string, string>>): void {
  const { roles } = guess;
  if (isOneSided(roles))
    roles.forEach((role, index) => (role === "debit" || role === "credit") && (roles[index] = null));
  if (roles.includes("amount") || roles.includes("debit") || roles.includes("credit")) {
    if (roles.includes("debit") && roles.includes("credit")) clear(roles, "amount");
    return;
  }
  const open = indexesOf(columns.profiles, (profile) => isAmountColumn(profile)).filter(
    (index) => roles[index] === null,
  );
  const separated = open.filter((index) => (columns.profiles[index]?.separated ?? 0) > 0);
  const candidates = separated.length > 0 ? separated : open;
  const [first, second] = candidates;
  if (first === undefined) return;
  const pair = balancedPair(columns, candidates);
  if (pair !== null) {
    roles[pair.amount] = "amount";
    roles[pair.balance] = "balance";
  } else if (second !== undefined && candidates.length === 2 && neverBoth(columns, first, second)) {
    const debit = ask(columns, guess, answers, "debit", candidates);
    roles[debit] = "debit";
    roles[debit === first ? second : first] = "credit";
  } else {
    roles[second === undefined ? first : ask(columns, guess, answers, "amount", candidates)] = "amount";
  }
}

/** A column named "Debit" or "In" without its counterpart, next to an amount, isn't half of a pair. */
function isOneSided(roles: readonly (ColumnRole | null)[]): boolean {
  return roles.includes("amount") && roles.includes("debit") !== roles.includes("credit");
}

function clear(roles: (ColumnRole | null)[], role: ColumnRole): void {
  const index = roles.indexOf(role);
  if (index !== -1) roles[index] = null;
}

/** Returns the columns of which one is the running sum of the other. */
function balancedPair(
  columns: Columns,
  candidates: readonly number[],
): { amount: number; balance: number } | null {
  for (const amount of candidates) {
    for (const balance of candidates) {
      if (amount === balance) continue;
      const rows = columns.rows.map((cells) => ({
        amount: looseMinor(cells[amount]) ?? 0,
        balance: looseMinor(cells[balance]),
      }));
      const found = findRunningBalance(rows);
      if (found !== null && found.agreeing > 1) return { amount, balance };
    }
  }
  return null;
}

/** Reads an amount only to compare it with others of its column: its digits, which share their decimals. */
function looseMinor(cell: string | undefined): number | null {
  const parts = amountParts(cell ?? "");
  const digits = parts?.core.replaceAll(/\D/g, "") ?? "";
  if (parts === null || digits.length > 15) return null;
  return parts.isNegative ? 0 - Number(digits) : Number(digits);
}

function neverBoth(columns: Columns, first: number, second: number): boolean {
  return columns.rows.every((cells) => (cells[first] ?? "") === "" || (cells[second] ?? "") === "");
}

/** Makes the most varied column of words the payee if no name says one. Without names, other columns of words are memos. */
function guessTexts(columns: Columns, guess: ColumnGuess): void {
  const { roles } = guess;
  const wordy = indexesOf(
    columns.profiles,
    ({ worded, filled }, index) => roles[index] === null && worded > 0 && worded * 2 > filled,
  );
  if (!roles.includes("payee")) {
    const memo = roles.indexOf("memo");
    const variety = (index: number) => columns.profiles[index]?.distinct ?? 0;
    const best = memo === -1 ? wordy.toSorted((a, b) => variety(b) - variety(a) || a - b)[0] : memo;
    if (best !== undefined) roles[best] = "payee";
  }
  const unnamed = wordy.filter(
    (index) => roles[index] === null && plainName(columns.names[index] ?? "") === "",
  );
  for (const index of unnamed) roles[index] = "memo";
}

/** Asks which column has a role, and returns the answered or else the first one. */
function ask(
  columns: Columns,
  guess: ColumnGuess,
  answers: Readonly<Record<string, string>>,
  role: "date" | "amount" | "debit",
  candidates: readonly number[],
): number {
  const id = `column:${role}`;
  const answered = candidates.find((index) => String(index) === answers[id]);
  if (answered !== undefined) return answered;
  const row = (columns.rows[0] ?? []).filter((cell) => cell !== "").join(" · ");
  guess.questions.push({
    id,
    text: `${columnQuestions[role]} First row: ${row.slice(0, 200)}`,
    choices: candidates.map((index) => ({ value: String(index), label: columnLabel(columns, index) })),
  });
  return candidates[0] ?? 0;
}

const columnQuestions = {
  date: "Which column is the day when the bank booked it?",
  amount: "Which column is the amount?",
  debit: "Which column is money out?",
};

function columnLabel({ names, rows }: Columns, index: number): string {
  const sample = rows.map((cells) => cells[index] ?? "").find((cell) => cell !== "") ?? "";
  const name = names[index] ?? "";
  return name === "" ? `Column ${index + 1} (${sample})` : `${name} (${sample})`;
}

function score({ names }: Columns, index: number, role: ColumnRole): number {
  return nameScore(names[index] ?? "", role);
}

function indexesOf(
  profiles: readonly ColumnProfile[],
  isOne: (profile: ColumnProfile, index: number) => boolean,
): number[] {
  return profiles.flatMap((profile, index) => (isOne(profile, index) ? [index] : []));
}
