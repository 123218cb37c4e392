/** Pure functions for lines of code: plain, highlighted, and marked. */

/** Range in one line: offsets `[start, end)` in UTF-16 units. */
export type LineRange = { start: number; end: number };

/** Longer lines stay plain, because thousands of spans in one line make scrolling stutter. */
export const longestHighlightedLine = 2000;

const lineEnd = /\r\n|\r|\n/u;
const tagOrLineEnd = /<span[^>]*>|<\/span>|\n/gu;
/** Matches a tag, an escaped character, or the text in between. */
const htmlToken = /<[^>]*>|&[#\w]+;|[^<&]+/gu;

/** Splits a text into lines at any line ending; a final line ending doesn't start another line. */
export function codeLines(text: string): string[] {
  const lines = text.split(lineEnd);
  if (lines.length > 1 && lines.at(-1) === "") lines.pop();
  return lines;
}

/** Escapes text as highlight.js does. */
export function escapeCode(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#x27;");
}

/** Splits highlight.js's HTML at line ends; open spans are closed and reopened on the next line. */
export function highlightedLines(html: string): string[] {
  const lines: string[] = [];
  const open: string[] = [];
  let line = "";
  let end = 0;
  for (const { 0: token, index } of html.matchAll(tagOrLineEnd)) {
    line += html.slice(end, index);
    end = index + token.length;
    if (token === "\n") {
      lines.push(line + "</span>".repeat(open.length));
      line = open.join("");
      continue;
    }
    if (token === "</span>") open.pop();
    else open.push(token);
    line += token;
  }
  lines.push(line + html.slice(end));
  return lines;
}

/**
 * Marks ranges of a line's HTML (escaped text and spans) with `<mark>`. `ranges` are offsets in the line's text, ordered
 * and not overlapping; the one at `current` becomes `<mark data-current>`. Marks are split at a span's border.
 */
export function markedHtml(html: string, ranges: readonly LineRange[], current = -1): string {
  if (ranges.length === 0) return html;
  let marked = "";
  let offset = 0;
  let next = 0;
  let isOpen = false;

  function close() {
    if (isOpen) marked += "</mark>";
    isOpen = false;
  }

  /** Only text is marked, because a mark around a tag would be empty. */
  function beginText() {
    const range = ranges[next];
    if (range !== undefined && offset >= range.end) {
      close();
      next += 1;
    }
    const following = ranges[next];
    if (isOpen || following === undefined || offset < following.start) return;
    marked += markTag(next === current);
    isOpen = true;
  }

  function addText(text: string) {
    let rest = text;
    while (rest !== "") {
      beginText();
      const range = ranges[next];
      const border = range === undefined ? Number.POSITIVE_INFINITY : isOpen ? range.end : range.start;
      const part = rest.slice(0, Math.max(1, border - offset));
      marked += part;
      offset += part.length;
      rest = rest.slice(part.length);
    }
  }

  for (const [token] of html.matchAll(htmlToken)) {
    if (token.startsWith("<")) {
      close();
      marked += token;
    } else if (token.startsWith("&")) {
      beginText();
      marked += token;
      offset += 1;
    } else addText(token);
  }
  close();
  return marked;
}

function markTag(isCurrent: boolean): string {
  return isCurrent ? "<mark data-current>" : "<mark>";
}

/** Returns the widest line in columns, with tabs up to the next multiple of `tabSize` and wide characters as two. */
export function widestLine(lines: readonly string[], tabSize: number): number {
  let widest = 0;
  for (const line of lines) {
    // No line is wider than if all of its characters were tabs, so short lines need no counting.
    if (line.length * tabSize <= widest) continue;
    widest = Math.max(widest, columnsOf(line, tabSize));
  }
  return widest;
}

const plainAscii = /^[\u0020-\u007E]*$/u;

function columnsOf(line: string, tabSize: number): number {
  if (plainAscii.test(line)) return line.length;
  let columns = 0;
  for (const character of line) {
    if (character === "\t") columns += tabSize - (columns % tabSize);
    else columns += (character.codePointAt(0) ?? 0) >= 0x1100 ? 2 : 1;
  }
  return columns;
}
