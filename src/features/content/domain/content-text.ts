import { lineOfEscapedText } from "#shared/text/escaped-text.ts";

const blockEdge =
  /<\/?(?:p|div|br|h[1-6]|li|ul|ol|dt|dd|t[dhr]|table|pre|blockquote|figure|figcaption|hr)\b/gi;
const wordsPerMinute = 220;

/**
 * The text of HTML that the server's sanitiser has made: its tags have one spelling and only four entities occur, so
 * that no parser is needed here, where bytes count.
 */
export function plainText(html: string): string {
  return lineOfEscapedText(html.replace(blockEdge, " $&").replace(/<[^>]*>/g, ""));
}

/** Cuts at a word's end, so that the result with its ellipsis has at most `limit` characters. */
export function shortened(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const cut = text.slice(0, limit - 1);
  const space = cut.lastIndexOf(" ");
  return `${cut.slice(0, space > limit / 2 ? space : cut.length).replace(/[\s,;:.–—-]+$/, "")}…`;
}

/** Whole minutes that reading takes, at least 1. */
export function readingMinutes(html: string): number {
  const words = plainText(html).split(" ").length;
  return Math.max(1, Math.round(words / wordsPerMinute));
}
