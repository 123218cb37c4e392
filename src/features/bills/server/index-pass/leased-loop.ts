import { setTimeout as sleepFor } from "node:timers/promises";
import type { Kernel } from "#server/feature.ts";
import { withLease } from "#server/jobs/lease.ts";

type LoopOptions = {
  kernel: Pick<Kernel, "database" | "log" | "now">;
  /** Of the lease: one server at a time works. */
  name: string;
  /** Works until the signal says stop; after an error it is called again in a moment. */
  work: (signal: AbortSignal) => Promise<void>;
  sleep: (delayMs: number, signal: AbortSignal) => Promise<void>;
};

const leaseMs = 60_000;
const nextTryMs = 15_000;

/** Background work of which one server has charge; the others stand by to take over. */
export function createLeasedLoop({ kernel, name, work, sleep }: LoopOptions): {
  start: () => void;
  stop: () => Promise<void>;
} {
  const stopping = new AbortController();
  let running: Promise<void> | null = null;

  async function run(): Promise<void> {
    const { signal } = stopping;
    while (!signal.aborted) {
      try {
        await withLease(kernel, name, leaseMs, (lost) => work(AbortSignal.any([signal, lost])));
      } catch (error) {
        if (!signal.aborted)
          kernel.log.warn({ error, work: name }, "background work broke off; it goes on soon");
      }
      await sleep(nextTryMs, signal);
    }
  }

  return {
    start() {
      running ??= run();
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** Waits; ends early, and without an error, when the signal says so. Does not keep the process alive. */
export async function sleepQuietly(delayMs: number, signal: AbortSignal): Promise<void> {
  await sleepFor(delayMs, undefined, { signal, ref: false }).catch(() => undefined);
}
