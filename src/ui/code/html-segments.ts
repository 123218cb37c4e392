/** A part of a text: unchanged HTML, or a code block for the code element. */
export type HtmlSegment = {
  /** Offset in the whole text, used as its key in a list. */
  at: number;
} & ({ kind: "html"; html: string } | { kind: "code"; code: string; language: string | null });

const preElement =
  /<pre\b[^>]*>\s*<code(?:\s+class="language-([^"\s]+)[^"]*")?[^>]*>([\s\S]*?)<\/code>\s*<\/pre>/g;
const anyTag = /<(\/?)([a-z][a-z0-9]*)\b[^>]*?(\/?)>/gi;
const voidElements = new Set(["br", "hr", "img", "wbr", "col", "source", "input"]);

/**
 * Splits sanitized (and therefore balanced) HTML at top-level code blocks. A block inside a list or quotation stays in
 * place, because splitting there would break its surroundings.
 */
export function htmlSegments(html: string): HtmlSegment[] {
  const segments: HtmlSegment[] = [];
  let end = 0;
  for (const match of html.matchAll(preElement)) {
    const before = html.slice(end, match.index);
    if (openElements(before) !== 0) continue;
    if (before.trim() !== "") segments.push({ at: end, kind: "html", html: before });
    segments.push({
      at: match.index,
      kind: "code",
      code: unescapeHtml(match[2] ?? ""),
      language: match[1] ?? null,
    });
    end = match.index + match[0].length;
  }
  const rest = html.slice(end);
  if (rest.trim() !== "") segments.push({ at: end, kind: "html", html: rest });
  return segments;
}

function openElements(html: string): number {
  let depth = 0;
  for (const [, closing, name = "", selfClosing] of html.matchAll(anyTag)) {
    if (voidElements.has(name.toLowerCase()) || selfClosing === "/") continue;
    depth += closing === "/" ? -1 : 1;
  }
  return depth;
}

const entities: Record<string, string> = {
  lt: "<",
  gt: ">",
  quot: '"',
  "#39": "'",
  apos: "'",
  amp: "&",
  nbsp: "\u00a0",
};

/** Unescapes text; drops elements inside a code block, such as a highlighter's spans. */
export function unescapeHtml(html: string): string {
  return html
    .replace(/<br\s*\/?>/gi, "\n")
    .replace(/<[^>]*>/g, "")
    .replace(/&(lt|gt|quot|#39|apos|amp|nbsp);/g, (whole, name: string) => entities[name] ?? whole);
}
