import { money, moneyDigits } from "#shared/money.ts";
import type { ReadOptions } from "../reading.ts";
import type { Question, StatementRow } from "../statement.ts";
import { amountOfRows, type AccountGroup } from "./account-groups.ts";
import { likelyOutSign } from "./row-amounts.ts";
import type { AmountLayout } from "./row-amounts.ts";
import { isOwed } from "./split-signs.ts";

/** Sign of a table's amounts (flipped if they get the other one), and the question about it. */
export type SignDecision = { isFlipped: boolean; question: Question | null };

/**
 * Decides the sign of a lone column of amounts (docs/reference/import.md, "Signs"): the running balance proves it, except on a
 * card or loan, whose balance can be what is owed. Otherwise the person is asked, with the likeliest sign until they answer. Two
 * columns are only asked about if the balance contradicts them and the account isn't known.
 */
export function decideSign(
  groups: readonly AccountGroup[],
  layout: AmountLayout,
  { accountType, answers, isSignProven }: ReadOptions & { isSignProven: boolean },
): SignDecision {
  const rows = groups.flatMap((group) => group.rows);
  const [running] = groups
    .flatMap((group) => group.running ?? [])
    .toSorted((a, b) => b.agreeing - a.agreeing);
  if (layout.kind !== "signed") {
    const isOpen = layout.kind === "split" && running?.sign === -1 && accountType === null;
    if (!isOpen) return { isFlipped: false, question: null };
    return asked(rows, answers["sign"], { isFlipped: false });
  }
  if (isSignProven && !isOwed(accountType)) return { isFlipped: false, question: null };
  const outSign = likelyOutSign(
    rows.map(({ amount, payee, memo }) => ({ amount, text: `${payee} ${memo ?? ""}` })),
    accountType,
  );
  const isProven = running !== undefined && running.agreeing * 5 >= running.pairs * 4;
  const [proven] = isProven ? [running.sign] : groups.flatMap((group) => statedSign(group) ?? []);
  if (proven !== undefined && !isOwed(accountType) && outSign === -1)
    return { isFlipped: proven === -1, question: null };
  return asked(rows, answers["sign"], { isFlipped: outSign === 1 });
}

/** Returns the sign with which the rows lead from one stated balance to the other; null if neither does, or both do. */
function statedSign({ rows, stated: { opening, closing } }: AccountGroup): 1 | -1 | null {
  if (opening === null || closing === null) return null;
  const sum = amountOfRows(rows);
  const moved = closing.amount - opening.amount;
  if (sum === 0 || Math.abs(moved) !== Math.abs(sum)) return null;
  return moved === sum ? 1 : -1;
}

/** Decides by the person's answer, or as is likely until there is one. */
function asked(
  rows: readonly StatementRow[],
  answer: string | undefined,
  likely: { isFlipped: boolean },
): SignDecision {
  const question = askFor(rows);
  if (answer !== "negativeIsOut" && answer !== "positiveIsOut") return { ...likely, question };
  return { isFlipped: answer === "positiveIsOut", question: question && { ...question, answer } };
}

/** Asks about a row whose payee people recognize: the first with a payee of the commoner sign. */
function askFor(rows: readonly StatementRow[]): Question | null {
  const negative = rows.filter(({ amount }) => amount < 0).length;
  const isNegative = negative * 2 >= rows.length;
  const usual = rows.filter(({ amount }) => amount !== 0 && amount < 0 === isNegative);
  const row = usual.find(({ payee }) => payee !== "") ?? usual[0] ?? rows.find(({ amount }) => amount !== 0);
  if (row === undefined) return null;
  const isOut = row.amount < 0 ? "negativeIsOut" : "positiveIsOut";
  const isIn = row.amount < 0 ? "positiveIsOut" : "negativeIsOut";
  return {
    id: "sign",
    text: `Is “${`${row.payee} ${printed(row)}`.trim()}” money you spent?`,
    choices: [
      { value: isOut, label: "Yes, money out" },
      { value: isIn, label: "No, money in" },
    ],
    answer: null,
  };
}

function printed({ amount, isoCurrencyCode }: StatementRow): string {
  return moneyDigits(money(amount), isoCurrencyCode ?? "USD");
}
