/**
 * Tables that `--write` saves in docs/operations.md. Each part has its own block between two comments, so that it can be
 * updated alone, with the command and machine of its run.
 */

/** Path of the document from the repository's root. */
export const operationsPath = "docs/operations.md";

/** Returns the comment before a part's table. */
export function blockStart(part: string): string {
  return `<!-- measured ${part}: written by the command below, do not edit -->`;
}

/** Returns the comment after a part's table. */
export function blockEnd(part: string): string {
  return `<!-- end of ${part} -->`;
}

/**
 * Returns the document with `table` as the content of the part's block.
 * @throws Error if the document has no such block, or more than one
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
