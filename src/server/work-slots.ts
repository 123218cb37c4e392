import { upstreamFailed } from "#shared/errors.ts";

/** Lets only so much heavy work run at once; some more waits its turn, in order. */
export type WorkSlots = {
  /**
   * Runs `work` as soon as there is room. Whoever is no longer there when their turn comes is passed over.
   * @throws AppError 503 with `Retry-After` where too many wait already; what `work` throws
   */
  run<Value>(work: () => Promise<Value>, signal?: AbortSignal): Promise<Value>;
};

/** `running` and `waiting` are how many; `busy` is what whoever finds no room is told. */
export function createWorkSlots(options: {
  running: number;
  waiting: number;
  busy: string;
  retryAfterSeconds: number;
}): WorkSlots {
  const queue: (() => void)[] = [];
  let running = 0;

  async function room(): Promise<void> {
    if (running < options.running) {
      running += 1;
      return;
    }
    if (queue.length >= options.waiting) {
      throw upstreamFailed(options.busy, { statusCode: 503, retryAfterSeconds: options.retryAfterSeconds });
    }
    // Whoever leaves hands their room over, so `running` stays as it is.
    await new Promise<void>((resolve) => queue.push(resolve));
  }

  function leave(): void {
    const next = queue.shift();
    if (next === undefined) running -= 1;
    else next();
  }

  return {
    async run(work, signal) {
      await room();
      try {
        signal?.throwIfAborted();
        return await work();
      } finally {
        leave();
      }
    },
  };
}
