import { quoted } from "../../reading.ts";
import { score } from "./column-guess.ts";
import type { ColumnGuess, Columns } from "./column-guess.ts";
import { isAccountColumn } from "./column-profile.ts";

/** Fewest digits or letters of an account's number in a table whose columns have no names. */
const fewestOfNumber = 8;
/** Different names of accounts that the person is asked about. */
const mostNames = 20;
const namesShown = 3;

/**
 * Finds the person's own account where names and content didn't settle it (docs/reference/import.md, "CSV"): in a table without names
 * by its numbers; if a column names a few accounts in words, with few rows each, as the person says.
 */
export function guessAccount(columns: Columns, guess: ColumnGuess): void {
  const { names, profiles } = columns;
  if (guess.roles.includes("account")) return;
  const isOpen = (index: number) => guess.roles[index] === null;
  if (names.every((name) => name === "")) {
    const index = profiles.findIndex((_, at) => isOpen(at) && hasOwnNumbers(columns, at));
    if (index !== -1) guess.roles[index] = "account";
    return;
  }
  const index = profiles.findIndex((_, at) => isOpen(at) && mayNameAccounts(columns, at));
  if (index !== -1 && askIfDivided(columns, guess, index)) guess.roles[index] = "account";
}

/** Returns true for one number in all rows, or several that each have their rows together. */
function hasOwnNumbers(columns: Columns, index: number): boolean {
  const { profiles, rows } = columns;
  const profile = profiles[index];
  if (profile === undefined || !isAccountColumn(profile)) return false;
  const { filled, distinct, dates, separated } = profile;
  if (filled < rows.length || dates + separated > 0) return false;
  if (rows.some((cells) => (cells[index] ?? "").replaceAll(/\W/g, "").length < fewestOfNumber)) return false;
  return distinct === 1 || (distinct * 2 <= filled && blocksOf(columns, index) === distinct);
}

function mayNameAccounts(columns: Columns, index: number): boolean {
  const { filled = 0, distinct = 0, worded = 0, dates = 0 } = columns.profiles[index] ?? {};
  const isNamed = score(columns, index, "account") === 3 && score(columns, index, "counterpartyAccount") < 3;
  const isFilled = filled > 0 && filled === columns.rows.length && worded === filled && dates === 0;
  return isNamed && isFilled && distinct > 1 && distinct <= mostNames;
}

function askIfDivided({ names, rows, options }: Columns, { questions }: ColumnGuess, index: number): boolean {
  const accounts = [...new Set(rows.map((cells) => cells[index] ?? ""))];
  const more = accounts.length > namesShown ? " …" : "";
  const said = options.answers[accountQuestion];
  const answer = said === "divide" || said === "one" ? said : null;
  questions.push({
    id: accountQuestion,
    text: `Are the rows of different accounts of yours? The column ${quoted(names[index] ?? "")} says ${accounts
      .slice(0, namesShown)
      .map(quoted)
      .join(", ")}${more}.`,
    choices: [
      { value: "divide", label: "Yes, import each to its own" },
      { value: "one", label: "No, all are of one account" },
    ],
    answer,
  });
  return answer === "divide";
}

const accountQuestion = "column:account";

/**
 * Returns true for a column of the person's own accounts: one account, or several with many rows each. Numbers in a column
 * named for them divide the rows at once; those of a name that the other side's account has too, if each has its block of rows.
 */
export function isOwnAccount(columns: Columns, index: number, points: number): boolean {
  const profile = columns.profiles[index];
  if (profile === undefined) return false;
  const { filled, distinct } = profile;
  if (filled < 2 || filled < columns.rows.length) return false;
  if (distinct === 1) return true;
  if (points < 3) return false;
  if (distinct * 4 <= filled) return true;
  if (!isAccountColumn(profile)) return false;
  if (score(columns, index, "counterpartyAccount") < 3) return true;
  return distinct * 3 <= filled || (distinct * 2 <= filled && blocksOf(columns, index) === distinct);
}

/** Counts how often a column's value changes, the first row included. */
function blocksOf({ rows }: Columns, index: number): number {
  return rows.filter((cells, row) => row === 0 || cells[index] !== rows[row - 1]?.[index]).length;
}
