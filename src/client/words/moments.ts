/** Writes moments in the site's time zone. */
export type Moments = WrittenMoments & {
  timeZone: string;
  /** Returns what was written under a key, or else writes it. */
  kept: (key: string, write: () => string) => string;
};

/** Moments that a page carries into the browser. */
export type WrittenMoments = {
  /** Everything written, by key. */
  written: Record<string, string>;
  /** The zone's distance from UTC, which holds for `offsetHoldsMs` before and after `atMs`; null if it changes then. */
  offset: { atMs: number; offsetMs: number } | null;
};

/** A day. */
export const offsetHoldsMs = 86_400_000;

/**
 * Creates the writer of a page's moments. The browser begins with what the server wrote, because loading the rules of a time zone
 * takes a phone longer than drawing a page, and because the words must be the server's for React to accept its HTML.
 */
export function createMoments(
  timeZone: string,
  { written, offset }: WrittenMoments = { written: {}, offset: null },
): Moments {
  return { timeZone, written, offset, kept: (key, write) => (written[key] ??= write()) };
}
