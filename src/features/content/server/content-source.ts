import type { Content } from "../domain/content.ts";

/** Something wrong with the content, told to its author; never to visitors. */
export type ContentProblem = {
  /** Relative to the content directory. */
  file?: string;
  /** Counted from 1. */
  line?: number;
  message: string;
};

/** What a source gives: content whose HTML is clean, and what had to be left out of it. */
export type ContentReading = { content: Content; problems: ContentProblem[] };

/** Where content comes from. */
export type ContentSource = {
  kind: "files" | "wordpress";
  /** How long content may be shown before it is read again. */
  refreshEveryMs: number;
  /** Reads everything anew. Failing means that nothing could be read; parts that are wrong are `problems`. */
  read: (signal: AbortSignal) => Promise<ContentReading>;
  /** The last good reading of an earlier run, where the source may be down at the start. */
  readLastCopy?: () => Promise<(ContentReading & { asOf: Date }) | null>;
  /** Calls `listener` soon after a change; returns how to stop. */
  watch?: (listener: () => void) => () => void;
};
