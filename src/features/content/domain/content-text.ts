import { lineOfEscapedText } from "#shared/text/escaped-text.ts";

const blockEdge =
  /<\/?(?:p|div|br|h[1-6]|li|ul|ol|dt|dd|t[dhr]|table|pre|blockquote|figure|figcaption|hr)\b/gi;
const wordsPerMinute = 220;

/**
 * Returns the text of the server's sanitized HTML. Its tags are uniform and it has only four entities, so that the
 * browser needs no parser, which would cost bytes.
 */
export function plainText(html: string): string {
  return lineOfEscapedText(html.replace(blockEdge, " $&").replace(/<[^>]*>/g, ""));
}

/** Shortens a text at the end of a word to at most `limit` characters, including the ellipsis. */
export function shortened(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const cut = text.slice(0, limit - 1);
  const space = cut.lastIndexOf(" ");
  return `${cut.slice(0, space > limit / 2 ? space : cut.length).replace(/[\s,;:.–—-]+$/, "")}…`;
}

/** Returns the reading time in whole minutes, at least 1. */
export function readingMinutes(html: string): number {
  const words = plainText(html).split(" ").length;
  return Math.max(1, Math.round(words / wordsPerMinute));
}
