import { createHighlightQueue } from "./code-highlight-queue.ts";

/** Highlights code in the page's only worker, which starts with the first text. Browser only. */
export const highlightInWorker = createHighlightQueue(
  () => new Worker(new URL("./code-highlight-worker.ts", import.meta.url), { type: "module" }),
);
