import { countText } from "#shared/text/counts.ts";
import { languageColor } from "./language-color.ts";
import type { LanguageBytes } from "./github-shapes.ts";

/** A language of a repository, as its card shows it. */
export type LanguageShare = {
  language: string;
  /** Bytes; GitHub doesn't count lines (docs/reference/product.md, "Repositories"). */
  lines: number;
  /** Rounded share of all bytes, 0 to 100. */
  percent: number;
  /** A CSS color. */
  color: string;
};

/** Returns languages by share, largest first, ties by name; omits languages without bytes. */
export function languageBreakdown(bytes: LanguageBytes): LanguageShare[] {
  const entries = Object.entries(bytes).filter(([, lines]) => lines > 0);
  const total = entries.reduce((sum, [, lines]) => sum + lines, 0);
  return entries
    .toSorted(([one, a], [other, b]) => b - a || one.localeCompare(other, "en"))
    .map(([language, lines]) => ({
      language,
      lines,
      percent: Math.round((100 * lines) / total),
      color: languageColor(language),
    }));
}

/** Formats a share as "62%", or "<1%" if it rounds to zero. */
export function percentText({ percent }: Pick<LanguageShare, "percent">): string {
  return percent < 1 ? "<1%" : `${percent}%`;
}

const units = ["kB", "MB", "GB"];

/** Formats a size as "512 bytes", "1.5 kB", or "12 MB" (1 kB is 1,000 bytes). */
export function bytesText(bytes: number): string {
  if (bytes < 1000) return bytes === 1 ? "1 byte" : `${bytes} bytes`;
  let value = bytes / 1000;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const rounded = value < 9.95 ? Math.round(value * 10) / 10 : countText(Math.round(value));
  return `${rounded} ${units[unit]}`;
}
