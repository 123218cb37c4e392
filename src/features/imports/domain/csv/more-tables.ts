import { findIban } from "../accounts/iban.ts";
import { isKnownHeader, plainName } from "./columns/header-words.ts";
import type { TableLine } from "./split-table.ts";

/** A table that isn't read, by its first and last line, and why. */
export type OtherTable = { from: number; to: number; why: string };

/** Rows of a file's first table, of those below it with the same header, and tables that are left out. */
export type MoreTables = { body: TableLine[]; more: TableLine[][]; others: OtherTable[] };

type First = {
  header: readonly string[] | null;
  above: readonly TableLine[];
  /** Returns true for a line of names that rows follow. */
  isHeader: (lines: readonly TableLine[], index: number) => boolean;
  /** Place of the date in a row; null if it's none. */
  dateIn: (cells: readonly string[]) => number | null;
};

/**
 * Divides the lines below a header where another one follows (docs/reference/import.md, "CSV"): one that names a date and an amount,
 * the same one again, or other words below an empty line with rows of another shape. A table with other columns, or below another account's number, isn't read.
 */
export function moreTables(lines: TableLine[], first: First): MoreTables {
  const { header, above, isHeader } = first;
  const name = (cells: readonly string[]) => cells.map(plainName).join("|");
  const own = header === null ? null : name(header);
  const starts = lines.flatMap(({ cells }, index) => {
    // Rows have a date, mostly in front, so nearly all are settled here.
    if (cells.some((cell) => /\d/.test(cell)) && cells[0] !== header?.[0]) return [];
    const isOne = name(cells) === own || isKnownHeader(cells) || startsOther(lines, index, first);
    return isOne && isHeader(lines, index) ? [index] : [];
  });
  const found: MoreTables = { body: lines.slice(0, starts[0]), more: [], others: [] };
  let account = ibanIn(above);
  for (const [at, start] of starts.entries()) {
    const end = starts[at + 1] ?? lines.length;
    const before = ibanIn(lines.slice(starts[at - 1] ?? 0, start));
    const isOfOther = before !== null && account !== null && before !== account;
    account = before ?? account;
    const isSame = name(lines[start]?.cells ?? []) === own;
    if (isSame && !isOfOther) found.more.push(lines.slice(start + 1, end));
    else
      found.others.push({
        from: lines[start]?.line ?? 0,
        to: lines[end - 1]?.line ?? 0,
        why: isSame ? "of another account" : "which has other columns",
      });
  }
  return found;
}

/** Returns true below an empty line, if what follows has its date elsewhere than the first rows, or other numbers of cells. */
function startsOther(lines: readonly TableLine[], index: number, { dateIn }: First): boolean {
  const [before, at, next] = [lines[index - 1], lines[index], lines[index + 1]];
  if (before === undefined || at === undefined || next === undefined) return false;
  const first = lines.find(({ cells }) => dateIn(cells) !== null)?.cells ?? [];
  const isOther = dateIn(next.cells) !== dateIn(first) || next.cells.length !== first.length;
  return at.line > before.line + 1 && isOther;
}

/** Returns the number of an account in the last lines, which belong to a table below them. */
function ibanIn(lines: readonly TableLine[]): string | null {
  const last = lines
    .slice(-linesAbove)
    .filter(({ cells }) => cells.filter((cell) => cell !== "").length <= 2);
  return findIban(last.map(({ cells }) => cells.join(" ")).join("\n"));
}

const linesAbove = 20;
