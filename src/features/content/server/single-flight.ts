/**
 * Runs `work` one at a time. Calls during a run share another run afterward, because the running one may have missed
 * their change. `idle` resolves when the current run is over.
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
