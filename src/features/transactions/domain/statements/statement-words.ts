import { formatMoney, money } from "#shared/money.ts";
import { dateWords } from "#shared/time/plain-dates.ts";
import { isCoveredBy, type Days } from "../row-match.ts";
import type { PlannedRow } from "./statement-rows.ts";

/** Returns the sentence that says why a row of a file is new, known, or something else. */
export function whyPlanned({ row, reason, kept }: PlannedRow): string {
  const named = kept === null ? "" : `“${kept.payee}” of ${dateWords(kept.date)}`;
  switch (reason) {
    case "new":
      return "Not here yet.";
    case "repeated":
      return "Not here yet. The file has several like it, and each counts.";
    case "sameId":
      return "Already here, with the bank’s ID from an earlier file.";
    case "equal":
      return "Already here: an earlier file has the same day, amount, and payee.";
    case "renumbered":
      return "Already here. The bank has numbered its transactions anew.";
    case "ofBank":
      return `Already here by your bank: ${named}.`;
    case "otherFile":
      return `Already here from another file: ${named}.`;
    case "superseded":
      return "The same file corrects it.";
    case "nothingToTakeBack":
      return "It takes back a transaction that isn’t here.";
    case "typed":
      return `Joins ${named}, which you typed.`;
    case "posted":
      return `Takes the place of ${named}, which was pending.`;
    case "amount":
      return `Your bank changed the amount from ${amountOf(kept)} to ${amountOf(row)}.`;
    case "corrected":
      return `Your bank corrects ${named}.`;
    case "withdrawn":
      return `Your bank takes back ${named}.`;
    case "maybe":
      return `Not here yet, but maybe the same as ${named}.`;
    case "deleted":
      return `You deleted ${named}.`;
    default:
      return "Still pending. A later file will have it when it’s final.";
  }
}

function amountOf(row: { amount: number; isoCurrencyCode: string } | null): string {
  return row === null ? "" : formatMoney(money(row.amount), row.isoCurrencyCode);
}

/** Fewest rows on a bank's days that say anything about whose account a file is of. */
const fewestCompared = 5;
/** Share of rows on a bank's days that can be new before the account looks wrong. */
const mostNewShare = 0.2;

/**
 * Compares a file with what the account's bank has delivered: a sentence about it, and a warning if so much is new on the bank's
 * days that the file may be of another account. Null without a bank, or without common days.
 */
export function bankNotes(
  rows: readonly PlannedRow[],
  ofBank: readonly Days[],
): { note: string | null; warning: string | null } {
  const compared = rows.filter(({ row, state }) => isCoveredBy(ofBank, row.date) && state !== "refused");
  if (compared.length === 0) return { note: null, warning: null };
  const isNew = ({ state }: PlannedRow) => state === "new" || state === "maybe";
  const here = rows.filter(({ reason }) => reason === "ofBank").length;
  const added = rows.filter(isNew).length;
  const news = compared.filter(isNew).length;
  const isDoubtful = compared.length >= fewestCompared && news > mostNewShare * compared.length;
  return {
    note: `Your bank has already delivered ${here} of ${rows.length} transactions; ${added} are new.`,
    warning: isDoubtful
      ? `Your bank hasn’t delivered ${news} of the ${compared.length} transactions on days that it covers. Is this file from another account?`
      : null,
  };
}
