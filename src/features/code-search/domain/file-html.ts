/**
 * A file's text as `GET /api/GitHubRepoContents` carries it: HTML, escaped exactly once, inside `<pre>`
 * (docs/reference/http-api.md, "Public calls"). Carriage returns and a first line feed are character references,
 * because an HTML parser would drop them: whoever reads the answer as HTML gets the same text as whoever unwraps it
 * with `fileTextOfHtml`.
 */
export function fileTextToHtml(text: string): string {
  const escaped = text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll("\r", "&#13;");
  return `<pre>${escaped.startsWith("\n") ? `&#10;${escaped.slice(1)}` : escaped}</pre>`;
}

const wrapped = /^<pre>([\s\S]*)<\/pre>$/;
const characterOf: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&amp;": "&",
  "&#10;": "\n",
  "&#13;": "\r",
};

/** The text that `fileTextToHtml` has wrapped, character by character; null for anything that it did not write. */
export function fileTextOfHtml(html: string): string | null {
  const escaped = wrapped.exec(html)?.[1];
  if (escaped === undefined || /[<>]/.test(escaped)) return null;
  return escaped.replace(/&(?:lt|gt|amp|#10|#13);/g, (reference) => characterOf[reference] ?? reference);
}
