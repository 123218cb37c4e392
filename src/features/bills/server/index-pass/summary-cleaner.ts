import { LRUCache } from "lru-cache";
import { sanitizeHtml } from "#server/pages/sanitize-html.ts";

/** Total characters of cached input and output: a hundred long summaries, about ten megabytes. */
const maxCharacters = 5_000_000;

type CleanerOptions = { clean?: (html: string) => string; maxCharacters?: number };

/**
 * Sanitizes summaries, each text once: a long bill's takes up to a second of the server's only thread, and a page's copy
 * outlives many visits. The cache evicts the least recently used text.
 */
export function createSummaryCleaner(options: CleanerOptions = {}): (html: string) => string {
  const { clean = cleanSummary, maxCharacters: room = maxCharacters } = options;
  const known = new LRUCache<string, string>({
    maxSize: room,
    memoMethod: clean,
    // Every entry needs a size, even an empty text.
    sizeCalculation: (cleaned, html) => Math.max(1, html.length + cleaned.length),
  });
  return (html) => known.memo(html);
}

function cleanSummary(html: string): string {
  return sanitizeHtml(html, { topHeadingLevel: 3, baseUrl: "https://www.congress.gov/" }).trim();
}
