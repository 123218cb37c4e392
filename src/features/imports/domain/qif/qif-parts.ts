import type { StatementPart } from "../statement.ts";
import { textOrNull } from "../values/clean-text.ts";
import type { AmountResult } from "../values/amount-text.ts";
import type { QifRecord } from "./qif-records.ts";

/** Category or own account (`[Savings]`) that a row or a part is for. */
export type QifTarget = { category: string | null; account: string | null };

/** One part as printed: `S` begins it, `E`, `$`, and `%` belong to it. */
type QifSplit = { target: QifTarget; memo: string | null; amount: string | null; percent: number | null };

/** Division of a row by its splits: one target for all of it, or parts; null if they can't be parts. */
export type QifDivision = { target: QifTarget; parts: StatementPart[] } | null;

/** Most parts of a transaction (`splitSchema` of transactions). */
const mostParts = 50;

const nowhere: QifTarget = { category: null, account: null };

/** Reads `L` or `S`: a category without its class, or an own account in brackets. */
export function qifTarget(text: string): QifTarget {
  const [, account] = /^\[(.+)\]/.exec(text) ?? [];
  if (account !== undefined) return { category: null, account: textOrNull(account) };
  const category = textOrNull(text.replace(/\/[^/]*$/, ""));
  return { category: /^-+split-+$/i.test(category ?? "") ? null : category, account: null };
}

function splitsOf({ fields }: QifRecord): QifSplit[] {
  const splits: QifSplit[] = [];
  let last: QifSplit | undefined;
  let isRepeated = false;
  for (const { letter, value } of fields) {
    if (letter === "S") {
      const target = qifTarget(value);
      // Some programs write the line of an account twice.
      isRepeated = isRepeated && target.account !== null && isSame(target, last?.target ?? nowhere);
      if (!isRepeated) splits.push((last = { target, memo: null, amount: null, percent: null }));
      isRepeated = true;
    } else if (last !== undefined && (letter === "E" || letter === "$" || letter === "%")) {
      isRepeated = false;
      if (letter === "E") last.memo = textOrNull(value);
      if (letter === "$") last.amount = textOrNull(value);
      if (letter === "%") last.percent = percentOf(value);
    }
  }
  return splits;
}

function percentOf(text: string): number | null {
  const percent = Number(text.replace("%", "").replace(",", ".").trim() || "none");
  return Number.isFinite(percent) ? percent : null;
}

function isSame(one: QifTarget, other: QifTarget): boolean {
  return one.category === other.category && one.account === other.account;
}

/**
 * Divides a row into its parts (docs/reference/import.md, "QIF"): one without an amount has what the others leave, and what no part
 * has is the rest, not assigned yet.
 */
export function divideQifRow(
  record: QifRecord,
  whole: number,
  readAmount: (text: string) => AmountResult,
): QifDivision {
  const splits = splitsOf(record);
  if (splits.length > mostParts) return null;
  const amounts = amountsOf(splits, whole, readAmount);
  if (amounts === null) return null;
  const rest = whole - amounts.reduce((sum, amount) => sum + amount, 0);
  const used = splits.filter((_, index) => amounts[index] !== 0);
  const first = used[0]?.target ?? nowhere;
  if (rest === 0 && used.every(({ target }) => isSame(target, first))) return { target: first, parts: [] };
  const parts = splits.flatMap(({ target, memo }, index) => {
    const amount = amounts[index] ?? 0;
    const note = textOrNull([target.account, memo].filter((text) => text !== null).join(": "));
    const leftOut = target.account !== null;
    return amount === 0 ? [] : [{ amount, category: target.category, note, leftOut, isRest: false }];
  });
  if (rest !== 0) parts.push({ amount: rest, category: null, note: null, leftOut: false, isRest: true });
  return parts.length < 2 || parts.length > mostParts || parts.every(({ leftOut }) => leftOut)
    ? null
    : { target: nowhere, parts };
}

/** Returns the amount of each split in minor units; null if one can't be read. */
function amountsOf(
  splits: readonly QifSplit[],
  whole: number,
  readAmount: (text: string) => AmountResult,
): number[] | null {
  const known: (number | null)[] = [];
  let shares = 0;
  for (const { amount, percent } of splits) {
    const read = amount === null ? null : readAmount(amount);
    if (read?.ok === false) return null;
    if (read === null && percent !== null) shares += 1;
    known.push(read?.amount ?? (percent === null ? null : Math.round((whole * percent) / 100)));
  }
  const lacking = whole - known.reduce<number>((sum, amount) => sum + (amount ?? 0), 0);
  const open = known.indexOf(null);
  if (open !== -1) known[open] = lacking;
  // What rounding leaves goes to the last share.
  else if (lacking !== 0 && Math.abs(lacking) < shares) {
    const last = splits.findLastIndex(({ amount, percent }) => amount === null && percent !== null);
    known[last] = (known[last] ?? 0) + lacking;
  }
  return known.map((amount) => amount ?? 0);
}
