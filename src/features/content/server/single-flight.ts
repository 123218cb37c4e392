/**
 * Runs `work` one at a time. A call that comes while it runs gets another run after it, shared by all such calls:
 * the running one may have missed what the caller knows of. `idle` resolves when the present run is over.
 */
export function createSingleFlight(work: () => Promise<void>): {
  run: () => Promise<void>;
  idle: () => Promise<void>;
} {
  let running: Promise<void> | null = null;
  let queued: Promise<void> | null = null;

  function run(): Promise<void> {
    if (running === null) {
      running = work().finally(() => {
        running = null;
      });
      return running;
    }
    queued ??= running
      .catch(() => undefined)
      .then(() => {
        queued = null;
        return run();
      });
    return queued;
  }

  return { run, idle: () => (running ?? Promise.resolve()).catch(() => undefined) };
}
