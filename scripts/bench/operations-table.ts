/**
 * Tables that `--write` keeps in docs/operations.md: each part has a block of its own between two comments, so that one part
 * is renewed without the others, and with the command and the machine of its own run.
 */

/** The document that holds the blocks, from the repository's root. */
export const operationsPath = "docs/operations.md";

/** The comment before a part's table. */
export function blockStart(part: string): string {
  return `<!-- measured ${part}: written by the command below, do not edit -->`;
}

/** The comment after a part's table. */
export function blockEnd(part: string): string {
  return `<!-- end of ${part} -->`;
}

/**
 * The document with `table` in the place of what the part's block held. Everything else stays as it is.
 * @throws Error when the document has no such block, or more than one
 */
export function withBlock(document: string, part: string, table: string): string {
  const [before, held, ...more] = document.split(blockStart(part));
  if (before === undefined || held === undefined || more.length > 0)
    throw new Error(`${operationsPath} needs exactly one line “${blockStart(part)}”.`);
  const end = held.indexOf(blockEnd(part));
  if (end === -1)
    throw new Error(`${operationsPath} has no line “${blockEnd(part)}” after the table’s start.`);
  return `${before}${blockStart(part)}\n\n${table.trim()}\n\n${held.slice(end)}`;
}
