import { LRUCache } from "lru-cache";
import { sanitizeHtml } from "#server/pages/sanitize-html.ts";

/** Of what was cleaned and what came of it together: a hundred long summaries, some ten megabytes. */
const mostCharacters = 5_000_000;

type CleanerOptions = { clean?: (html: string) => string; mostCharacters?: number };

/**
 * Cleans the HTML of summaries. The same text is cleaned once: that of a long bill takes up to a second of the one thread
 * that answers everybody, and a page's copies outlive many visits. What was not asked for longest is forgotten first.
 */
export function createSummaryCleaner(options: CleanerOptions = {}): (html: string) => string {
  const { clean = cleanSummary, mostCharacters: room = mostCharacters } = options;
  const known = new LRUCache<string, string>({
    maxSize: room,
    memoMethod: clean,
    // Every entry has to have a size, the empty text too.
    sizeCalculation: (cleaned, html) => Math.max(1, html.length + cleaned.length),
  });
  return (html) => known.memo(html);
}

function cleanSummary(html: string): string {
  return sanitizeHtml(html, { topHeadingLevel: 3, baseUrl: "https://www.congress.gov/" }).trim();
}
