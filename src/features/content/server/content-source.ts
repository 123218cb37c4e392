import type { Content } from "../domain/content-shapes.ts";

/** A problem in the content, reported to its author, never to visitors. */
export type ContentProblem = {
  /** Relative to the content directory. */
  file?: string;
  /** Counted from 1. */
  line?: number;
  message: string;
};

/** Result of a read: sanitized content, and the problems of parts left out. */
export type ContentReading = { content: Content; problems: ContentProblem[] };

/** Source of content. */
export type ContentSource = {
  kind: "files" | "wordpress";
  /** Interval between reads. */
  refreshEveryMs: number;
  /** Reads everything again. Rejects if nothing could be read; invalid parts become `problems`. */
  read: (signal: AbortSignal) => Promise<ContentReading>;
  /** Loads the last good result of an earlier run, for sources that may be down at the start. */
  readLastCopy?: () => Promise<(ContentReading & { asOf: Date }) | null>;
  /** Calls `listener` soon after a change; returns a function that stops it. */
  watch?: (listener: () => void) => () => void;
};
