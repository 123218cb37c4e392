import type { CopiedTableRows } from "#server/backup/database-copy.ts";
import type { Moved } from "./move.ts";

const nameWidth = 30;
const countWidth = 12;
/** As much of a checksum as a person compares; the program compares all of it. */
const shownDigits = 16;

/** A table that was moved, as a line. */
export function tableLine({ table, rows, sha256 }: CopiedTableRows): string {
  const count = rows.toLocaleString("en-GB").padStart(countWidth);
  return `  ${table.padEnd(nameWidth)}${count}  ${sha256.slice(0, shownDigits)}`;
}

/** What a finished move says last. */
export function movedLines({ tables, already, whatNow }: Moved): string[] {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const size = `${tables.length} tables with ${rows.toLocaleString("en-GB")} rows`;
  return [
    already
      ? `Everything was there already: ${size}, the same count and checksum of each table in both databases.`
      : `Moved: ${size}, read back, with the same count and checksum of each table in both databases.`,
    "",
    "What to do now:",
    ...whatNow.map((line) => `  - ${line}`),
  ];
}
