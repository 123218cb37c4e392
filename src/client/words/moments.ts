/** Writes moments in the site's time zone. */
export type Moments = {
  timeZone: string;
  /** Returns what was written under a key, or else writes it. */
  kept: (key: string, write: () => string) => string;
  /** Everything written: a page carries it into the browser. */
  written: Record<string, string>;
};

/**
 * Creates the writer of a page's moments. The browser begins with what the server wrote, because loading the rules of a time zone
 * takes a phone longer than drawing a page, and because the words must be the server's for React to accept its HTML.
 */
export function createMoments(timeZone: string, written: Record<string, string> = {}): Moments {
  return { timeZone, written, kept: (key, write) => (written[key] ??= write()) };
}
