/** Converts HTML without elements to one line of plain text: decodes the four escapes and collapses white space. */
export function lineOfEscapedText(escaped: string): string {
  return escaped
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&")
    .replace(/\s+/g, " ")
    .trim();
}
