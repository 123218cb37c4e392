import { upstreamFailed } from "#shared/errors.ts";

/** Maximum number of running and of waiting works. */
type Room = { running: number; waiting: number };

/** Limits concurrent heavy work, in total and per person; some more waits in order. */
export type WorkSlots = {
  /**
   * Runs `work` of somebody (`by`) as soon as a slot is free, unless they are gone by then.
   * @throws AppError 503 with `Retry-After` if too many are waiting; what `work` throws
   */
  run<Value>(work: () => Promise<Value>, whose: { by: string; signal?: AbortSignal }): Promise<Value>;
};

/** Creates slots. `ofOne` is the share of one person; `busy` is the message when there is no room. */
export function createWorkSlots(
  options: Room & { ofOne: Room; busy: string; retryAfterSeconds: number },
): WorkSlots {
  const { ofOne } = options;
  const queue: { by: string; start: () => void }[] = [];
  const running: string[] = [];
  const hasRoom = (by: string) =>
    running.length < options.running && running.filter((one) => one === by).length < ofOne.running;

  async function room(by: string): Promise<void> {
    if (hasRoom(by)) {
      running.push(by);
      return;
    }
    const waitingOfOne = queue.filter((one) => one.by === by).length;
    if (queue.length >= options.waiting || waitingOfOne >= ofOne.waiting) {
      throw upstreamFailed(options.busy, { statusCode: 503, retryAfterSeconds: options.retryAfterSeconds });
    }
    await new Promise<void>((resolve) => queue.push({ by, start: resolve }));
  }

  function leave(by: string): void {
    running.splice(running.indexOf(by), 1);
    // Anyone who leaves frees exactly one slot, because there was none for those waiting.
    const next = queue.findIndex((one) => hasRoom(one.by));
    for (const one of next === -1 ? [] : queue.splice(next, 1)) {
      running.push(one.by);
      one.start();
    }
  }

  return {
    async run(work, { by, signal }) {
      await room(by);
      try {
        signal?.throwIfAborted();
        return await work();
      } finally {
        leave(by);
      }
    },
  };
}
