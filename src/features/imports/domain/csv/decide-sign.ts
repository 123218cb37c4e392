import { money, moneyDigits } from "#shared/money.ts";
import type { ReadOptions } from "../reading.ts";
import type { Question, StatementRow } from "../statement.ts";
import type { AccountGroup } from "./account-groups.ts";
import { likelyOutSign } from "./row-amounts.ts";
import type { AmountLayout } from "./row-amounts.ts";

/** Sign of a table's amounts (flipped if they get the other one), and the question that is open. */
export type SignDecision = { isFlipped: boolean; question: Question | null };

/**
 * Decides the sign of a lone column of amounts (docs/reference/import.md, "Signs"): the running balance proves it, except on a
 * card, whose balance can be what is owed. Otherwise the person is asked, with the likeliest sign until they answer.
 */
export function decideSign(
  groups: readonly AccountGroup[],
  layout: AmountLayout,
  { accountType, answers }: ReadOptions,
): SignDecision {
  if (layout.kind !== "signed") return { isFlipped: false, question: null };
  const rows = groups.flatMap((group) => group.rows);
  const outSign = likelyOutSign(
    rows.map(({ amount, payee, memo }) => ({ amount, text: `${payee} ${memo ?? ""}` })),
    accountType,
  );
  const [running] = groups
    .flatMap((group) => group.running ?? [])
    .toSorted((a, b) => b.agreeing - a.agreeing);
  if (
    running !== undefined &&
    accountType !== "card" &&
    outSign === -1 &&
    running.agreeing * 5 >= running.pairs * 4
  ) {
    return { isFlipped: running.sign === -1, question: null };
  }
  const answer = answers["sign"];
  if (answer === "negativeIsOut" || answer === "positiveIsOut") {
    return { isFlipped: answer === "positiveIsOut", question: null };
  }
  return { isFlipped: outSign === 1, question: askFor(rows) };
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
  };
}

function printed({ amount, isoCurrencyCode }: StatementRow): string {
  return moneyDigits(money(amount), isoCurrencyCode ?? "USD");
}
