/**
 * Encodes a file's text for `GET /api/GitHubRepoContents`: HTML, escaped exactly once, inside `<pre>`
 * (docs/reference/http-api.md, "Public calls"). Carriage returns and a first line feed become character references
 * because an HTML parser would drop them, so that a parser and `fileTextOfHtml` return the same text.
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

/** Decodes a text from `fileTextToHtml` exactly; returns null for anything else. */
export function fileTextOfHtml(html: string): string | null {
  const escaped = wrapped.exec(html)?.[1];
  if (escaped === undefined || /[<>]/.test(escaped)) return null;
  return escaped.replace(/&(?:lt|gt|amp|#10|#13);/g, (reference) => characterOf[reference] ?? reference);
}
