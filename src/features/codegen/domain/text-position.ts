/** Returns the line and column, both from 1, of an offset in UTF-16 units. CRLF ends one line, as in editors. */
export function textPosition(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split(/\r\n|\n|\r/);
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
