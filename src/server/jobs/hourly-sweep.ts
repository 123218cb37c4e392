import type { Kernel } from "../feature.ts";
import { withLease } from "./lease.ts";

const everyMs = 60 * 60 * 1000;
const leaseTtlMs = 60_000;

/**
 * Drops what is too old, once an hour and on one server only. `drop` answers how many of what it dropped; `firstAfterMs`
 * is not zero, because a server that has just begun to listen is asked by everybody at once.
 */
export function createHourlySweep(
  kernel: Pick<Kernel, "database" | "log">,
  {
    name,
    firstAfterMs,
    drop,
  }: { name: string; firstAfterMs: number; drop: () => Promise<Record<string, number>> },
): { start: () => Promise<void>; stop: () => Promise<void> } {
  const { log } = kernel;
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> = Promise.resolve();
  let isStopping = false;

  async function sweep(): Promise<void> {
    try {
      await withLease(kernel, `${name} sweep`, leaseTtlMs, async () => {
        const dropped = await drop();
        if (Object.values(dropped).some((count) => count > 0)) log.info({ name, dropped }, "swept");
      });
    } catch (error) {
      log.error({ error, name }, "could not sweep");
    }
    schedule(everyMs);
  }

  function schedule(delayMs: number): void {
    if (isStopping) return;
    timer = setTimeout(() => {
      running = sweep();
    }, delayMs).unref();
  }

  return {
    start: async () => schedule(firstAfterMs),
    stop: async () => {
      isStopping = true;
      if (timer !== null) clearTimeout(timer);
      await running;
    },
  };
}
