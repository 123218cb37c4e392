/** Returns a pattern for LIKE or ILIKE that matches just this text. */
export function likeLiteral(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
