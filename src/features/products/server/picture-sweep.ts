import type { Kernel } from "#server/feature.ts";
import { withLease } from "#server/lease.ts";
import type { PictureStore } from "./picture-store.ts";
import { restorableMs } from "./product-store.ts";

const everyMs = 60 * 60 * 1000;
/** Not while the server has just begun to listen and everybody asks at once. */
const firstAfterMs = 60_000;
const leaseTtlMs = 60_000;

/**
 * Drops, once an hour and on one server only, products that can no longer be restored and pictures that nothing has
 * shown for a day; of a demo also what is a day old (DECISIONS, "Product").
 */
export function createPictureSweep(
  kernel: Pick<Kernel, "database" | "log" | "now" | "settings">,
  pictures: PictureStore,
): { start: () => Promise<void>; stop: () => Promise<void> } {
  const { log, now, settings } = kernel;
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> = Promise.resolve();
  let isStopping = false;

  async function sweep(): Promise<void> {
    try {
      await withLease(kernel, "products sweep", leaseTtlMs, async () => {
        const before = new Date(now().getTime() - restorableMs);
        const dropped = await pictures.sweep(before, settings.FOLIO_DEMO);
        if (Object.values(dropped).some((count) => count > 0))
          log.info(dropped, "old products and pictures are gone");
      });
    } catch (error) {
      log.error({ error }, "could not drop old products and pictures");
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
