import type { Kernel } from "#server/feature.ts";
import { createHourlySweep } from "#server/jobs/hourly-sweep.ts";
import { restorableMs } from "#server/restorable.ts";
import type { PictureStore } from "./picture-store.ts";

/**
 * Drops, once an hour, products that can no longer be restored and pictures that nothing has shown for a day; of a demo
 * also what is a day old (docs/reference/product.md, "Sandboxes").
 */
export function createPictureSweep(
  kernel: Pick<Kernel, "database" | "log" | "now" | "settings">,
  pictures: PictureStore,
) {
  return createHourlySweep(kernel, {
    name: "products",
    firstAfterMs: 60_000,
    drop: () => pictures.sweep(new Date(kernel.now().getTime() - restorableMs), kernel.settings.FOLIO_DEMO),
  });
}
