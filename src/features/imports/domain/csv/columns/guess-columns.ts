import { compareDates } from "#shared/time/compare-dates.ts";
import { dateParts } from "../../values/date-text.ts";
import { ask, differ, indexesOf, score } from "./column-guess.ts";
import type { ColumnGuess, Columns } from "./column-guess.ts";
import { isAccountColumn, isAmountColumn, isDateColumn } from "./column-profile.ts";
import type { ColumnProfile } from "./column-profile.ts";
import type { ColumnRole } from "./column-roles.ts";
import { guessAccount, isOwnAccount } from "./guess-account.ts";
import { guessAmounts } from "./guess-amounts.ts";
import { guessDirection } from "./guess-direction.ts";
import { guessTexts } from "./guess-texts.ts";

/** Roles that are found by name, in order of precedence where a name fits several. */
const namedRoles: ColumnRole[] = [
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

/** Roles that several columns can have until texts are guessed. */
const sharedRoles: ReadonlySet<ColumnRole> = new Set<ColumnRole>(["payee", "memo"]);

/** Guesses each column's role by its name and its content (docs/reference/import.md, "Columns"). */
export function guessColumns(columns: Columns): ColumnGuess {
  const guess: ColumnGuess = { roles: columns.profiles.map(() => null), questions: [], isSignProven: false };
  guessDates(columns, guess);
  guessByName(columns, guess);
  guessAmounts(columns, guess);
  guessDirection(columns, guess);
  guessStatus(columns, guess);
  guessAccount(columns, guess);
  guessTexts(columns, guess);
  return guess;
}

/** Finds the day the bank booked; a second column of dates is the day of the purchase or the value date. */
function guessDates(columns: Columns, guess: ColumnGuess): void {
  const dates = indexesOf(columns.profiles, isDateColumn);
  const certainty = (index: number) =>
    score(columns, index, "date") - score(columns, index, "authorizedDate");
  const [best, second] = dates.toSorted((a, b) => certainty(b) - certainty(a) || a - b);
  if (best === undefined) return;
  const isOpen =
    second !== undefined && certainty(best) === certainty(second) && differ(columns, best, second);
  const booked = isOpen ? (runningDates(columns, dates) ?? ask(columns, guess, "date", dates)) : best;
  guess.roles[booked] = "date";
  const other = dates.find((index) => index !== booked && (index === second || index === best));
  if (other !== undefined) guess.roles[other] = "authorizedDate";
}

/** Returns the only column of certain dates that run one way, as a bank books; null if it isn't the only one. */
function runningDates({ rows, options }: Columns, candidates: readonly number[]): number | null {
  const running = candidates.filter((index) => {
    const days = rows.map((cells) => {
      const parts = dateParts(cells[index] ?? "", options.today);
      return parts !== null && "date" in parts ? parts.date : "";
    });
    const isOrdered = (sign: 1 | -1) =>
      days.every((day, row) => row === 0 || compareDates(days[row - 1] ?? "", day) * sign <= 0);
    return !days.includes("") && days[0] !== days.at(-1) && (isOrdered(1) || isOrdered(-1));
  });
  return running.length === 1 ? (running[0] ?? null) : null;
}

function guessByName(columns: Columns, guess: ColumnGuess): void {
  const found = namedRoles.flatMap((role, precedence) =>
    columns.profiles.flatMap((profile, index) => {
      const points = score(columns, index, role);
      if (points === 0 || !fits(role, index, columns, points)) return [];
      // An account's number says more than its name.
      const isNumber = role === "account" && isAccountColumn(profile);
      return [{ role, index, points, precedence, isNumber }];
    }),
  );
  found.sort(
    (a, b) =>
      b.points - a.points ||
      a.precedence - b.precedence ||
      Number(b.isNumber) - Number(a.isNumber) ||
      Number(isEmpty(columns, a.index)) - Number(isEmpty(columns, b.index)) ||
      a.index - b.index,
  );
  for (const { role, index } of found) {
    if (guess.roles[index] !== null) continue;
    if (sharedRoles.has(role) || !guess.roles.includes(role)) guess.roles[index] = role;
  }
}

/** Finds the status by its content if no name says it, such as "Umsatz vorgemerkt" in a column named "Info". */
function guessStatus({ profiles }: Columns, { roles }: ColumnGuess): void {
  if (roles.includes("status")) return;
  const index = profiles.findIndex(
    ({ filled, statuses }, at) => roles[at] === null && filled > 0 && statuses === filled,
  );
  if (index !== -1) roles[index] = "status";
}

/** Returns true if a column's content can be what its name says. */
function fits(role: ColumnRole, index: number, columns: Columns, points: number): boolean {
  const { rows, profiles } = columns;
  const profile = profiles[index];
  if (profile === undefined) return false;
  const { filled, distinct, worded } = profile;
  switch (role) {
    case "amount":
    case "balance":
      return isAmountColumn(profile);
    case "debit":
    case "credit":
      return isAmountColumn(profile) || (filled === 0 && points === 3);
    case "currency":
      return filled > 0 && profile.currencies === filled;
    case "externalId":
      return filled === rows.length && distinct === filled && filled > 1;
    case "account":
      return isOwnAccount(columns, index, points);
    case "counterpartyAccount":
      return filled > 0 && (distinct > 1 || filled < rows.length) && profile.dates === 0;
    case "payee":
      return isText(profile) && !isAccountColumn(profile);
    case "checkNumber":
      return profile.separated === 0 && worded * 2 <= filled;
    case "mcc":
      return worded === 0;
    default:
      return isText(profile);
  }
}

function isText(profile: ColumnProfile): boolean {
  const isMoney = isAmountColumn(profile) && profile.worded === 0 && profile.separated > 0;
  return profile.filled > 0 && !isDateColumn(profile) && !isMoney;
}

function isEmpty({ profiles }: Columns, index: number): boolean {
  return profiles[index]?.filled === 0;
}
