import type { HighlightOutcome, HighlightRequest } from "./code-highlighter.ts";

/** The used part of a worker; tests pass their own. */
export type HighlightWorker = {
  postMessage(request: HighlightRequest): void;
  addEventListener(type: "message", listener: (event: { data: HighlightOutcome | null }) => void): void;
  addEventListener(type: "error", listener: () => void): void;
  terminate: () => void;
};

type Job = {
  request: HighlightRequest;
  signal: AbortSignal;
  resolve: (outcome: HighlightOutcome | null) => void;
};

/** Time limit; slower texts stay plain, because some grammars take forever on some texts. */
const longestMs = 10_000;

/**
 * Sends texts to one worker, one at a time. Resolves with null if a text stays plain because it was canceled (`signal`),
 * took too long, or the worker or a language failed to load; the next text then gets a new worker.
 */
export function createHighlightQueue(createWorker: () => HighlightWorker) {
  let jobs: Job[] = [];
  let running: Job | null = null;
  let worker: HighlightWorker | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function finish(outcome: HighlightOutcome | null) {
    clearTimeout(timer);
    running?.resolve(outcome);
    running = null;
    startNext();
  }

  function giveUp() {
    worker?.terminate();
    worker = null;
    finish(null);
  }

  function startWorker(): HighlightWorker {
    const started = createWorker();
    // Ignores messages from a terminated worker.
    started.addEventListener("message", ({ data }) => {
      if (started === worker) finish(data);
    });
    started.addEventListener("error", () => {
      if (started === worker) giveUp();
    });
    return started;
  }

  function startNext() {
    if (running !== null) return;
    const wanted = jobs.find(({ signal }) => !signal.aborted);
    for (const job of jobs) if (job.signal.aborted) job.resolve(null);
    jobs = jobs.filter((job) => job !== wanted && !job.signal.aborted);
    if (wanted === undefined) return;
    running = wanted;
    timer = setTimeout(giveUp, longestMs);
    try {
      worker ??= startWorker();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, unlike a window, takes no origin
      worker.postMessage(wanted.request);
    } catch {
      giveUp();
    }
  }

  return function highlight(
    request: HighlightRequest,
    signal: AbortSignal,
  ): Promise<HighlightOutcome | null> {
    return new Promise((resolve) => {
      jobs.push({ request, signal, resolve });
      startNext();
    });
  };
}
