import { upstreamFailed } from "#shared/errors.ts";

/** So much runs at once, and so much more waits. */
type Room = { running: number; waiting: number };

/** Lets only so much heavy work run at once, and only so much of one person's; some more waits its turn, in order. */
export type WorkSlots = {
  /**
   * Runs `work` of somebody (`by`) as soon as there is room for it. Whoever is no longer there when their turn comes is
   * passed over.
   * @throws AppError 503 with `Retry-After` where too many wait already; what `work` throws
   */
  run<Value>(work: () => Promise<Value>, whose: { by: string; signal?: AbortSignal }): Promise<Value>;
};

/** `ofOne` is what is left to one person of it; `busy` is what whoever finds no room is told. */
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
    // Whoever leaves makes room for one: nobody who waits had any before.
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
