import type { ColumnRoles } from "./column-roles.ts";
import { nameScore } from "./header-words.ts";
import type { TableLine } from "../split-table.ts";

/**
 * Takes out the account holder's own name if one column names who pays and another one who is paid: it's in one of the two in
 * each row, and the other cell is the payee. A row between their own accounts keeps both.
 */
export function withoutOwnName(
  lines: readonly TableLine[],
  names: readonly string[],
  roles: ColumnRoles,
): TableLine[] {
  const [first, second, third] = names.flatMap((name, index) => {
    const isText = roles[index] === "payee" || roles[index] === "memo";
    return isText && nameScore(name, "payee") === 3 ? [index] : [];
  });
  if (first === undefined || second === undefined || third !== undefined) return [...lines];
  const own = nameInEachRow(lines, first, second);
  if (own === null) return [...lines];
  return lines.map((row) => {
    const { cells } = row;
    if (cells[first] === cells[second]) return row;
    return Object.assign({}, row, {
      cells: cells.map((cell, index) => (cell === own && (index === first || index === second) ? "" : cell)),
    });
  });
}

/** Returns the name that is in one of two columns in each row, and in both of them in some; null if there's none. */
function nameInEachRow(lines: readonly TableLine[], first: number, second: number): string | null {
  const firsts = new Set(lines.map(({ cells }) => cells[first] ?? ""));
  const shared = new Set(lines.map(({ cells }) => cells[second] ?? "").filter((name) => firsts.has(name)));
  const isOwn = (name: string) =>
    name !== "" && lines.every(({ cells }) => cells[first] === name || cells[second] === name);
  const [start] = lines;
  const found = [start?.cells[first] ?? "", start?.cells[second] ?? ""].filter(
    (name) => shared.has(name) && isOwn(name),
  );
  return found.length === 1 ? (found[0] ?? null) : null;
}
