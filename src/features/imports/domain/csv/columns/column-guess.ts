import type { ReadOptions } from "../../reading.ts";
import type { Question } from "../../statement.ts";
import type { ColumnProfile } from "./column-profile.ts";
import type { ColumnRole } from "./column-roles.ts";
import { nameScore } from "./header-words.ts";

/** A table's columns: names (empty without a header), counts, and sample rows; and what is known from the person's side. */
export type Columns = {
  names: readonly string[];
  profiles: readonly ColumnProfile[];
  rows: readonly string[][];
  options: Pick<ReadOptions, "answers" | "today" | "accountType">;
};

/** Guessed roles, and questions about columns that neither names nor content settle. */
export type ColumnGuess = {
  roles: (ColumnRole | null)[];
  questions: Question[];
  /** Balances before and after each row prove the sign of the amounts. */
  isSignProven: boolean;
};

/** Asks which column has a role, and returns the answered or else the first one. */
export function ask(
  columns: Columns,
  guess: ColumnGuess,
  role: "date" | "amount" | "debit",
  candidates: readonly number[],
): number {
  const id = `column:${role}`;
  const answered = candidates.find((index) => String(index) === columns.options.answers[id]);
  const row = (columns.rows[0] ?? []).filter((cell) => cell !== "").join(" · ");
  guess.questions.push({
    id,
    text: `${columnQuestions[role]} First row: ${row.slice(0, 200)}`,
    choices: candidates.map((index) => ({ value: String(index), label: columnLabel(columns, index) })),
    answer: answered === undefined ? null : String(answered),
  });
  return answered ?? candidates[0] ?? 0;
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

export function score({ names }: Columns, index: number, role: ColumnRole): number {
  return nameScore(names[index] ?? "", role);
}

export function indexesOf(
  profiles: readonly ColumnProfile[],
  isOne: (profile: ColumnProfile, index: number) => boolean,
): number[] {
  return profiles.flatMap((profile, index) => (isOne(profile, index) ? [index] : []));
}

/** Returns true if two columns differ in a row. */
export function differ({ rows }: Columns, first: number, second: number): boolean {
  return rows.some((cells) => (cells[first] ?? "") !== (cells[second] ?? ""));
}
